import { FootnoteError } from "../../foundation/errors.ts";

/** The formats that notes may hold as images, and how each is known: by its first 16 bytes, never by its name alone (kb.md §1.4). */
const FORMATS = {
  png: { mimeType: "image/png", extensions: [".png"], starts: /^\x89PNG\r\n\x1a\n/ },
  jpeg: { mimeType: "image/jpeg", extensions: [".jpg", ".jpeg"], starts: /^\xff\xd8\xff/ },
  gif: { mimeType: "image/gif", extensions: [".gif"], starts: /^GIF8[79]a/ },
  webp: { mimeType: "image/webp", extensions: [".webp"], starts: /^RIFF[\s\S]{4}WEBP/ },
} as const;

export type ImageFormat = keyof typeof FORMATS;
const NAMES = Object.keys(FORMATS) as readonly ImageFormat[];

/** kb.md §6.2: of an image, and of a file that is fetched whole. */
export const IMAGE_LIMIT = 25 * 1024 * 1024;

export function formatOfBytes(bytes: Uint8Array): ImageFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return NAMES.find((name) => FORMATS[name].starts.test(start));
}

export function formatOfName(path: string): ImageFormat | undefined {
  const lower = path.toLowerCase();
  return NAMES.find((name) => FORMATS[name].extensions.some((extension) => lower.endsWith(extension)));
}

export function mimeTypeOf(format: ImageFormat): string {
  return FORMATS[format].mimeType;
}

/** The extension that a new file gets. */
export function extensionOf(format: ImageFormat): string {
  return FORMATS[format].extensions[0];
}

/** The format that a path's extension states; `image_unsupported` for any other. */
export function requireImageName(path: string): ImageFormat {
  const format = formatOfName(path);
  if (format === undefined) throw unsupported(path, "its extension is none of an image");
  return format;
}

/** The format that bytes have, which must be the one expected. */
export function requireFormat(path: string, bytes: Uint8Array, expected: ImageFormat): ImageFormat {
  const format = formatOfBytes(bytes);
  if (format === expected) return format;
  throw unsupported(path, `its extension says ${expected}, but its content is ${format ?? "none of these formats"}`);
}

export function unsupported(path: string, problem: string): FootnoteError {
  return new FootnoteError("image_unsupported", { path, problem });
}
