import type { SyntaxNode, Tree } from "@lezer/common";
import { lastAtMost, lineStarts } from "../../foundation/text/line-starts.ts";
import { definitionKey } from "../ingest/formats/markdown-inline.ts";
import { markdownParser } from "../ingest/formats/markdown-parser.ts";
import { cutRow, delimiterRow } from "../markdown/table-row.ts";
import { type Direction, directionOf, LEFT_TO_RIGHT } from "./direction.ts";
import { type BookFacts, bookFacts } from "./front-matter.ts";
import type { BookImages } from "./images.ts";
import { destinationOf, group, type InlineContext, inlineExpressions, unescaped } from "./inline.ts";
import { array, literal } from "./literal.ts";
import type { BookWarning } from "./profile.ts";
import { PAGES_MARK, prelude } from "./template.ts";

/** Lists and quotes in each other: with each level Typst lays blocks in them out twice as often. */
const MOST_NESTED = 10;

export interface WrittenBook {
  /** Typst's source. */
  readonly source: string;
  /** Images by their name in Typst's world, and by their destination in the document. */
  readonly files: ReadonlyMap<string, string>;
  readonly warnings: readonly BookWarning[];
}

export interface BookNames {
  /** Instead of the text's own. */
  readonly title: string | undefined;
  /** The file's name without extension: the title where nothing else is one. */
  readonly name: string;
  readonly date: Date;
}

/** A text as it was read: what a book is made of. */
export interface BookSource {
  readonly body: string;
  readonly tree: Tree;
  readonly definitions: ReadonlyMap<string, string>;
  readonly facts: BookFacts;
  /** Lines before the body. */
  readonly skipped: number;
}

/** Reads a Markdown text, with line ends of any kind. */
export function readBook(markdown: string): BookSource {
  const text = markdown.replace(/\r\n?/g, "\n");
  const facts = bookFacts(text);
  const body = text.slice(facts.length);
  const tree = markdownParser.parse(body);
  const skipped = text.slice(0, facts.length).split("\n").length - 1;
  return { body, tree, definitions: definitionsIn(tree, body), facts, skipped };
}

/** The destinations of all images that a text shows. */
export function imageDestinations({ body, tree, definitions }: BookSource): string[] {
  const found = new Set<string>();
  tree.iterate({
    enter({ name, node }) {
      if (name !== "Image") return;
      const destination = destinationOf({ source: body, definitions }, node);
      if (destination !== undefined) found.add(destination);
    },
  });
  return [...found];
}

/** The Typst source of a text (kb.md §8). Nothing of the text is ever markup of Typst's: it stands in string literals. HTML comments are meant for nobody to see, and are left out. */
export function writeBook(book: BookSource, { title, name, date }: BookNames, images: BookImages): WrittenBook {
  const { facts } = book;
  const writer = new Writer(book, images);
  const blocks = writer.blocks(book.tree.topNode);
  const first = writer.firstTitle;
  const shown = title ?? facts.title;
  const head = prelude({
    title: shown ?? first ?? name,
    authors: facts.authors,
    date: facts.date,
    made: [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()],
    shown: shown !== undefined && shown !== first,
  });
  return {
    source: `${head}\n${blocks.map((block) => `#${block}`).join("\n\n")}\n\n${PAGES_MARK}\n`,
    files: writer.files,
    warnings: writer.warnings,
  };
}

function definitionsIn(tree: Tree, source: string): Map<string, string> {
  const found = new Map<string, string>();
  tree.iterate({
    enter({ name, node }) {
      if (name !== "LinkReference") return;
      const [label, url] = [node.getChild("LinkLabel"), node.getChild("URL")];
      if (label === null || url === null) return;
      const key = definitionKey(source.slice(label.from, label.to));
      // The first one counts (CommonMark §6.3).
      if (!found.has(key)) found.set(key, unescaped(source.slice(url.from, url.to)));
    },
  });
  return found;
}

class Writer implements InlineContext {
  readonly source: string;
  readonly definitions: ReadonlyMap<string, string>;
  readonly anchors = new Map<string, string>();
  readonly images: BookImages;
  readonly files = new Map<string, string>();
  readonly warnings: BookWarning[] = [];
  firstTitle: string | undefined;
  readonly #labels = new Map<number, string>();
  readonly #fileNames = new Map<string, string>();
  readonly #lineStarts: readonly number[];
  readonly #lineOffset: number;
  #written = 0;
  #nested = 0;
  /** Of what is being written, from which what is in it may differ. */
  #direction: Direction = LEFT_TO_RIGHT;

  constructor({ body, tree, definitions, skipped }: BookSource, images: BookImages) {
    this.source = body;
    this.images = images;
    this.#lineStarts = lineStarts(body);
    this.#lineOffset = skipped;
    this.definitions = definitions;
    this.#nameHeadings(tree);
  }

  warn(code: BookWarning["code"], message: string, at: number, target: string): void {
    const line = lastAtMost(this.#lineStarts, at) + 1 + this.#lineOffset;
    this.warnings.push({ code, message, line, target });
  }

  fileOf(destination: string): string {
    const known = this.#fileNames.get(destination);
    if (known !== undefined) return known;
    const image = this.images.get(destination);
    const name = `/image-${this.files.size + 1}.${typeof image === "string" ? "png" : image.extension}`;
    this.files.set(name, destination);
    this.#fileNames.set(destination, name);
    return name;
  }

  /** The blocks of a container, one expression each. */
  blocks(container: SyntaxNode): string[] {
    const made: string[] = [];
    for (let node = container.firstChild; node !== null; node = node.nextSibling) {
      const block = this.#block(node);
      if (block !== undefined) made.push(block);
    }
    return made;
  }

  /** GitHub's anchors: lower case, punctuation gone, blanks as "-", the second of a name with "-1". */
  #nameHeadings(tree: Tree): void {
    const taken = new Map<string, number>();
    tree.iterate({
      enter: ({ name, node }) => {
        if (!/^(?:ATX|Setext)Heading/.test(name)) return;
        const shown = headingText(this.source, node);
        this.firstTitle ??= shown;
        const slug = shown
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}_ -]+/gu, "")
          .replace(/ /g, "-");
        const before = taken.get(slug) ?? 0;
        taken.set(slug, before + 1);
        const label = `h${this.#labels.size + 1}`;
        this.#labels.set(node.from, label);
        this.anchors.set(before === 0 ? slug : `${slug}-${before}`, label);
      },
    });
  }

  #block(node: SyntaxNode): string | undefined {
    const { source } = this;
    const own = source.slice(node.from, node.to);
    const heading = /^(?:ATX|Setext)Heading(\d)/.exec(node.name)?.[1];
    if (heading !== undefined) return this.#heading(node, Number(heading));
    switch (node.name) {
      case "Paragraph":
        this.#written++;
        return this.#directed(own, () => `par(${group(inlineExpressions(this, node))})`);
      case "BulletList":
      case "OrderedList":
        return this.#deeper(node, () => this.#directed(own, () => this.#list(node)));
      case "Blockquote":
        return this.#deeper(node, () =>
          this.#directed(own, () => `bookquote("${this.#direction.start}", ${group(this.blocks(node))})`),
        );
      case "FencedCode":
      case "CodeBlock":
        return this.#code(node);
      case "Table":
        return this.#directed(own, () => this.#table(node));
      case "HorizontalRule":
        this.#written++;
        return "line(length: 100%, stroke: 0.6pt + luma(150))";
      case "HTMLBlock":
      case "ProcessingInstructionBlock":
        this.warn("HTML_NOT_RENDERED", "HTML is shown as it is written.", node.from, own.slice(0, 40));
        this.#written++;
        return `raw(${literal(own)}, block: true, lang: "html")`;
      default:
        return undefined;
    }
  }

  #heading(node: SyntaxNode, level: number): string {
    const label = this.#labels.get(node.from) ?? "";
    const [from, to] = headingRange(this.source, node);
    // Each chapter on a page of its own, but for what stands first.
    const begins = level === 1 && this.#written > 0 && this.#nested === 0 ? "pagebreak(weak: true); " : "";
    this.#written++;
    const heading = this.#directed(
      this.source.slice(from, to),
      () => `[#heading(level: ${level}, ${group(inlineExpressions(this, node, from, to))}) #label(${literal(label)})]`,
    );
    return `{ ${begins}${heading} }`;
  }

  #list(node: SyntaxNode): string {
    const items = node.getChildren("ListItem");
    const tight = !items.some((item) => isLoose(this.source, item, node));
    const made = items.map((item) => this.#item(item, tight));
    const ordered = node.name === "OrderedList";
    const start = /^\s*(\d+)/.exec(this.source.slice(items[0]?.from ?? node.from))?.[1] ?? "1";
    const options = `tight: ${tight}${ordered ? `, start: ${Math.min(Number(start), 1_000_000_000)}` : ""}`;
    return `${ordered ? "enum" : "list"}(${options}, ${made.join(", ")})`;
  }

  #item(item: SyntaxNode, tight: boolean): string {
    const parts: string[] = [];
    for (let node = item.firstChild; node !== null; node = node.nextSibling) {
      const task = node.name === "Task" ? node.getChild("TaskMarker") : null;
      if (node.name === "Task" || (node.name === "Paragraph" && tight)) {
        this.#written++;
        const done = task !== null && /x/i.test(this.source.slice(task.from, task.to));
        const box = task === null ? [] : [`task(${done})`, '"  "'];
        const from = task?.to ?? node.from;
        const inline = () => group([...box, ...trimmedStart(inlineExpressions(this, node, from, node.to))]);
        parts.push(this.#directed(this.source.slice(from, node.to), inline));
      } else {
        const block = this.#block(node);
        if (block !== undefined) parts.push(block);
      }
    }
    return group(parts);
  }

  #code(node: SyntaxNode): string {
    const text = node
      .getChildren("CodeText")
      .map(({ from, to }) => this.source.slice(from, to))
      .join("");
    const info = node.getChild("CodeInfo");
    const lang = info === null ? "" : (/^[\w+#.-]+/.exec(this.source.slice(info.from, info.to))?.[0] ?? "");
    this.#written++;
    return `raw(${literal(text.replace(/\n$/, ""))}, block: true${lang === "" ? "" : `, lang: ${literal(lang.toLowerCase())}`})`;
  }

  #table(node: SyntaxNode): string {
    this.#written++;
    const line = node.getChild("TableDelimiter");
    const alignments = (line && delimiterRow(this.source, line.from, line.to)) ?? [];
    const header = node.getChild("TableHeader");
    const rows = [...(header === null ? [] : [header]), ...node.getChildren("TableRow")].map((row) =>
      this.#cells(row, alignments.length),
    );
    const parts = partsOf(rows, alignments.length);
    if (parts.length > 1) {
      const message = `A table of ${alignments.length} columns is set in ${parts.length} parts, each with the first column.`;
      this.warn("TABLE_SPLIT", message, node.from, `${alignments.length} columns`);
    }
    const [names = [], ...body] = rows;
    return group(
      parts.map((columns) => {
        const { size, longest } = lettersFor(columns.length);
        const sides = columns.map((at) => (alignments[at] === "none" ? "start" : (alignments[at] ?? "start")));
        const cells = (row: readonly Cell[]) => columns.map((at) => row[at]?.written ?? "{}");
        return `booktable(${columns.length}, ${array(sides)}, ${size}pt, ${longest}, ${array(cells(names))}, ${array(body.flatMap(cells))})`;
      }),
    );
  }

  #cells(row: SyntaxNode, count: number): Cell[] {
    const spans = cutRow(this.source, row.from, row.to).cells;
    const nodes = row.getChildren("TableCell");
    let next = 0;
    return spans.slice(0, count).map((span): Cell => {
      while (next < nodes.length && (nodes[next]?.from ?? 0) < span.start) next++;
      const cell = nodes[next];
      if (cell === undefined || cell.to > span.end) return { written: "{}", text: "" };
      const text = this.source.slice(cell.from, cell.to);
      return { written: this.#directed(text, () => group(inlineExpressions(this, cell))), text };
    });
  }

  /** What `write` gives, set in the direction of the text where that is another than what it stands in has. */
  #directed(text: string, write: () => string): string {
    const around = this.#direction;
    // Code and addresses say nothing of the language around them.
    const own = directionOf(text.replace(/`[^`]*`|<[^>]*>|\]\([^)]*\)/g, "")) ?? around;
    if (own === around) return write();
    this.#direction = own;
    try {
      return `{ set text(dir: ${own.dir}, lang: ${literal(own.language)}); ${write()} }`;
    } finally {
      this.#direction = around;
    }
  }

  /** What is nested deeper than any page can show is shown as it is written. */
  #deeper(node: SyntaxNode, write: () => string): string {
    if (this.#nested >= MOST_NESTED) {
      const own = this.source.slice(node.from, node.to);
      this.warn(
        "NESTED_TOO_DEEPLY",
        `Lists and quotes deeper than ${MOST_NESTED} are shown as they are written.`,
        node.from,
        "",
      );
      const lines = own
        .slice(0, 20_000)
        .split("\n")
        .map((line) => literal(line.trimStart()));
      return group(lines.flatMap((line) => [line, "linebreak()"]));
    }
    this.#nested++;
    try {
      return write();
    } finally {
      this.#nested--;
    }
  }
}

interface Cell {
  readonly written: string;
  /** As it stands in the source. */
  readonly text: string;
}

/** Points: the text's width, what a cell's frame and blanks take, and what is set in the smallest letters. */
const [TABLE_WIDTH, CELL_FRAME, SMALLEST] = [481, 10, 6.8];
/** The width of bold letters as a share of their size, on average. */
const MEAN_LETTER = 0.6;
/** Words up to so many letters should not be broken. */
const WHOLE_WORD = 12;

/** The size of letters in a table of so many columns, and from how many letters on a word is longer than its share of the line. */
function lettersFor(columns: number): { size: number; longest: number } {
  const size = columns > 8 ? SMALLEST : columns > 5 ? 8 : 9.5;
  const share = TABLE_WIDTH / Math.max(1, columns) - CELL_FRAME;
  return { size, longest: Math.max(2, Math.floor(share / (size * MEAN_LETTER)) + 1) };
}

/** The columns of a table in parts that fit on a page side by side; the first column stands in each of them. */
function partsOf(rows: readonly (readonly Cell[])[], count: number): readonly number[][] {
  const widths = Array.from({ length: count }, (_, at) => widthOf(rows.map((row) => row[at]?.text ?? "")));
  const parts: number[][] = [[]];
  let used = 0;
  for (let at = 0; at < count; at++) {
    const own = widths[at] ?? 0;
    const part = parts.at(-1) ?? [];
    if (part.length > 1 && used + own > TABLE_WIDTH) {
      parts.push([0, at]);
      used = (widths[0] ?? 0) + own;
    } else {
      part.push(at);
      used += own;
    }
  }
  return parts;
}

/** What a column needs at least: its longest word, up to a limit, in the smallest letters. */
function widthOf(texts: readonly string[]): number {
  let longest = 2;
  for (const text of texts) for (const word of text.split(/\s+/)) longest = Math.max(longest, word.length);
  return CELL_FRAME + Math.min(longest, WHOLE_WORD) * SMALLEST * MEAN_LETTER;
}

/** Without marks. */
function headingRange(source: string, node: SyntaxNode): [from: number, to: number] {
  const marks = node.getChildren("HeaderMark");
  const setext = node.name.startsWith("Setext");
  const first = setext ? node.from : (marks[0]?.to ?? node.from);
  const last = setext ? (marks[0]?.from ?? node.to) : (marks[1]?.from ?? node.to);
  const text = source.slice(first, last);
  const from = first + text.length - text.trimStart().length;
  return [from, Math.max(from, first + text.trimEnd().length)];
}

function headingText(source: string, node: SyntaxNode): string {
  const [from, to] = headingRange(source, node);
  return source
    .slice(from, to)
    .replace(/[*`~]|\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ");
}

/** CommonMark §5.3: blank lines between items, or between what an item directly holds. */
function isLoose(source: string, item: SyntaxNode, list: SyntaxNode): boolean {
  const blank = (from: number, to: number): boolean => /\n[ \t>]*\n/.test(source.slice(from, to));
  const next = item.nextSibling;
  if (next !== null && next.to <= list.to && blank(item.to - 1, next.from + 1)) return true;
  for (let child = item.firstChild; child?.nextSibling; child = child.nextSibling)
    if (child.name !== "ListMark" && blank(child.to - 1, child.nextSibling.from + 1)) return true;
  return false;
}

function trimmedStart(expressions: readonly string[]): string[] {
  const [first, ...rest] = expressions;
  if (first === undefined) return [];
  const bare = first.replace(/^" +/, '"');
  return bare === '""' ? rest : [bare, ...rest];
}
