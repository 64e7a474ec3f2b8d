import { createTwoFilesPatch } from "diff";
import { anchorOf, parseAnchor, resolveAnchor } from "../markdown/anchor.ts";
import type { MarkdownElement, MarkdownFile, MarkdownOutline } from "../markdown/element.ts";
import { outlineOf } from "../markdown/outline.ts";
import { type Edit, editOf, isContainer } from "./build.ts";
import type { PatchKind, PatchOperation, PatchOptions } from "./operation.ts";
import { refused } from "./refuse.ts";
import { applySplices, Shift, sorted } from "./splices.ts";
import { checkStructure } from "./structure.ts";

/** What became of what an operation meant. */
export interface Touched {
  readonly kind: PatchKind;
  /** Full anchor of what stands there now; null after a deletion. */
  readonly pointer: string | null;
  readonly lineStart: number | null;
  readonly lineEnd: number | null;
}

export interface Patched {
  readonly text: string;
  /** One an operation, in their order. */
  readonly touched: readonly Touched[];
}

/** Operations of one patch: each costs a walk over the elements. */
const MOST_OPERATIONS = 200;

/** What the hash of everything below a target has to be right for. */
function needsSubtree(kind: PatchKind, element: MarkdownElement): boolean {
  return (
    kind === "replace_subtree" ||
    kind === "replace_section" ||
    kind === "delete_section" ||
    (kind === "delete" && element.kind === "list_item")
  );
}

/**
 * Applies operations to a file, all or none: every pointer is resolved in the file as it is, so their order does not matter (kb.md §3.4). Outside of what is
 * asked for, no character changes. Throws pointer_invalid, pointer_not_found, element_changed, edit_refused.
 */
export function applyPatch(
  file: MarkdownFile,
  operations: readonly PatchOperation[],
  options: PatchOptions = {},
): Patched {
  const { path, text } = file;
  if (operations.length === 0) throw refused(path, "there are no operations");
  if (operations.length > MOST_OPERATIONS)
    throw refused(path, `there are ${operations.length} operations, and ${MOST_OPERATIONS} are the most`);
  const outline = outlineOf(text);
  const targets = operations.map((operation) => resolved(file, outline, operation));
  requireDifferentTargets(path, operations, targets);
  const edits = withoutSharedBlanks(
    text,
    operations.map((operation, at) => editOf(file, outline, operation, targets[at] ?? "document", options)),
  );
  const ordered = sorted(edits);
  requireApart(path, ordered);
  const made = applySplices(text, ordered);
  if (made.startsWith("\uFEFF") && !text.startsWith("\uFEFF"))
    throw refused(path, "the text would begin with U+FEFF, which is read as a byte order mark", {
      reason: "STRUCTURE",
    });
  const shift = new Shift(ordered);
  const after = outlineOf(made, { from: text, changes: ordered });
  if (targets.some((target) => target !== "document" && (isContainer(target) || target.kind === "table")))
    checkStructure(file, outline, after, made, ordered, shift);
  for (const edit of edits) checkFragmentEdit(path, edit, edits, after, shift);
  return { text: made, touched: edits.map((edit) => touchedBy(edit, after, shift)) };
}

/** A unified diff of what a patch does. */
export function diffOf(path: string, before: string, after: string): string {
  return before === after ? "" : createTwoFilesPatch(path, path, before, after, "", "", { context: 3 });
}

function resolved(
  file: MarkdownFile,
  outline: MarkdownOutline,
  { kind, pointer }: PatchOperation,
): MarkdownElement | "document" {
  const anchor = parseAnchor(pointer);
  const target = resolveAnchor(file, outline, anchor, "self");
  if (target === "document" || !needsSubtree(kind, target)) return target;
  return resolveAnchor(file, outline, anchor, "subtree");
}

/** Several fragments of one element may be replaced at once; everything else has a target of its own. */
function requireDifferentTargets(
  path: string,
  operations: readonly PatchOperation[],
  targets: readonly (MarkdownElement | "document")[],
): void {
  const kinds = new Map<MarkdownElement | "document", PatchKind>();
  targets.forEach((target, at) => {
    const kind = operations[at]?.kind ?? "replace";
    const before = kinds.get(target);
    if (before !== undefined && !(before === "replace_fragment" && kind === "replace_fragment"))
      throw refused(path, `two operations have the same target ${target === "document" ? target : target.pointer}`, {
        reason: "SAME_TARGET",
      });
    kinds.set(target, kind);
  });
}

/**
 * Deletions at the end of a file that take the blank lines before them, down to one another: the last one leaves them to that before it, and so on, so that none is left and none is
 * taken twice.
 */
function withoutSharedBlanks(text: string, edits: readonly Edit[]): readonly Edit[] {
  const ordered = sorted(edits);
  const changed = new Map<Edit, Edit>();
  for (let at = ordered.length - 1; at > 0; at--) {
    const [own, before] = [ordered[at], ordered[at - 1]];
    if (own === undefined || before === undefined || own.text !== "" || before.text !== "") break;
    const edit = changed.get(own) ?? own;
    const shared = edit.start < before.end && edit.end > before.end && text.slice(edit.start, before.end).trim() === "";
    if (!shared) break;
    const blanks = /(?:(?:\r\n|\r|\n)[ \t]*)+$/.exec(text.slice(0, before.start))?.[0].length ?? 0;
    changed.set(own, { ...edit, start: before.end });
    changed.set(before, { ...before, start: before.start - blanks });
  }
  return edits.map((edit) => changed.get(edit) ?? edit);
}

function requireApart(path: string, edits: readonly Edit[]): void {
  edits.forEach((edit, at) => {
    const before = edits[at - 1];
    if (before === undefined || (edit.start >= before.end && edit.start !== before.start)) return;
    const name = ({ target }: Edit): string => (target === "document" ? "document" : target.pointer);
    throw refused(path, `the operations on ${name(before)} and ${name(edit)} overlap, or write to the same place`, {
      reason: "OVERLAP",
    });
  });
}

/** After its fragment was replaced an element is still one of its kind. */
function checkFragmentEdit(
  path: string,
  { operation, target }: Edit,
  edits: readonly Edit[],
  after: MarkdownOutline,
  shift: Shift,
): void {
  if (operation.kind !== "replace_fragment" || target === "document") return;
  const grown = edits
    .filter((edit) => edit.target === target)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
  const start = shift.after(target.start);
  const found = after.near(start, start).find((one) => one.kind === target.kind && one.start === start);
  const whole = found !== undefined && found.end - found.start === target.end - target.start + grown;
  const broken = (what: string) =>
    refused(path, `${target.pointer} ${what}`, { pointer: target.pointer, reason: "STRUCTURE" });
  if (!whole || found.level !== target.level) throw broken(`would no longer be one ${target.kind.replace("_", " ")}`);
  const [item, now] = [target.item, found.item];
  if (item?.depth !== now?.depth || item?.marker !== now?.marker || item?.indent !== now?.indent)
    throw broken("would have another depth or marker");
  // What is put in may begin no element of its own.
  for (const edit of edits.filter((one) => one.target === target)) {
    const from = shift.startOf(edit);
    const inner = after
      .near(from, from + edit.text.length)
      .find((one) => one.pointer !== found.pointer && one.start >= from && one.start < from + edit.text.length);
    if (inner !== undefined) throw broken(`would have a ${inner.kind.replace("_", " ")} of its own in it`);
  }
}

function touchedBy(edit: Edit, after: MarkdownOutline, shift: Shift): Touched {
  const { kind } = edit.operation;
  if (edit.newAt === undefined) return { kind, pointer: null, lineStart: null, lineEnd: null };
  const inside = kind === "replace_fragment" && edit.target !== "document";
  const from = inside ? shift.after(edit.target.start) : shift.startOf(edit) + edit.newAt;
  const to = inside ? from + 1 : shift.startOf(edit) + edit.text.length;
  const { target } = edit;
  const depth = target === "document" ? undefined : target.item?.depth;
  const near = after.near(from, Math.max(to, from + 1));
  // Items begin with their lines, so what holds what was written, or begins with it, may be a parent item: of the same depth only the item itself is.
  const found =
    near.find(({ start, item }) => start === from && depth !== undefined && item?.depth === depth) ??
    // What was put in may be no element, a comment for instance; what follows it was not touched.
    near.find(({ start, end }) => start < Math.max(to, from + 1) && (start >= from || from < end));
  if (found === undefined) return { kind, pointer: null, lineStart: null, lineEnd: null };
  return { kind, pointer: anchorOf(found), lineStart: found.lineStart, lineEnd: found.lineEnd };
}
