import { type ImageFormat, mimeTypeOf, unsupported } from "./image-format.ts";

/** A GIF states its size in two 16-bit numbers, so a few bytes could ask for 17 GB of pixels; this is 100 MB. */
const MOST_PIXELS = 25_000_000;

export interface Preview {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** What a client is shown: the bytes themselves, or, as models take no GIF, the first frame as PNG. Throws image_unsupported for a GIF that cannot be decoded. */
export async function previewOf(path: string, bytes: Uint8Array, format: ImageFormat): Promise<Preview> {
  if (format !== "gif") return { mimeType: mimeTypeOf(format), data: bytes };
  try {
    const data = await new Bun.Image(bytes, { maxPixels: MOST_PIXELS }).png().bytes();
    return { mimeType: mimeTypeOf("png"), data };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const tooLarge = code === "ERR_IMAGE_TOO_MANY_PIXELS";
    throw unsupported(path, tooLarge ? `it has more than ${MOST_PIXELS} pixels` : "its first frame cannot be decoded");
  }
}
