import { anchorOf, parseAnchor, resolveAnchor } from "../../../engine/markdown/anchor.ts";
import type { MarkdownElement, MarkdownFile } from "../../../engine/markdown/element.ts";
import { outlineOf } from "../../../engine/markdown/outline.ts";
import { FootnoteError } from "../../../foundation/errors.ts";

export interface ToggledTask {
  readonly text: string;
  readonly done: boolean;
  /** The logical pointer of the item, which stays the same. */
  readonly pointer: string;
}

/** The marker of a list item. */
const MARKER = /(?:[-*+]|\d{1,9}[.)])/.source;
/** Columns behind a marker from which on what follows is code (CommonMark §5.2). */
const CODE_COLUMNS = 5;

/**
 * Where the box of an item is, as an offset into the file: `[ ]`, `[x]` or `[X]` right behind its marker (GFM §5.3). Items can begin on one line ("- - [ ] a"), of which
 * `before` come before this one.
 */
function boxOf(text: string, { start, end }: MarkdownElement, before: number): number | undefined {
  const line = text.slice(start, end);
  const found = new RegExp(`^[ \\t>]*(?:${MARKER}[ \\t]+){${before}}${MARKER}([ \\t]+)\\[[ xX]\\](?=\\s|$)`).exec(line);
  if (found === null) return undefined;
  const blanks = found[1] ?? "";
  const box = found[0].length - "[ ]".length;
  const width = columnAt(line, box) - columnAt(line, box - blanks.length);
  return width < CODE_COLUMNS ? start + box + 1 : undefined;
}

/** Columns before an offset of a line; a tab goes on to the next multiple of four. */
function columnAt(line: string, offset: number): number {
  let column = 0;
  for (const character of line.slice(0, offset)) column += character === "\t" ? 4 - (column % 4) : 1;
  return column;
}

/** The file with one task done, not done, or the other of both when `done` is not given; one character changes. Throws as resolveAnchor does, and edit_refused for no task. */
export function toggleTask(file: MarkdownFile, pointer: string, done?: boolean): ToggledTask {
  const outline = outlineOf(file.text);
  const element = resolveAnchor(file, outline, parseAnchor(pointer), "self");
  const refused = (problem: string): FootnoteError =>
    new FootnoteError("edit_refused", {
      path: file.path,
      problem,
      pointer,
      reason: "NO_TASK",
      remedy: "Read the list, and take the pointer of an item that begins with [ ] or [x].",
    });
  if (element === "document" || element.kind !== "list_item") throw refused(`${pointer} is no list item`);
  const depth = element.item?.depth ?? 1;
  const before = outline.elements.filter(
    ({ start, item }) => start === element.start && (item?.depth ?? depth) < depth,
  );
  const at = boxOf(file.text, element, before.length);
  if (at === undefined) throw refused(`the list item ${element.pointer} is no task`);
  const was = file.text.charAt(at);
  const now = done ?? was === " ";
  const mark = now === (was !== " ") ? was : now ? "x" : " ";
  return { text: file.text.slice(0, at) + mark + file.text.slice(at + 1), done: now, pointer: element.pointer };
}

/** The full anchor of what stands at a logical pointer. */
export function anchorNow(text: string, logical: string): string {
  const found = outlineOf(text).at(logical);
  return found === undefined ? logical : anchorOf(found);
}
