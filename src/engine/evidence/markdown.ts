import { printable, printableText } from "./printable.ts";

/** ASCII punctuation can be escaped by a backslash (CommonMark 0.31 §2.4); these are all that begin or end markup. */
const MARKUP = /[\\`*_{}[\]()<>#+\-.!|~&$:@=]/g;

/**
 * Text of a document as Markdown that shows just that text, on one line: no emphasis, links, HTML, headings, lists,
 * entities or autolinks come of it, and no terminal escapes or bidi controls survive.
 */
export function escapeMarkdown(text: string): string {
  // A bare "." or "-" is harmless inside a word and common there.
  return printable(text).replace(MARKUP, (mark, at: number, line: string) => {
    const inWord = /[\p{L}\p{N}]/u.test(line.charAt(at - 1)) && /[\s\p{L}\p{N}]|^$/u.test(line.charAt(at + 1));
    if (mark === "." && /\p{L}/u.test(line.charAt(at - 1)) && !/www$/i.test(line.slice(0, at))) return mark;
    return mark === "-" && inWord ? mark : `\\${mark}`;
  });
}

/** A link text and target as Markdown; the target must be a locator or another text without white space. */
export function markdownLink(text: string, target: string): string {
  return `[${escapeMarkdown(text)}](<${printable(target).replace(/[<>\\\s]/g, encodeURIComponent)}>)`;
}

/** Document text in a fenced block, which nothing in it can close (CommonMark §4.5: a longer fence). `info` is a plain word or "". */
export function fenced(text: string, info = ""): string {
  const body = printableText(text).replace(/\n+$/, "");
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}${info.replace(/[^\w+-]/g, "")}\n${body}\n${fence}`;
}

/** Document text as a block quote, line by line, escaped. */
export function blockQuote(text: string): string {
  return printableText(text)
    .trim()
    .split("\n")
    .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
    .join("\n");
}
