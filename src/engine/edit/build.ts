import type { MarkdownElement, MarkdownFile, MarkdownOutline } from "../markdown/element.ts";
import { checkReplacement, checkSection, fragmentOf, itemFragment, quoteFragment } from "./fragment.ts";
import { fragmentSplice } from "./fragment-splice.ts";
import { atLineStart, endingsAt, pastEnding, withoutFirstEndings, withoutLastEndings } from "./lines.ts";
import type { PatchKind, PatchOperation, PatchOptions, Splice } from "./operation.ts";
import { refused } from "./refuse.ts";

/** A splice with what it is for. */
export interface Edit extends Splice {
  readonly operation: PatchOperation;
  readonly target: MarkdownElement | "document";
  /** Where in `text` the new element begins; undefined for a deletion. */
  readonly newAt?: number;
}

const TAKES_NO_TEXT: ReadonlySet<PatchKind> = new Set(["delete_section"]);

/** The splice that an operation is, by the table of kb.md §3.3. Refuses content that may not stand there (§3.2). */
export function editOf(
  file: MarkdownFile,
  outline: MarkdownOutline,
  operation: PatchOperation,
  target: MarkdownElement | "document",
  options: PatchOptions,
): Edit {
  const { kind, markdown } = operation;
  const { path } = file;
  const made = (start: number, end: number, text: string, newAt?: number): Edit => ({
    start,
    end,
    text,
    operation,
    target,
    ...(newAt === undefined ? {} : { newAt }),
  });
  const deletes = kind === "delete" || kind === "delete_section";
  if (deletes) {
    const mayNot = TAKES_NO_TEXT.has(kind) || (target !== "document" && isContainer(target));
    if (markdown !== undefined && mayNot) throw refused(path, `${kind} takes no markdown`);
    if (target === "document") throw refused(path, "the document as a whole cannot be deleted; delete the file");
    return deletion(file, operation, target, options, made);
  }
  if (markdown === undefined) throw refused(path, `${kind} needs markdown`, { reason: "MISSING_MARKDOWN" });
  const fragment = fragmentOf(file, markdown);
  if (kind === "replace_fragment") {
    const old = operation.oldMarkdown ?? "";
    if (target === "document") throw refused(path, "replace_fragment needs the pointer of an element");
    const asGiven = target.own.some(({ start, end }) => file.text.slice(start, end).includes(old));
    return { ...made(0, 0, ""), ...fragmentSplice(file, target, asGiven ? old : fragmentOf(file, old), fragment) };
  }
  if (kind === "insert_before" || kind === "insert_after") {
    if (target === "document") return insertIntoDocument(file, outline, kind, fragment, made);
    return insertion(file, target, kind, fragment, options, made);
  }
  if (target === "document") throw refused(path, `${kind} needs the pointer of an element, not document`);
  return replacement(file, target, kind, fragment, options, made);
}

type Make = (start: number, end: number, text: string, newAt?: number) => Edit;

/** Lists and quotes: what is put there has to keep to their structure. */
export function isContainer({ kind }: MarkdownElement): boolean {
  return kind === "list_item" || kind === "block_quote";
}

function deletion(
  { text, path }: MarkdownFile,
  { kind }: PatchOperation,
  target: MarkdownElement,
  options: PatchOptions,
  made: Make,
): Edit {
  if (kind === "delete_section") {
    requireKind(path, kind, target, "heading");
    return made(target.subtree.start, target.subtree.end, "");
  }
  const { start, end } = target;
  if (isContainer(target)) {
    const [first, last] = [target.subtree.start, pastEnding(text, target.subtree.end)];
    return options.tidy === true ? made(...tidiedLines(text, first, last), "") : made(first, last, "");
  }
  return options.tidy === true ? made(...tidied(text, start, end), "") : made(start, end, "");
}

/** With the blank lines that would be left over. */
function tidied(text: string, start: number, end: number): [start: number, end: number] {
  const behind = /^(?:[ \t]*(?:\r\n|\r|\n))+/.exec(text.slice(end))?.[0].length ?? 0;
  if (end + behind < text.length) return [start, end + behind];
  const before = /(?:(?:\r\n|\r|\n)[ \t]*)+$/.exec(text.slice(0, start))?.[0].length ?? 0;
  // The last line keeps its ending.
  return [start - before, end];
}

/** Whole lines, with the blank lines that would be left over: between what stands before and behind one stays. */
function tidiedLines(text: string, start: number, end: number): [start: number, end: number] {
  const before = /(?:^|(?:\r\n|\r|\n))(?:[ \t]*(?:\r\n|\r|\n))*$/.exec(text.slice(0, start))?.[0] ?? "";
  const blanksBefore = before.replace(/^(?:\r\n|\r|\n)/, "");
  const behind = /^(?:[ \t]*(?:\r\n|\r|\n))*[ \t]*/.exec(text.slice(end))?.[0] ?? "";
  if (end + behind.length === text.length) return [start - blanksBefore.length, text.length];
  const blanksBehind = /^(?:[ \t]*(?:\r\n|\r|\n))*/.exec(behind)?.[0] ?? "";
  const apart = start === 0 || blanksBefore !== "";
  return [start, apart ? end + blanksBehind.length : end];
}

function replacement(
  file: MarkdownFile,
  target: MarkdownElement,
  kind: PatchKind,
  fragment: string,
  options: PatchOptions,
  made: Make,
): Edit {
  const { text, path, lineEnding } = file;
  if (kind === "replace_section") {
    requireKind(path, kind, target, "heading");
    checkSection(file, target, fragment);
    const { start, end } = target.subtree;
    const last = end === text.length;
    return made(start, end, last ? fragment : withoutLastEndings(fragment) + lineEnding + lineEnding, 0);
  }
  if (kind === "replace_subtree") {
    requireKind(path, kind, target, "list_item");
    return made(target.subtree.start, target.subtree.end, itemFragment(file, target, fragment, options, true), 0);
  }
  if (target.kind === "list_item") return ownTextReplacement(file, target, fragment, options, made);
  if (target.kind === "block_quote") return made(target.start, target.end, quoteFragment(file, target, fragment), 0);
  checkReplacement(file, target, fragment, options);
  return made(target.start, target.end, fragment, 0);
}

/** Only what stands before the first child item; children, and text behind them, stay to the byte. */
function ownTextReplacement(
  file: MarkdownFile,
  target: MarkdownElement,
  fragment: string,
  options: PatchOptions,
  made: Make,
): Edit {
  const [first] = target.own;
  if (first === undefined || first.start !== target.start)
    throw refused(file.path, `${target.pointer} has no text of its own before its first child item`, {
      pointer: target.pointer,
    });
  const old = file.text.slice(first.start, first.end);
  const endings = old.slice(withoutLastEndings(old).length);
  return made(first.start, first.end, itemFragment(file, target, fragment, options, false) + endings, 0);
}

function insertion(
  file: MarkdownFile,
  target: MarkdownElement,
  kind: "insert_before" | "insert_after",
  fragment: string,
  options: PatchOptions,
  made: Make,
): Edit {
  const { text, lineEnding: E, path } = file;
  if (fragment.trim() === "")
    throw refused(path, `${kind} needs markdown that is not blank`, { reason: "MISSING_MARKDOWN" });
  if (!isContainer(target)) {
    if (kind === "insert_before") {
      if (target.kind === "front_matter")
        throw refused(path, "nothing can stand before front matter", { pointer: target.pointer });
      return made(target.start, target.start, withoutLastEndings(fragment) + E + E, 0);
    }
    return made(target.end, target.end, E + E + withoutFirstEndings(fragment), 2 * E.length);
  }
  const isItem = target.kind === "list_item";
  const put = isItem ? itemFragment(file, target, fragment, options, true) : quoteFragment(file, target, fragment);
  if (kind === "insert_before") {
    const { start } = target.subtree;
    return made(start, start, put + E + (isItem ? "" : E), 0);
  }
  const at = pastEnding(text, target.subtree.end);
  const atEnd = at === text.length;
  const before = atLineStart(text, at) ? "" : E;
  const apart = isItem ? "" : E;
  // A quote must not be read on into what follows.
  const behind = atEnd ? (options.tidy === true ? E : "") : E + (isItem || endingsAt(text, at, 1) > 0 ? "" : E);
  return made(at, at, before + apart + put + behind, before.length + apart.length);
}

function insertIntoDocument(
  { text, lineEnding: E }: MarkdownFile,
  outline: MarkdownOutline,
  kind: "insert_before" | "insert_after",
  fragment: string,
  made: Make,
): Edit {
  if (text === "") return made(0, 0, fragment, 0);
  const missing = (there: number): string => E.repeat(Math.max(0, 2 - there));
  if (kind === "insert_after") {
    const before = missing(endingsAt(text, text.length, -1));
    return made(text.length, text.length, before + withoutFirstEndings(fragment), before.length);
  }
  const [first] = outline.near(0, 0);
  const put = withoutLastEndings(fragment);
  if (first?.kind !== "front_matter") return made(0, 0, put + missing(endingsAt(text, 0, 1)), 0);
  const at = first.end;
  const rest = at === text.length ? "" : missing(endingsAt(text, at, 1));
  return made(at, at, E + E + put + rest, 2 * E.length);
}

function requireKind(path: string, kind: PatchKind, target: MarkdownElement, wanted: "heading" | "list_item"): void {
  if (target.kind === wanted) return;
  const thing = wanted === "heading" ? "a heading" : "a list item";
  throw refused(
    path,
    `${kind} needs the pointer of ${thing}, and ${target.pointer} is a ${target.kind.replace("_", " ")}`,
    {
      pointer: target.pointer,
    },
  );
}
