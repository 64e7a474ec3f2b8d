import { linesOf } from "../passage.ts";
import { type FoundLink, FoundTexts, isRelative } from "./found-text.ts";
import { LONGEST_TITLE, type Markup, type MarkupHeading } from "./markup.ts";
import type { FoundText } from "./reading.ts";
import { wordsOf } from "./texts.ts";

/** One mark of punctuation, repeated (docutils, reStructuredText Markup Specification, "Sections"). */
const ADORNMENT = /^([!-/:-@[-`{-~])\1*[ \t]*$/;

interface Heading extends MarkupHeading {
  lead: string | undefined;
  /** The line after its underline, from 0. */
  readonly after: number;
}

/** reStructuredText: titles by their underlines, whose order of appearance is their level; docinfo fields; targets; roles and links. */
export function readRst(text: string): Markup {
  const lines = linesOf(text);
  const headings = headingsOf(lines);
  const fields = new Map<string, string>();
  const labels: { name: string; line: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const label = /^\.\. _(?:`([^`]{1,200})`|([^:\s`][^:]{0,199})):[ \t]*$/.exec(line);
    // A target means what comes next.
    const name = label?.[1] ?? label?.[2];
    if (name !== undefined) labels.push({ name: normalLabel(name), line: nextText(lines, at + 1) + 1 });
  }
  const start = headings[0]?.after ?? 0;
  for (let at = nextText(lines, start); at < lines.length; at++) {
    const field = /^:([A-Za-z][\w -]{0,40}):[ \t]+(\S.*)$/.exec(lines[at] ?? "");
    if (field === null) break;
    fields.set((field[1] ?? "").toLowerCase(), plain(field[2] ?? ""));
  }
  headings.forEach((heading, at) => {
    heading.lead = leadOf(lines, heading.after, headings[at + 1]?.line ?? lines.length + 1);
  });
  return {
    headings,
    lead: leadOf(lines, 0, headings[0]?.line ?? lines.length + 1),
    fields,
    found: linksOf(lines),
    labels,
  };
}

function headingsOf(lines: readonly string[]): Heading[] {
  const styles: string[] = [];
  const headings: Heading[] = [];
  const levelOf = (style: string): number => {
    if (!styles.includes(style)) styles.push(style);
    return styles.indexOf(style) + 1;
  };
  const take = (style: string, title: string, line: number, after: number): void => {
    headings.push({ level: levelOf(style), title: plain(title.slice(0, LONGEST_TITLE)), line, lead: undefined, after });
  };
  for (let at = 0; at < lines.length; at++) {
    const [before = "", line = "", next = "", last = ""] = [lines[at - 1], lines[at], lines[at + 1], lines[at + 2]];
    const over = ADORNMENT.exec(line)?.[1];
    if (over !== undefined) {
      const isTitle = next.trim() !== "" && !ADORNMENT.test(next) && last.trimEnd() === line.trimEnd();
      if (isTitle && line.trimEnd().length >= Math.min(4, next.trim().length)) {
        take(over + over, next.trim(), at + 1, at + 3);
        at += 2;
      }
      continue;
    }
    const under = ADORNMENT.exec(next)?.[1];
    if (under === undefined || line.trim() === "" || /^\s/.test(line)) continue;
    // Within a paragraph a line of punctuation is text, as is one that is much shorter than what it stands under.
    if (before.trim() !== "" && headings.at(-1)?.after !== at) continue;
    if (next.trimEnd().length < Math.min(4, line.trimEnd().length) || line.startsWith(".. ")) continue;
    take(under, line.trim(), at + 1, at + 2);
    at++;
  }
  return headings;
}

function nextText(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && ((lines[at] ?? "").trim() === "" || /^\.\. _/.test(lines[at] ?? ""))) at++;
  return Math.min(at, Math.max(0, lines.length - 1));
}

/** The first paragraph that stands at the margin between two lines (from 0; `end` excluded and from 1). */
function leadOf(lines: readonly string[], from: number, end: number): string | undefined {
  for (let at = from; at < end - 1; at++) {
    const line = lines[at] ?? "";
    if (line.trim() === "" || /^(?:\s|\.\.(?:\s|$)|:[^:]+:(?:\s|$)|__ |\|)/.test(line) || ADORNMENT.test(line))
      continue;
    const paragraph: string[] = [];
    for (; at < end - 1 && (lines[at] ?? "").trim() !== "" && paragraph.length < 20; at++)
      paragraph.push(lines[at] ?? "");
    const said = plain(
      paragraph
        .join(" ")
        .replace(/^(?:[-*+•]|#\.|\d+[.)])\s+/, "")
        .replace(/::$/, ":"),
    );
    // Neither tables nor a label with a word behind it say what a section is about.
    if (/[\p{L}\p{N}]/u.test(said) && !/^[=+|-][=+|\- ]{3}/.test(said) && !/^\*\*[^*]+:\*\* ?\S*$/.test(said))
      return said;
  }
  return undefined;
}

/** Roles as their text, targets left out. */
function plain(text: string): string {
  const bare = text
    .slice(0, 4000)
    .replace(/``([^`]*)``/g, "`$1`")
    .replace(/:[A-Za-z][\w:+.-]{0,60}:`([^`]*)`/g, (_, inner: string) =>
      inner.replace(/\s*<[^<>]*>$/, "").replace(/^[~!.]+/, ""),
    )
    .replace(/`([^`<]*?)\s*<[^<>`]*>`__?/g, "$1")
    .replace(/`([^`]*)`__?/g, "$1")
    .replace(/\\(.)/g, "$1");
  return wordsOf(bare).join(" ");
}

const DOCUMENT = /:doc:`(?:[^`<]*<)?([^`<>]+)>?`/g;
const REFERENCE = /:(?:ref|numref):`(?:[^`<]*<)?([^`<>]+)>?`/g;
const EMBEDDED = /`[^`<]*<([^<>`\s]+)>`__?/g;
const NAMED = /^\.\. _[^:]{1,200}:[ \t]+(\S+)[ \t]*$/;
const INCLUDED = /^\.\. (?:include|literalinclude)::[ \t]+(\S+)/;

function linksOf(lines: readonly string[]): readonly FoundText[] {
  const found = new FoundTexts();
  /** The indentation of a tree of contents that is open. */
  let tree = -1;
  lines.forEach((line, at) => {
    const indent = line.length - line.trimStart().length;
    if (/^\s*\.\. toctree::/.test(line)) tree = indent;
    else if (tree >= 0 && line.trim() !== "" && indent <= tree) tree = -1;
    const isListed = tree >= 0 && indent > tree && !/^\s*(?:\.\. |:)/.test(line);
    found.line(line, at + 1, (text) => [...(isListed ? listed(text) : []), ...linksIn(text)]);
  });
  return found.all;
}

/** An entry of a tree of contents: a document, or a title with it in angle brackets. */
function listed(line: string): FoundLink[] {
  const target = (/<([^<>]+)>\s*$/.exec(line)?.[1] ?? line).trim();
  return target === "" || /[*\s]/.test(target) || !isRelative(target) ? [] : [{ by: "path", target: document(target) }];
}

function linksIn(line: string): FoundLink[] {
  if (!line.includes("`") && !line.startsWith(".. ")) return [];
  const targets = (pattern: RegExp) => [...line.matchAll(pattern)].map(([, target = ""]) => target.trim());
  const files = [...targets(EMBEDDED), NAMED.exec(line)?.[1] ?? "", INCLUDED.exec(line)?.[1] ?? ""];
  return [
    ...[...targets(DOCUMENT).map(document), ...files]
      .filter(isRelative)
      .map((target): FoundLink => ({ by: "path", target })),
    ...targets(REFERENCE).map((target): FoundLink => ({ by: "label", target: normalLabel(target) })),
  ];
}

/** Documents are named without their extension. */
function document(name: string): string {
  return /\.\w+$/.test(name) ? name : `${name}.rst`;
}

/** Reference names are matched without regard to case and white space. */
function normalLabel(name: string): string {
  return wordsOf(name.toLowerCase()).join(" ");
}
