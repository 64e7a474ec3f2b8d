import { parser } from "@lezer/markdown";
import type { VerifyRequest } from "./claim.ts";

/** A pair of quote marks counts as a quotation from here on; shorter ones are words so called. */
const MIN_WORDS = 4;
const MIN_CHARACTERS = 20;

/** What may stand between quote marks: no blank line. A straight mark after a letter or digit opens nothing (5", the prime). */
const inside = (marks: string) => `((?:[^${marks}\\n]|\\n(?![ \\t]*\\n))+)`;
const QUOTED = new RegExp(
  `“${inside("“”")}”|(?<![\\p{L}\\p{N}])"${inside('"')}"|«${inside("«»")}»|„${inside("„“”")}[“”]|「${inside("「」")}」`,
  "gu",
);
const LOCATOR = /footnote:doc\/[0-9a-f]{12,64}(?:#[\w=&,%.~-]*\w)?/;
const PAGES = /\b(?:pp?\.|pages?)\s*([0-9]+|[ivxlcdm]+)\b(?:\s*[-–—]\s*([0-9]+|[ivxlcdm]+)\b)?/i;

/**
 * Quotations in a Markdown answer, in order: block quotes, and quoted text of four words or twenty characters; code is
 * left out. Each with the nearest locator after it (in the text, a link or a footnote) and the pages named there ("pp. 12–13").
 */
export function quotesOf(answer: string): VerifyRequest[] {
  const { text, blocks } = withoutCode(answer);
  const notes = definitions(text);
  const found: { start: number; end: number; quote: string; inside: string }[] = blocks.map(({ start, end }) => {
    const lines = text
      .slice(start, end)
      .split("\n")
      .map((line) => line.replace(/^\s*(?:>\s?)+/, ""));
    const isSource = (line: string) => /^\s*(?:[—–-]{1,2}|\(|\[).*(?:footnote:|\bpp?\.|\]\[|\[\^)/.test(line);
    const quoted = lines.filter((line) => !isSource(line)).join("\n");
    return { start, end, quote: withoutSources(quoted), inside: lines.join("\n") };
  });
  for (const match of text.matchAll(QUOTED)) {
    const quote = match.slice(1).find((group) => group !== undefined) ?? "";
    const start = match.index;
    const end = start + match[0].length;
    if (!isQuotation(quote) || blocks.some((block) => start < block.end && block.start < end)) continue;
    if (notes.some((note) => note.start <= start && start < note.end)) continue;
    found.push({ start, end, quote, inside: "" });
  }
  found.sort((a, b) => a.start - b.start);
  return found
    .filter(({ quote }) => /[\p{L}\p{N}]/u.test(quote))
    .map(({ quote, inside, end }, index) => {
      const until = Math.min(found[index + 1]?.start ?? text.length, paragraphEnd(text, end));
      return { quote: unwrapped(quote), ...sourceIn(`${inside}\n${text.slice(end, until)}`, notes) };
    });
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The answer with code blanked out, and its outermost block quotes. Offsets stay. */
function withoutCode(answer: string): { text: string; blocks: Range[] } {
  const code: Range[] = [];
  const blocks: Range[] = [];
  parser.parse(answer).iterate({
    enter: (node) => {
      if (/^(FencedCode|CodeBlock|InlineCode|HTMLBlock|CommentBlock)$/.test(node.name)) {
        code.push({ start: node.from, end: node.to });
        return false;
      }
      if (node.name === "Blockquote" && !blocks.some((block) => node.to <= block.end))
        blocks.push({ start: node.from, end: node.to });
      return true;
    },
  });
  let text = "";
  let at = 0;
  for (const { start, end } of code) {
    // Code inside a sentence of a quote is part of the quote: only its backticks are markup.
    const piece = answer.slice(start, end);
    const inline = !piece.includes("\n") && /^`[^`]/.test(piece) && !piece.startsWith("```");
    text += answer.slice(at, start) + (inline ? inlineCode(piece) : piece.replace(/[^\n]/g, " "));
    at = end;
  }
  return { text: text + answer.slice(at), blocks };
}

/** Quote marks inside code open no quotation; a locator in backticks is still one. */
function inlineCode(piece: string): string {
  return piece.replace(/[“”"«»„「」]/g, "\u0000");
}

function isQuotation(quote: string): boolean {
  const words = quote.match(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]+/gu) ?? [];
  return words.length >= MIN_WORDS || quote.trim().length >= MIN_CHARACTERS;
}

/** Footnotes `[^1]: …` and link references `[1]: …`, with the name they go by. */
function definitions(text: string): (Range & { readonly name: string; readonly text: string })[] {
  return [...text.matchAll(/^ {0,3}\[(\^?[^\]\n]+)\]:((?:.|\n(?!\s*\n|\s*\[))*)/gm)].map((match) => ({
    name: match[1] ?? "",
    text: match[2] ?? "",
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function sourceIn(after: string, notes: ReturnType<typeof definitions>): Omit<VerifyRequest, "quote"> {
  const references = [...after.matchAll(/\[(\^?[^\]\n]+)\]/g)].map((match) => match[1]);
  const cited = references.flatMap((name) => notes.filter((note) => note.name === name)).map((note) => note.text);
  const said = [after, ...cited].join("\n");
  const claimed = LOCATOR.exec(said)?.[0];
  const pages = PAGES.exec(said.replace(new RegExp(LOCATOR, "g"), ""));
  const first = pages?.[1];
  return {
    ...(claimed === undefined ? {} : { claimed }),
    ...(first === undefined ? {} : { pages: { first, last: pages?.[2] ?? first } }),
  };
}

/** The end of the paragraph at `from`; of the next one where only blank lines follow, as after a block quote. */
function paragraphEnd(text: string, from: number): number {
  const begins = from + (/^\s*/.exec(text.slice(from, from + 1000))?.[0].length ?? 0);
  const end = text.slice(begins).search(/\n\s*\n/);
  return end < 0 ? text.length : begins + end;
}

function withoutSources(quote: string): string {
  return quote
    .replace(/\s*[([]*footnote:doc\/[0-9a-f]{12,64}(?:#[\w=&,%.~-]*\w)?[\])]*/g, "")
    .replace(/\s*\[\^[^\]\n]+\]/g, "")
    .trim();
}

/** A block quote may put the whole in quote marks again. */
function unwrapped(quote: string): string {
  return quote
    .replaceAll("\u0000", '"')
    .trim()
    .replace(/^“([^“”]*)”$/s, "$1");
}
