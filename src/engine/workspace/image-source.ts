import { realpathSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { IMAGE_LIMIT } from "./image-format.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace } from "./place.ts";
import { readFile } from "./read-file.ts";

/** Where a new image comes from. A client's upload has a URL, which nothing here can open. */
export type ImageSource =
  | { readonly localPath: string }
  | { readonly dataBase64: string }
  | { readonly downloadUrl: string };

/** The folder that images may be imported from, with whether to go by open handles. */
export interface ImportFolder {
  readonly path: string | undefined;
  readonly pin: boolean;
}

/** The bytes of an image, at most 25 MiB. Throws invalid_argument, note_path, note_not_found, too_large. */
export function bytesOfSource(source: ImageSource, imports: ImportFolder): Uint8Array {
  if ("localPath" in source) return readImport(source.localPath, imports);
  if ("dataBase64" in source) return decodeBase64(source.dataBase64);
  throw refusal(
    "download_url",
    "cannot be fetched, as Footnote opens no network connection; give the image itself as dataBase64, or put it into the import folder and give its localPath",
  );
}

function readImport(path: string, { path: folder, pin }: ImportFolder): Uint8Array {
  if (folder === undefined)
    throw refusal("localPath", "needs an import folder, and none is configured; give dataBase64 instead");
  const root = realFolder(folder);
  // A person's tools give absolute paths; below the folder these mean the same.
  const inside = isAbsolute(path) ? relative(root, path) : path;
  return atPlace(
    { root, offLimits: [], pin },
    parsePath(inside, "any"),
    path,
    (place) => readFile(place, IMAGE_LIMIT, "an image").bytes,
  );
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch (error) {
    throw toFootnoteError(error, folder);
  }
}

/** RFC 4648 §4, to the letter: what a lenient decoder would skip is a sign that something else was meant. */
function decodeBase64(text: string): Uint8Array {
  if (text.length > Math.ceil(IMAGE_LIMIT / 3) * 4) {
    const size = Math.floor((text.length / 4) * 3);
    throw new FootnoteError("too_large", { path: "dataBase64", size, limit: IMAGE_LIMIT, format: "an image" });
  }
  if (text === "" || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw refusal("dataBase64", "is not base64 (the plain alphabet, padded, without a data: prefix or line breaks)");
  }
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  if (bytes.length <= IMAGE_LIMIT) return bytes;
  throw new FootnoteError("too_large", {
    path: "dataBase64",
    size: bytes.length,
    limit: IMAGE_LIMIT,
    format: "an image",
  });
}

function refusal(what: string, problem: string): FootnoteError {
  return new FootnoteError("invalid_argument", { what, problem, command: "kb" });
}
