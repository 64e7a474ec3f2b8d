import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";
import { blocksTool, objectTool } from "./tool.ts";

const imagePath = z.string().describe("Path of an image, relative to the root, with /");

/** All of a client's upload but its content, which Footnote takes in other ways. */
const FileSchema = z.object({
  download_url: z.string(),
  file_id: z.string(),
  mime_type: z.string().optional(),
  file_name: z.string().optional(),
});

export const saveImage = objectTool({
  name: "kb_save_image",
  title: "Save an image",
  description:
    "Saves a PNG, JPEG, WebP or GIF below the root and gives the Markdown that shows it. Footnote opens no connection, so the image comes as dataBase64, or as localPath from the import folder; a download_url alone is refused.",
  wrapped: false,
  effect: "writes",
  meta: { "openai/fileParams": ["file"] },
  input: z.object({
    file: FileSchema,
    fileName: z.string().optional().describe("A plain name; a number is added when it is taken"),
    altText: z.string().optional(),
    targetPath: z.string().optional().describe("The whole path instead, with the extension of the format"),
    directory: z.string().optional().describe("The folder for it (images)"),
    documentPath: z.string().optional().describe("The document that will show it"),
    dataBase64: z.string().optional().describe("The image itself, at most 25 MiB"),
    localPath: z.string().optional().describe("A file in the import folder"),
  }),
  output: z.object({
    path: z.string(),
    mimeType: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    markdown: z.string(),
  }),
  async run({ file, dataBase64, localPath, ...asked }, { workspace }) {
    const source =
      dataBase64 !== undefined
        ? { dataBase64 }
        : localPath !== undefined
          ? { localPath }
          : { downloadUrl: file.download_url };
    const { path, mimeType, bytes, sha256, markdown } = await workspace.saveImage({
      source,
      ...(file.mime_type === undefined ? {} : { mimeType: file.mime_type }),
      ...(file.file_name === undefined ? {} : { clientName: file.file_name }),
      ...defined(asked),
    });
    return { path, mimeType, bytes, sha256, markdown };
  },
});

export const listImages = objectTool({
  name: "kb_list_images",
  title: "Images below the root",
  description: "Lists PNG, JPEG, WebP and GIF images below the root, page by page.",
  wrapped: false,
  effect: "reads",
  input: z.object({ cursor: z.string().optional(), pageSize: z.number().default(50).describe("1 to 200") }),
  output: z.object({
    images: z.array(z.object({ path: z.string(), mimeType: z.string(), bytes: z.int(), lastWriteTimeUtc: z.string() })),
    nextCursor: z.string().nullable(),
  }),
  run({ cursor, pageSize }, { workspace }) {
    const { items, nextCursor } = workspace.listImages({ pageSize, ...(cursor === undefined ? {} : { cursor }) });
    const images = items.map(({ path, mimeType, size, modified }) => ({
      path,
      mimeType,
      bytes: size,
      lastWriteTimeUtc: modified.toISOString(),
    }));
    return { images, nextCursor };
  },
});

export const loadImage = blocksTool({
  name: "kb_load_image",
  title: "Show an image",
  description: "Shows an image, up to 25 MiB, with its metadata. Of a GIF the first frame is shown, as PNG.",
  wrapped: false,
  effect: "reads",
  input: z.object({ path: imagePath }),
  async run({ path: asked }, { workspace }) {
    const { preview, ...image } = await workspace.loadImage(asked);
    return [
      { type: "image", data: Buffer.from(preview.data).toString("base64"), mimeType: preview.mimeType },
      { type: "text", text: JSON.stringify(image, undefined, 2) },
    ];
  },
});

export const deleteImage = objectTool({
  name: "kb_delete_image",
  title: "Delete an image",
  description: "Deletes one image. Links to it are not looked for.",
  wrapped: false,
  effect: "destroys",
  input: z.object({ path: imagePath }),
  output: z.object({ path: z.string(), deleted: z.literal(true) }),
  async run({ path: asked }, { workspace }) {
    const { path, deleted } = await workspace.deleteImage(asked);
    return { path, deleted };
  },
});

export const moveImage = objectTool({
  name: "kb_move_image",
  title: "Move an image",
  description: "Moves or renames an image, never over another file. Markdown that shows it stays as it is.",
  wrapped: true,
  effect: "writes",
  input: z.object({
    sourcePath: imagePath,
    targetPath: imagePath,
    expectedSha256: z.string().optional().describe("64 hex digits; another hash is a conflict"),
    updateReferences: z.boolean().optional().describe("Not supported: true is refused"),
  }),
  output: z.object({ previousPath: z.string(), path: z.string(), sha256: z.string() }),
  async run({ sourcePath, targetPath, expectedSha256, updateReferences }, { workspace }) {
    if (updateReferences === true)
      throw new FootnoteError("invalid_argument", {
        what: "updateReferences",
        problem: "is not supported; move the image, then change the links with kb_patch",
        command: "kb",
      });
    const { previousPath, path, sha256 } = await workspace.moveImage(sourcePath, targetPath, expectedSha256);
    return { previousPath, path, sha256 };
  },
});

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without the fields that are not there. */
function defined<T extends object>(given: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;
}
