import type { LeafBlock, MarkdownElement, MarkdownFile, MarkdownOutline, OutlineExcerpt } from "../markdown/element.ts";
import { ownText } from "../markdown/own-text.ts";
import { type Edit, isContainer } from "./build.ts";
import { refused } from "./refuse.ts";
import type { Shift } from "./splices.ts";

/**
 * Whether edits of list items, quotes and tables did what they were meant to do and nothing else (kb.md §3.5): all other elements and blocks stand where they should with the
 * same text, items keep their depth, marker, parent and list, and what was put in is one root there. Throws edit_refused when not. Only what was read again is compared.
 */
export function checkStructure(
  file: MarkdownFile,
  outline: MarkdownOutline,
  made: MarkdownOutline,
  text: string,
  edits: readonly Edit[],
  shift: Shift,
): void {
  const broken = (what: string): Error =>
    refused(file.path, `the edit would change more than it should: ${what}`, { reason: "STRUCTURE" });
  const touched = touchedTest(edits);
  const { before, after } = outline.difference(made);
  const places = new Map([...after.elements.values()].map((element) => [`${element.kind}@${element.start}`, element]));
  const newOf = new Map<number, MarkdownElement>();
  const lists = new Map<number, number>();
  for (const [at, element] of before.elements) {
    if (
      element.own.some(({ start, end }) => touched(start, end)) ||
      (element.own.length === 0 && touched(element.start, element.end))
    )
      continue;
    const found = places.get(`${element.kind}@${shift.after(element.start)}`);
    if (found === undefined || (found.selfHash !== element.selfHash && !sameLines(file.text, element, text, found)))
      throw broken(`${element.pointer} would no longer be what it is`);
    newOf.set(at, found);
  }
  for (const [at, found] of newOf) {
    const { item, pointer = "" } = before.elements.get(at) ?? {};
    if (item === undefined) continue;
    const same =
      found.item?.depth === item.depth && found.item.marker === item.marker && found.item.indent === item.indent;
    if (!same) throw broken(`${pointer} would have another depth or marker`);
    const parent = newOf.get(item.parent);
    const newParent = found.item === undefined ? undefined : after.elements.get(found.item.parent);
    if (item.parent >= 0 && parent !== undefined && parent !== newParent)
      throw broken(`${pointer} would belong to another item`);
    const list = found.item?.list ?? -1;
    if ((lists.get(item.list) ?? list) !== list) throw broken(`the list of ${pointer} would be cut in two`);
    lists.set(item.list, list);
  }
  if (new Set(lists.values()).size < lists.size) throw broken("two lists would become one");
  checkLeaves(before.leaves, after.leaves, touched, shift, broken);
  for (const edit of edits) checkRoot(edit, before, after, shift, newOf, broken);
}

/** Whether two items have the same own text but for blank lines: those beside a child item count to the parent, and go with its last child. */
function sameLines(before: string, element: MarkdownElement, after: string, found: MarkdownElement): boolean {
  const lines = (text: string, one: MarkdownElement): string =>
    ownText(text, one)
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== "")
      .join("\n");
  return element.item !== undefined && lines(before, element) === lines(after, found);
}

/** Whether a range of the old text is not what it was: something in it was replaced, or put in strictly inside. */
function touchedTest(edits: readonly Edit[]): (start: number, end: number) => boolean {
  return (start, end) =>
    edits.some((edit) =>
      edit.start === edit.end ? edit.start > start && edit.start < end : edit.start < end && edit.end > start,
    );
}

function checkLeaves(
  before: readonly LeafBlock[],
  after: readonly LeafBlock[],
  touched: (start: number, end: number) => boolean,
  shift: Shift,
  broken: (what: string) => Error,
): void {
  const places = new Map(after.map((leaf) => [`${leaf.kind}@${leaf.start}`, leaf]));
  const containers = new Map<string, string>();
  for (const leaf of before) {
    if (touched(leaf.start, leaf.end)) continue;
    const found = places.get(`${leaf.kind}@${shift.after(leaf.start)}`);
    const line = `the block at offset ${leaf.start}`;
    if (found === undefined || found.end - found.start !== leaf.end - leaf.start)
      throw broken(`${line} would be read in another way`);
    if (found.containers.length !== leaf.containers.length)
      throw broken(`${line} would stand in another list or quote`);
    leaf.containers.forEach((container, at) => {
      const now = found.containers[at] ?? "";
      if ((containers.get(container) ?? now) !== now) throw broken(`${line} would stand in another list or quote`);
      containers.set(container, now);
    });
  }
}

/** What was put in is one root in the place of its target, or beside it. */
function checkRoot(
  edit: Edit,
  before: OutlineExcerpt,
  after: OutlineExcerpt,
  shift: Shift,
  newOf: ReadonlyMap<number, MarkdownElement>,
  broken: (what: string) => Error,
): void {
  const { target, newAt } = edit;
  if (target === "document" || newAt === undefined || edit.operation.kind === "replace_fragment") return;
  if (!isContainer(target)) return;
  const from = shift.startOf(edit) + newAt;
  const to = shift.startOf(edit) + edit.text.replace(/[\r\n]+$/, "").length;
  const made = [...after.elements.values()].filter(({ start }) => start >= from && start < to);
  const [root] = made;
  const { pointer } = target;
  if (root === undefined || root.start !== from || root.kind !== target.kind)
    throw broken(`what goes to ${pointer} would not be one ${target.kind.replace("_", " ")}`);
  const inside = made.slice(1).every(({ end }) => end <= root.subtree.end);
  if (!inside || root.subtree.end < to)
    throw broken(`what goes to ${pointer} would not be one ${target.kind.replace("_", " ")}`);
  const item = target.item;
  if (item === undefined) return;
  if (root.item?.depth !== item.depth) throw broken(`the item at ${pointer} would have another depth`);
  const parent = newOf.get(item.parent);
  if (parent !== undefined && after.elements.get(root.item.parent) !== parent)
    throw broken(`the item at ${pointer} would belong to another item`);
  const sibling = [...before.elements].find(([at, one]) => one.item?.list === item.list && newOf.has(at));
  const list = sibling && newOf.get(sibling[0])?.item?.list;
  if (list !== undefined && root.item.list !== list)
    throw broken(`the item at ${pointer} would begin a list of its own`);
}
