import type { Image, PDFDocument, PDFObject } from "mupdf";
import { sha256 } from "../../../foundation/bytes/sha256.ts";
import type { Box } from "../../document.ts";
import type { Mupdf } from "./engine.ts";
import { startPdfEngine } from "./engine.ts";
import { openPdf } from "./open.ts";

/** A picture that stands on a page. JPEG data is as it lies in the file; everything else is made PNG. */
export interface PdfFigure {
  readonly page: number;
  /** Points from the page's top left corner, as shown. */
  readonly box: Box;
  readonly extension: "jpeg" | "png";
  readonly data: Uint8Array;
}

/** Rules and bullets are images in some files: below this many points in both directions nothing is a figure. */
const LEAST_SIDE = 20;
const PAGES_PER_STORE = 50;

/**
 * The pictures of a PDF in the order of its pages; one that comes again, such as a logo, only at its first place. Pictures drawn inline or as paths are not
 * among them. Pages that cannot be read have none. Throws what opening a PDF does.
 */
export async function pdfFigures(input: {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
}): Promise<PdfFigure[]> {
  const engine = await startPdfEngine();
  const document = openPdf(engine, input);
  const seen = new Set<string>();
  const figures: PdfFigure[] = [];
  try {
    for (let page = 1; page <= document.countPages(); page++) {
      for (const figure of figuresOn(engine.mupdf, document, page)) {
        const hash = sha256(figure.data);
        if (!seen.has(hash)) figures.push(figure);
        seen.add(hash);
      }
      if (page % PAGES_PER_STORE === 0) engine.mupdf.emptyStore();
    }
  } finally {
    document.destroy();
  }
  return figures;
}

function figuresOn(mupdf: Mupdf, document: PDFDocument, number: number): PdfFigure[] {
  try {
    const stored = storedImages(document.findPage(number - 1).getInheritable("Resources"));
    return stored.length === 0 ? [] : drawnImages(mupdf, document, number, stored);
  } catch {
    return [];
  }
}

function drawnImages(mupdf: Mupdf, document: PDFDocument, number: number, stored: readonly PDFObject[]): PdfFigure[] {
  const figures: PdfFigure[] = [];
  const page = document.loadPage(number - 1);
  const text = page.toStructuredText("preserve-images");
  try {
    const [left, top] = page.getBounds();
    // MuPDF keeps what it decodes, so the image that was drawn and the one loaded by reference are one.
    const jpegs = new Map(stored.filter(isJpeg).map((object) => [pointerOf(document.loadImage(object)), object]));
    text.walk({
      onImageBlock([x0, y0, x1, y1], _, image) {
        if (x1 - x0 < LEAST_SIDE && y1 - y0 < LEAST_SIDE) return;
        const jpeg = jpegs.get(pointerOf(image));
        const box: Box = [x0 - left, y0 - top, x1 - left, y1 - top];
        const data = jpeg === undefined ? pngOf(mupdf, image) : jpeg.readRawStream().asUint8Array().slice();
        figures.push({ page: number, box, extension: jpeg === undefined ? "png" : "jpeg", data });
      },
    });
  } finally {
    text.destroy();
    page.destroy();
  }
  return figures;
}

/** The image objects that a page's resources name, also by way of forms. Each object is looked at once, since forms may name each other. */
function storedImages(resources: PDFObject, seen = new Set<number>()): PDFObject[] {
  const found: PDFObject[] = [];
  const objects = resources.isDictionary() ? resources.get("XObject") : resources;
  if (!objects.isDictionary()) return found;
  objects.forEach((object) => {
    const number = object.isIndirect() ? object.asIndirect() : 0;
    if (number === 0 || seen.has(number)) return;
    seen.add(number);
    const kind = object.get("Subtype");
    const name = kind.isName() ? kind.asName() : "";
    if (name === "Image") found.push(object);
    if (name === "Form") found.push(...storedImages(object.get("Resources"), seen));
  });
  return found;
}

function isJpeg(object: PDFObject): boolean {
  const filter = object.get("Filter");
  const only = filter.isArray() && filter.length === 1 ? filter.get(0) : filter;
  return only.isName() && only.asName() === "DCTDecode";
}

function pngOf(mupdf: Mupdf, image: Image): Uint8Array {
  const pixmap = image.toPixmap();
  const space = pixmap.getColorSpace();
  const plain =
    space === null || space.isRGB() || space.isGray() ? pixmap : pixmap.convertToColorSpace(mupdf.ColorSpace.DeviceRGB);
  return plain.asPNG().slice();
}

function pointerOf(image: Image): number {
  return Number(image.pointer);
}
