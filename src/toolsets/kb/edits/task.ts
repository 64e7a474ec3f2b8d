import { anchorOf, parseAnchor, resolveAnchor } from "../../../engine/markdown/anchor.ts";
import type { MarkdownFile } from "../../../engine/markdown/element.ts";
import { outlineOf } from "../../../engine/markdown/outline.ts";
import { FootnoteError } from "../../../foundation/errors.ts";

export interface ToggledTask {
  readonly text: string;
  readonly done: boolean;
  /** The logical pointer of the item, which stays the same. */
  readonly pointer: string;
}

/** `[ ]`, `[x]` or `[X]` right behind the marker of a list item (GFM §5.3). */
const BOX = /^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])\](?=\s|$)/;

/** The file with one task done, not done, or the other of both when `done` is not given; one character changes. Throws as resolveAnchor does, and edit_refused for no task. */
export function toggleTask(file: MarkdownFile, pointer: string, done?: boolean): ToggledTask {
  const element = resolveAnchor(file, outlineOf(file.text), parseAnchor(pointer), "self");
  const refused = (problem: string): FootnoteError =>
    new FootnoteError("edit_refused", {
      path: file.path,
      problem,
      pointer,
      reason: "NO_TASK",
      remedy: "Read the list, and take the pointer of an item that begins with [ ] or [x].",
    });
  if (element === "document" || element.kind !== "list_item") throw refused(`${pointer} is no list item`);
  const box = BOX.exec(file.text.slice(element.start, element.end));
  if (box === null) throw refused(`the list item ${element.pointer} is no task`);
  const now = done ?? box[2] === " ";
  const at = element.start + (box[1]?.length ?? 0);
  const mark = now === (box[2] !== " ") ? (box[2] ?? " ") : now ? "x" : " ";
  return { text: file.text.slice(0, at) + mark + file.text.slice(at + 1), done: now, pointer: element.pointer };
}

/** The full anchor of what stands at a logical pointer. */
export function anchorNow(text: string, logical: string): string {
  const found = outlineOf(text).elements.find(({ pointer }) => pointer === logical);
  return found === undefined ? logical : anchorOf(found);
}
