import type { PDFDocument } from "mupdf";
import type { PdfFacts } from "./glyphs.ts";

type OutlineItem = NonNullable<ReturnType<PDFDocument["loadOutline"]>>[number];

const OUTLINE_LIMIT = 50_000;
const DEPTH_LIMIT = 64;

/** Title, language and outline; labels come page by page, since asking for one loads the page. */
export function readFacts(document: PDFDocument): PdfFacts {
  const title = tidy(document.getMetaData("info:Title") ?? "");
  const language = tidy(readLanguage(document));
  return {
    ...(title === "" ? {} : { title }),
    ...(language === "" ? {} : { language }),
    outline: readOutline(document),
  };
}

/** Whether the document numbers its pages itself (ISO 32000-1 §12.4.2). */
export function hasPageLabels(document: PDFDocument): boolean {
  try {
    return !document.getTrailer().get("Root", "PageLabels").isNull();
  } catch {
    return false;
  }
}

function readLanguage(document: PDFDocument): string {
  try {
    const language = document.getTrailer().get("Root", "Lang");
    return language.isString() ? language.asString() : "";
  } catch {
    return "";
  }
}

function readOutline(document: PDFDocument): PdfFacts["outline"] {
  const flat: { title: string; level: number; page: number; y?: number }[] = [];
  const visit = (items: readonly OutlineItem[], level: number): void => {
    for (const item of items) {
      if (flat.length >= OUTLINE_LIMIT) return;
      const title = tidy(item.title ?? "");
      if (title !== "") flat.push({ title, level, ...readTarget(document, item) });
      if (item.down !== undefined && level < DEPTH_LIMIT) visit(item.down, level + 1);
    }
  };
  try {
    visit(document.loadOutline() ?? [], 1);
  } catch {
    // A broken outline costs its headings, not the document: type and tags still tell them.
  }
  return flat;
}

function readTarget(document: PDFDocument, item: OutlineItem): { page: number; y?: number } {
  if (item.uri === undefined || !item.uri.startsWith("#")) return { page: 0 };
  try {
    const target = document.resolveLinkDestination(item.uri);
    if (target.page < 0) return { page: 0 };
    return Number.isFinite(target.y) ? { page: target.page + 1, y: target.y } : { page: target.page + 1 };
  } catch {
    return { page: 0 };
  }
}

function tidy(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}
