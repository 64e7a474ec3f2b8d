import { extname } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Changes } from "./changes.ts";
import { entryAt } from "./identity.ts";
import { formatOfBytes, type ImageFormat, mimeTypeOf, requireImageName, unsupported } from "./image-format.ts";
import { imageMarkdown } from "./image-markdown.ts";
import { clientName, explicitName, fallbackName, numberedName } from "./image-name.ts";
import { bytesOfSource, type ImageSource } from "./image-source.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace } from "./place.ts";
import type { Site } from "./site.ts";

export interface SaveImage {
  readonly source: ImageSource;
  /** What the client says that it is; must agree with the content. */
  readonly mimeType?: string;
  /** The name that the client's file had: used where it can be, with its extension set right. */
  readonly clientName?: string;
  /** The name that the caller asks for. A number is added when it is taken. */
  readonly fileName?: string;
  /** The folder for it, "images" when not given. */
  readonly directory?: string;
  /** The whole path instead: never numbered, and an error when it is taken. Not together with fileName or directory. */
  readonly targetPath?: string;
  /** The document that will show the image: the destination in the Markdown is relative to its folder. */
  readonly documentPath?: string;
  readonly altText?: string;
}

export interface SavedImage {
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly markdown: string;
  readonly change: number;
}

const MOST_NUMBERS = 10_000;

/** Saves an image whose format is told by its content. Throws invalid_argument, image_unsupported, too_large, note_path, note_exists (reason IMAGE_EXISTS). */
export async function saveImage(site: Site, request: SaveImage): Promise<SavedImage> {
  site.requireWrites();
  requireOneTarget(request);
  const document =
    request.documentPath === undefined
      ? undefined
      : parsePath(request.documentPath, "markdown", site.extensions).join("/");
  const bytes = bytesOfSource(request.source, { path: site.importFolder, pin: site.ground.pin });
  const format = formatOfUpload(bytes, request.mimeType);
  const hash = sha256(bytes);
  const candidates = targetsOf(request, format, fallbackName(hash, format, site.now()));
  return site.mutate((changes) => {
    for (const target of candidates) {
      const saved = saveAt(site, changes, target, bytes);
      if (saved === undefined) continue;
      const alt = request.altText ?? saved.name.slice(0, saved.name.length - extname(saved.name).length);
      const markdown = imageMarkdown(saved.path, alt, document);
      return {
        path: saved.path,
        mimeType: mimeTypeOf(format),
        bytes: bytes.length,
        sha256: hash,
        markdown,
        change: saved.change,
      };
    }
    throw new FootnoteError("note_exists", { path: candidates[0] ?? "", reason: "IMAGE_EXISTS" });
  });
}

function requireOneTarget({ targetPath, fileName, directory }: SaveImage): void {
  if (targetPath === undefined || (fileName === undefined && directory === undefined)) return;
  const problem = "is the whole path, so it cannot be combined with fileName or directory";
  throw new FootnoteError("invalid_argument", { what: "targetPath", problem, command: "kb" });
}

function formatOfUpload(bytes: Uint8Array, declared: string | undefined): ImageFormat {
  const format = formatOfBytes(bytes);
  if (format === undefined) throw unsupported("The image", "its content is none of the formats that are kept");
  const stated = declared?.split(";")[0]?.trim().toLowerCase().replace("image/jpg", "image/jpeg") ?? "";
  if (stated === "" || stated === mimeTypeOf(format)) return format;
  throw unsupported("The image", `its content is ${mimeTypeOf(format)}, not ${stated}`);
}

/** The paths to try, one after the other. */
function targetsOf(request: SaveImage, format: ImageFormat, fallback: string): readonly string[] {
  const { targetPath, fileName, directory = "images" } = request;
  if (targetPath !== undefined) {
    parsePath(targetPath, "image");
    if (requireImageName(targetPath) !== format) throw unsupported(targetPath, `its content is ${mimeTypeOf(format)}`);
    return [targetPath];
  }
  const name =
    fileName === undefined ? (clientName(request.clientName, format) ?? fallback) : explicitName(fileName, format);
  parsePath(`${directory}/${name}`, "image");
  return Array.from({ length: MOST_NUMBERS }, (_, number) => `${directory}/${numberedName(name, number + 1)}`);
}

/** Undefined when something is there already. */
function saveAt(
  site: Site,
  changes: Changes,
  target: string,
  bytes: Uint8Array,
): { path: string; name: string; change: number } | undefined {
  return atPlace(
    site.ground,
    parsePath(target, "image"),
    target,
    (place) => {
      if (entryAt(place.folder.at(place.name)) !== undefined) return undefined;
      return { path: place.path, name: place.name, change: changes.create(place, bytes) };
    },
    { makeFolders: true },
  );
}
