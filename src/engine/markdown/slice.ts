import { FootnoteError } from "../../foundation/errors.ts";
import type { Span } from "../document.ts";
import { anchorOf, parseAnchor, resolveAnchor } from "./anchor.ts";
import type { ElementKind, MarkdownElement, MarkdownFile, MarkdownOutline } from "./element.ts";
import { ownText } from "./own-text.ts";
import { type TableView, tableAt, tableView } from "./table.ts";

/** A piece of a file as it stands there, and the elements that begin in it. */
export interface MarkdownSlice {
  /** "document", or the full anchor of the first element. */
  readonly pointer: string;
  readonly elements: readonly SlicedElement[];
  readonly markdown: string;
  /** Where `markdown` stands in the text. */
  readonly span: Span;
  /** Full anchor of the first element behind it; null at the end. */
  readonly nextPointer: string | null;
  /** Filled when the element that was asked for is a table. */
  readonly table: TableView | null;
}

export interface SlicedElement {
  /** Full anchor. */
  readonly pointer: string;
  readonly kind: ElementKind;
  /** Items: their own text, without child items. */
  readonly text: string;
  readonly headingPath: string | null;
  readonly lineStart: number;
  readonly lineEnd: number;
}

export interface SliceLimits {
  readonly maxElements: number;
  /** UTF-8 bytes of `markdown`; the first element is whole, however long. */
  readonly maxBytes: number;
}

/**
 * The file from an element on (from its beginning without `pointer`), up to the limits. What stands between elements comes along, so that
 * slices read one after the other are the exact text. Throws as `parseAnchor` and `resolveAnchor` do.
 */
export function readSlice(
  file: MarkdownFile,
  outline: MarkdownOutline,
  request: SliceLimits & { readonly pointer?: string },
): MarkdownSlice {
  const target = resolveAnchor(file, outline, parseAnchor(request.pointer ?? "document"), "read");
  const { elements } = outline;
  if (target === "document") return cut(file, elements, 0, { start: 0, end: file.text.length }, request, "document");
  const range = { start: lineStart(file.text, target.start), end: file.text.length };
  return cut(file, elements, elements.indexOf(target), range, request, target);
}

/**
 * A heading with all that its section owns; any other element with all below it. The limits hold within it, and so does `nextPointer`:
 * given as `from`, the reading goes on there.
 */
export function readSection(
  file: MarkdownFile,
  outline: MarkdownOutline,
  request: SliceLimits & { readonly pointer: string; readonly from?: string },
): MarkdownSlice {
  const target = resolveAnchor(file, outline, parseAnchor(request.pointer), "read");
  const { elements } = outline;
  if (target === "document") return readSlice(file, outline, { ...request, pointer: request.from ?? "document" });
  const inside = elements.slice(0, sectionEnd(elements, elements.indexOf(target)));
  const from = request.from === undefined ? target : resolveAnchor(file, outline, parseAnchor(request.from), "read");
  const first = from === "document" ? -1 : inside.indexOf(from);
  if (first < inside.indexOf(target))
    throw new FootnoteError("pointer_invalid", {
      pointer: request.from ?? "",
      problem: `it is not inside ${request.pointer}`,
      reason: "OUTSIDE_SECTION",
    });
  const range = { start: lineStart(file.text, inside[first]?.start ?? target.start), end: target.subtree.end };
  return cut(file, inside, first, range, request, inside[first] ?? target);
}

/** Index behind the last element that a section, or an item with its children, holds. */
function sectionEnd(elements: readonly MarkdownElement[], first: number): number {
  const end = elements[first]?.subtree.end ?? 0;
  let at = first + 1;
  while (at < elements.length && (elements[at]?.start ?? end) < end) at++;
  return at;
}

/** One element alone: an item without its child items, a heading without its section. */
export function readElement(file: MarkdownFile, outline: MarkdownOutline, pointer: string): MarkdownSlice {
  const target = resolveAnchor(file, outline, parseAnchor(pointer), "read");
  const { elements } = outline;
  if (target === "document")
    return readSlice(file, outline, { maxElements: elements.length, maxBytes: Number.MAX_SAFE_INTEGER });
  const next = elements[elements.indexOf(target) + 1];
  return {
    pointer: anchorOf(target),
    elements: [sliced(file.text, target)],
    markdown: ownText(file.text, target),
    span: { start: target.start, end: target.end },
    nextPointer: next === undefined ? null : anchorOf(next),
    table: tableOf(file.text, target),
  };
}

/** Lines `first` to `last`, counted from 1, as far as they exist, and the elements that stand on them. */
export function readLines(
  file: MarkdownFile,
  outline: MarkdownOutline,
  lines: { readonly first: number; readonly last: number },
): MarkdownSlice {
  const span = linesSpan(file.text, lines.first, lines.last);
  const on = outline.elements.filter((each) => each.lineStart <= lines.last && each.lineEnd >= lines.first);
  const next = outline.elements.find((each) => each.lineStart > lines.last);
  return {
    pointer: on[0] === undefined ? "document" : anchorOf(on[0]),
    elements: on.map((each) => sliced(file.text, each)),
    markdown: file.text.slice(span.start, span.end),
    span,
    nextPointer: next === undefined ? null : anchorOf(next),
    table: null,
  };
}

function cut(
  file: MarkdownFile,
  elements: readonly MarkdownElement[],
  first: number,
  range: Span,
  limits: SliceLimits,
  target: MarkdownElement | "document",
): MarkdownSlice {
  const { text } = file;
  let end = range.start;
  let bytes = 0;
  let next = first;
  while (next < elements.length) {
    const after = elements[next + 1];
    const upTo = after === undefined ? range.end : Math.max(end, lineStart(text, after.start));
    bytes += Buffer.byteLength(text.slice(end, upTo));
    if (next > first && (next - first >= limits.maxElements || bytes > limits.maxBytes)) break;
    end = upTo;
    next++;
  }
  if (next === elements.length) end = range.end;
  const span = { start: range.start, end };
  const following = elements[next];
  return {
    pointer: target === "document" ? "document" : anchorOf(target),
    elements: elements.slice(first, next).map((each) => sliced(text, each)),
    markdown: text.slice(span.start, span.end),
    span,
    nextPointer: following === undefined ? null : anchorOf(following),
    table: target === "document" ? null : tableOf(text, target),
  };
}

function sliced(text: string, element: MarkdownElement): SlicedElement {
  const { kind, headingPath, lineStart: first, lineEnd } = element;
  return { pointer: anchorOf(element), kind, text: ownText(text, element), headingPath, lineStart: first, lineEnd };
}

function tableOf(text: string, element: MarkdownElement): TableView | null {
  const data = tableAt(text, element);
  return data === undefined ? null : tableView(data);
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text.charCodeAt(at - 1) !== 0x0a && text.charCodeAt(at - 1) !== 0x0d) at--;
  return at;
}

function linesSpan(text: string, first: number, last: number): Span {
  const endings = /\r\n?|\n/g;
  let line = 1;
  let start = first <= 1 ? 0 : text.length;
  for (let found = endings.exec(text); found !== null; found = endings.exec(text)) {
    line++;
    if (line === first) start = endings.lastIndex;
    if (line > last) return { start: Math.min(start, endings.lastIndex), end: endings.lastIndex };
  }
  return { start, end: text.length };
}
