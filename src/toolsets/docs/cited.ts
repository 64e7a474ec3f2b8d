import type { Span } from "../../engine/document.ts";
import { locatorOf, textOf } from "../../engine/evidence/evidence.ts";
import { type Locator, parseLocator } from "../../engine/evidence/locator.ts";
import { resolveLocator } from "../../engine/evidence/resolve-locator.ts";
import { whereOf } from "../../engine/evidence/where.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import type { PageView, SourceCard } from "../../engine/pages/view.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { printableText } from "../../foundation/text/printable.ts";
import type { Context } from "../context.ts";
import { toDocumentLocator } from "./element-locator.ts";
import { openTarget } from "./scope.ts";
import { visibleSpans } from "./visible.ts";

/** Characters of a passage in a card. */
const CARD_TEXT = 6000;

/** A place that somebody cites, opened. */
export interface Cited {
  readonly document: LibraryDocument;
  readonly spans: readonly Span[];
  /** Whether it is a passage; a page or a document is a place to open, with nothing to mark. */
  readonly marked: boolean;
}

/** Opens a locator, or a document by its path or title. Throws what `openTarget` and `resolveLocator` do. */
export async function openCited(asked: string, context: Context): Promise<Cited> {
  const target = await toDocumentLocator(asked, context);
  const document = await openTarget(target, context);
  const locator: Locator = target.startsWith("footnote:") ? parseLocator(target) : { document: document.sha256 };
  const marked = locator.spans !== undefined || locator.section !== undefined || locator.passage !== undefined;
  if (marked) return { document, marked, spans: visibleSpans(document, resolveLocator(locator, document).spans).spans };
  const { pages } = resolveLocator(locator, document);
  const start = document.pages.find(({ number }) => number === pages.first)?.start ?? 0;
  return { document, marked, spans: [{ start, end: start }] };
}

/** The card of a source; one that cannot be opened says why, and the others still work. */
export async function cardOf(id: string, target: string, context: Context): Promise<SourceCard> {
  try {
    const { document, spans, marked } = await openCited(target, context);
    const text = marked ? printableText(textOf(document, spans)) : "";
    const locator = target.startsWith("footnote:") ? target : locatorOf(document, spans);
    const where = whereOf(document, spans);
    const shown = text.length > CARD_TEXT ? `${text.slice(0, CARD_TEXT).toWellFormed()}…` : text;
    return { id, locator, title: document.title, where, ...(shown === "" ? {} : { text: shown }) };
  } catch (thrown) {
    const { message, remedy } = toFootnoteError(thrown, target);
    return { id, locator: target, error: `${message} ${remedy}` };
  }
}

/** A page of a cited source; 0 is the first that is cited. */
export async function pageOf(cited: Cited, page: number, context: Context): Promise<PageView> {
  // Loaded when needed: pictures of pages are no business of a search.
  const { documentView } = await import("../../engine/pages/document-view.ts");
  const { document, spans, marked } = cited;
  const { password, signal } = context;
  const original = originalOf(document, context);
  return documentView(document, spans, {
    page,
    marked,
    original,
    signal,
    ...(password === undefined ? {} : { password }),
  });
}

/** The bytes that were read: from the archive, else from the file when it may be read and is still the same. */
function originalOf({ folio, path, sha256: wanted }: LibraryDocument, context: Context): Uint8Array | undefined {
  const stored = folio.source();
  if (stored !== undefined) return stored;
  try {
    const bytes = context.roots.read(path, context.cwd);
    return sha256(bytes) === wanted ? bytes : undefined;
  } catch {
    return undefined;
  }
}
