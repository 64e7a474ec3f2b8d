import { FootnoteError } from "../../foundation/errors.ts";
import { percentDecoded } from "../../foundation/text/percent.ts";
import { BOOK_PROFILES, type BookProfile, type BookWarning } from "./profile.ts";

/** Points of the text on a page, and what a picture may be high. */
const TEXT_WIDTH = 481;
const TEXT_HEIGHT = 640;
/** A picture's own size is in pixels of 1/96 inch. */
const POINTS_A_PIXEL = 0.75;
const MOST_PIXELS = 60_000_000;

/** A picture as it is printed. */
export interface BookImage {
  readonly bytes: Uint8Array;
  readonly extension: "png" | "jpg";
  /** Points. */
  readonly width: number;
  readonly height: number;
}

export type ReadImage = (relativePath: string) => Uint8Array;

/** Reads the pictures that a document shows, once each, no finer than a profile needs. What cannot be shown is a warning, and a placeholder on the page. */
export class BookImages {
  readonly #read: ReadImage;
  readonly #profile: BookProfile;
  readonly #known = new Map<string, BookImage | BookWarning["code"]>();

  constructor(read: ReadImage, profile: BookProfile) {
    this.#read = read;
    this.#profile = profile;
  }

  /** By destination as it is written: relative to the document. */
  async load(destination: string): Promise<void> {
    if (this.#known.has(destination)) return;
    this.#known.set(destination, await this.#image(destination));
  }

  get(destination: string): BookImage | BookWarning["code"] {
    return this.#known.get(destination) ?? "IMAGE_NOT_FOUND";
  }

  async #image(destination: string): Promise<BookImage | BookWarning["code"]> {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(destination)) return "IMAGE_REMOTE";
    let bytes: Uint8Array;
    try {
      bytes = this.#read(percentDecoded(destination.replace(/[?#].*$/, "")));
    } catch (error) {
      if (!(error instanceof FootnoteError)) throw error;
      if (error.code === "note_path") return "IMAGE_OUTSIDE_WORKSPACE";
      return error.code === "too_large" ? "IMAGE_TOO_LARGE" : "IMAGE_NOT_FOUND";
    }
    return scaled(bytes, this.#profile);
  }
}

/** Always decoded and written anew: what one decoder reads the typesetter's may refuse, and one damaged picture must not keep a whole book from being set. */
async function scaled(bytes: Uint8Array, profile: BookProfile): Promise<BookImage | BookWarning["code"]> {
  const { dpi, quality } = BOOK_PROFILES[profile];
  try {
    const image = new Bun.Image(bytes, { maxPixels: MOST_PIXELS });
    const { width, height, format } = await image.metadata();
    const share = Math.min(1, TEXT_WIDTH / (width * POINTS_A_PIXEL), TEXT_HEIGHT / (height * POINTS_A_PIXEL));
    const [w, h] = [width * POINTS_A_PIXEL * share, height * POINTS_A_PIXEL * share];
    const pixels = Math.round((w / 72) * dpi);
    const size = { width: w, height: h };
    const fits = pixels >= width;
    const made = fits ? image : image.resize(pixels, Math.max(1, Math.round((height * pixels) / width)));
    if (format !== "jpeg") return { ...size, bytes: await made.png().bytes(), extension: "png" };
    const encoded = await made.jpeg({ quality: fits ? UNSCALED_QUALITY : quality }).bytes();
    return { ...size, bytes: encoded, extension: "jpg" };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "ERR_IMAGE_TOO_MANY_PIXELS" ? "IMAGE_TOO_LARGE" : "IMAGE_UNSUPPORTED";
  }
}

/** Of a JPEG that is written anew without being made smaller. */
const UNSCALED_QUALITY = 95;
