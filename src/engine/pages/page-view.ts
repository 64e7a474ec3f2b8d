import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Region } from "../answers.ts";
import { decodeText } from "../ingest/formats/decode.ts";
import { boxesOn } from "./boxes.ts";
import { linesView } from "./lines-view.ts";
import type { RenderedPage } from "./protocol.ts";
import { linesByWords, type QuotedLines } from "./quoted-lines.ts";
import { renderPdfPage } from "./render.ts";
import type { PageView, PdfView } from "./view.ts";

/** Originals over this are not drawn. */
const PREVIEW_LIMIT = 100 * 2 ** 20;

/** An original as it was stored. */
export interface Original {
  /** For messages. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
}

/** What is quoted of it, by whatever the source's kind can be marked with. */
export interface Quoted {
  /** Of PDFs. */
  readonly regions: readonly Region[];
  readonly firstPage: number;
  /** Of texts. */
  readonly lines: readonly QuotedLines[];
}

export interface PageViewOptions {
  /** 0 is the first quoted page or section. */
  readonly page: number;
  /** Whether regions are measured on the page as shown. VERA's are not: a turned page then gets no boxes. */
  readonly regionsTurned: boolean;
  /** Bytes; PREVIEW_LIMIT when left out. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Why the whole original cannot be shown. */
export interface Unavailable {
  readonly kind: "unavailable";
  readonly notice: string;
}

const TEXTS = new Set(["text/markdown", "text/plain"]);

/**
 * A page of an original with what is quoted on it: of a PDF a picture, of Markdown and text the lines. A PDF page that cannot be drawn is `text` with the
 * reason. Throws invalid_argument for a negative page and for a section that is not there, cancelled.
 */
export async function originalView(
  original: Original,
  quoted: Quoted,
  options: PageViewOptions,
): Promise<PageView | Unavailable> {
  const { limit = PREVIEW_LIMIT } = options;
  if (!Number.isInteger(options.page) || options.page < 0)
    throw new FootnoteError("invalid_argument", {
      what: `page ${options.page}`,
      problem: "Page must be zero (first cited page) or a positive page number",
      command: "open",
    });
  const { mediaType, fileName, bytes } = original;
  const isText = TEXTS.has(mediaType) || /\.(?:md|markdown)$/i.test(fileName);
  if (mediaType !== "application/pdf" && !isText) return unavailable(`Pages of ${mediaType} files cannot be drawn.`);
  if (bytes.length > limit)
    return unavailable(`The original is ${bytes.length} bytes, over the preview limit of ${limit}.`);
  if (mediaType === "application/pdf") return pdfView(original, quoted, options);
  return linesView(linesByWords(decodeText(bytes).text, quoted.lines), options.page, "");
}

const NO_HIGHLIGHTS_HERE = "No verified highlight locations on this page.";

async function pdfView(original: Original, quoted: Quoted, options: PageViewOptions): Promise<PageView | Unavailable> {
  const page = options.page === 0 ? quoted.firstPage : options.page;
  try {
    const { signal } = options;
    const drawn = await renderPdfPage({ ...original, page, ...(signal === undefined ? {} : { signal }) });
    return drawnView(drawn, quoted.regions, options.regionsTurned);
  } catch (thrown) {
    const error = toFootnoteError(thrown, original.path);
    if (error.code === "cancelled") throw error;
    if (error.code === "page_out_of_range")
      return { kind: "text", notice: `Page must be between 1 and ${error.details.pages}.` };
    if (error.code === "page_failed" || error.code === "page_timeout") return { kind: "text", notice: error.message };
    return unavailable(error.message);
  }
}

function drawnView(drawn: RenderedPage, regions: readonly Region[], regionsTurned: boolean): PdfView {
  const turned = drawn.rotation !== 0 && !regionsTurned;
  const boxes = turned ? [] : (boxesOn(drawn, regions) ?? []);
  return {
    kind: "pdf",
    page: drawn.page,
    page_count: drawn.pages,
    page_width: drawn.width,
    page_height: drawn.height,
    image: `data:image/png;base64,${Buffer.from(drawn.png.buffer, drawn.png.byteOffset, drawn.png.length).toString("base64")}`,
    boxes,
    notice: boxes.length > 0 ? "" : turned ? "Highlights are unavailable for rotated pages." : NO_HIGHLIGHTS_HERE,
  };
}

function unavailable(notice: string): Unavailable {
  return { kind: "unavailable", notice };
}
