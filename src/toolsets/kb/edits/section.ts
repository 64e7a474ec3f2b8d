import { endingsAt, withEndings, withoutLastEndings } from "../../../engine/edit/lines.ts";
import { parseAnchor, resolveAnchor } from "../../../engine/markdown/anchor.ts";
import type { MarkdownElement, MarkdownFile } from "../../../engine/markdown/element.ts";
import { outlineOf } from "../../../engine/markdown/outline.ts";
import { FootnoteError } from "../../../foundation/errors.ts";

/** Where a section goes: before or behind another one with all that it owns, as the last one inside it, or at an end of the document. */
export const SECTION_PLACES = ["before", "after", "inside"] as const;
export type SectionPlace = (typeof SECTION_PLACES)[number];

/** The section of a heading, which must be what it was with all below it. Throws as resolveAnchor does, and edit_refused when it is no heading. */
export function sectionAt(file: MarkdownFile, pointer: string): MarkdownElement {
  const element = resolveAnchor(file, outlineOf(file.text), parseAnchor(pointer), "subtree");
  if (element === "document" || element.kind !== "heading") throw noHeading(file, pointer);
  return element;
}

/** The file without a section. Throws edit_refused where other headings would not stay what they are. */
export function withoutSection(file: MarkdownFile, section: MarkdownElement): string {
  const { start, end } = section.subtree;
  const made = file.text.slice(0, start) + file.text.slice(end);
  requireHeadings(file, section.pointer, made, outside(headingsIn(file.text), section));
  return made;
}

/**
 * The file with a section put in: before or after the section of the heading that `pointer` names, or as the last section inside it; for "document" at the beginning
 * (behind front matter) or the end. With the file's own line ends, kept apart by one blank line.
 */
export function withSection(file: MarkdownFile, pointer: string, place: SectionPlace, section: string): string {
  const at = offsetFor(file, pointer, place);
  const made = putAt(file, at, section);
  requireHeadings(file, pointer, made, putIn(headingsIn(file.text), at, headingsIn(section)));
  return made;
}

/** The file with one of its sections somewhere else. Refused where that lies inside the section. */
export function movedSection(
  file: MarkdownFile,
  section: MarkdownElement,
  pointer: string,
  place: SectionPlace,
): string {
  const { start, end } = section.subtree;
  const at = offsetFor(file, pointer, place);
  if (at > start && at < end) throw inside(file, pointer);
  const target = resolveAnchor(file, outlineOf(file.text), parseAnchor(pointer), "self");
  if (target !== "document" && target.start >= start && target.start < end) throw inside(file, pointer);
  if (at === start || at === end) return file.text;
  const rest = file.text.slice(0, start) + file.text.slice(end);
  const made = putAt({ ...file, text: rest }, at > start ? at - (end - start) : at, file.text.slice(start, end));
  const headings = headingsIn(file.text);
  const moved = headings.filter((one) => one.start >= start && one.start < end);
  requireHeadings(file, section.pointer, made, putIn(outside(headings, section), at, moved));
  return made;
}

function headingsIn(text: string): readonly MarkdownElement[] {
  return outlineOf(text).elements.filter(({ kind }) => kind === "heading");
}

function outside(headings: readonly MarkdownElement[], { subtree }: MarkdownElement): readonly MarkdownElement[] {
  return headings.filter(({ start }) => start < subtree.start || start >= subtree.end);
}

/** Headings with others before the first that stands at `at` or behind. */
function putIn(
  headings: readonly MarkdownElement[],
  at: number,
  others: readonly MarkdownElement[],
): MarkdownElement[] {
  return [...headings.filter(({ start }) => start < at), ...others, ...headings.filter(({ start }) => start >= at)];
}

/** Read again the text must have these headings in this order: behind a fence that is never closed a section would be code. */
function requireHeadings(
  { path }: MarkdownFile,
  pointer: string,
  made: string,
  wanted: readonly MarkdownElement[],
): void {
  const shown = (headings: readonly MarkdownElement[]) => headings.map(({ level, title }) => `${level} ${title}`);
  const [now, expected] = [shown(headingsIn(made)), shown(wanted)];
  const different = expected.findIndex((one, at) => one !== now[at]);
  if (different < 0 && now.length === expected.length) return;
  const heading = different < 0 ? "another" : `“${wanted[different]?.title ?? ""}”`;
  throw new FootnoteError("edit_refused", {
    path,
    problem: `the headings would not be those that they are: ${heading} would ${different < 0 ? "come in" : "not be one, or stand elsewhere"}`,
    pointer,
    reason: "STRUCTURE",
    remedy: "Close what is open before it (a fence, a comment), or choose another place.",
  });
}

function offsetFor(file: MarkdownFile, pointer: string, place: SectionPlace): number {
  const outline = outlineOf(file.text);
  const target = resolveAnchor(file, outline, parseAnchor(pointer), "self");
  if (target === "document") {
    const [first] = outline.elements;
    const beginning = first?.kind === "front_matter" ? pastLine(file.text, first.end) : 0;
    return place === "before" ? beginning : file.text.length;
  }
  if (target.kind !== "heading") throw noHeading(file, pointer);
  return place === "before" ? target.start : target.subtree.end;
}

function putAt({ text, lineEnding }: MarkdownFile, at: number, section: string): string {
  const before = text.slice(0, at);
  const after = text.slice(at);
  const body = withoutLastEndings(withEndings(section, lineEnding));
  const apart = before === "" ? "" : lineEnding.repeat(Math.max(0, 2 - endingsAt(text, at, -1)));
  const tail = after === "" ? lineEnding : lineEnding.repeat(Math.max(1, 2 - endingsAt(text, at, 1)));
  return `${before}${apart}${body}${tail}${after}`;
}

function pastLine(text: string, offset: number): number {
  const ending = /\r\n|\r|\n/g;
  ending.lastIndex = offset;
  return ending.exec(text) === null ? text.length : ending.lastIndex;
}

function noHeading(file: MarkdownFile, pointer: string): FootnoteError {
  return new FootnoteError("edit_refused", {
    path: file.path,
    problem: `${pointer} is no heading`,
    pointer,
    reason: "NO_HEADING",
    remedy: "Take the pointer of a heading from kb_outline.",
  });
}

function inside(file: MarkdownFile, pointer: string): FootnoteError {
  return new FootnoteError("edit_refused", {
    path: file.path,
    problem: "a section cannot be moved into itself",
    pointer,
    reason: "INSIDE_ITSELF",
    remedy: "Choose a heading outside of it.",
  });
}
