import { printable, printableText } from "./printable.ts";

/** What begins or ends markup inside a line, in CommonMark 0.31 and GFM; a "_" inside a word and a lone "&" do not. */
const INLINE = /[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<=\w)@(?=\w)/gu;
/** What begins a block at the start of a line: headings, lists, rules, setext underlines. */
const BLOCK = /^(?:[#+=-]|\d{1,9}(?=[.)](?:\s|$)))/;
/** GFM makes links of these wherever they stand (§6.9). */
const AUTOLINK = /\b(https?|ftp)(?=:\/\/)|\bwww(?=\.)/gi;

/**
 * Text of a document as Markdown that shows just that text, on one line: no emphasis, links, HTML, headings, lists,
 * entities or autolinks come of it, and no terminal escapes or bidi controls survive.
 */
export function escapeMarkdown(text: string): string {
  return printable(text)
    .replace(INLINE, "\\$&")
    .replace(AUTOLINK, (scheme) => `${scheme}\\`)
    .replace(BLOCK, (mark) => (/\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

/** A link text and target as Markdown; the target must be a locator or another text without white space. */
export function markdownLink(text: string, target: string): string {
  return `[${escapeMarkdown(text)}](<${printable(target).replace(/[<>\\\s]/g, encodeURIComponent)}>)`;
}

/** Document text in a fenced block, which nothing in it can close (CommonMark §4.5: a longer fence). `info` is a plain word or "". */
export function fenced(text: string, info = ""): string {
  const body = printableText(text).replace(/\n+$/, "");
  const longest = Math.max(0, ...[...body.matchAll(/`+/g)].map((run) => run[0].length));
  const marks = "`".repeat(Math.max(3, longest + 1));
  return `${marks}${info.replace(/[^\w+-]/g, "")}\n${body}\n${marks}`;
}

/** Document text as a block quote, line by line, escaped. */
export function quoteBlock(text: string): string {
  return printableText(text)
    .trim()
    .split("\n")
    .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
    .join("\n");
}
