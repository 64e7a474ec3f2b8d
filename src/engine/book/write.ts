import type { SyntaxNode, Tree } from "@lezer/common";
import { definitionKey } from "../ingest/formats/markdown-inline.ts";
import { markdownParser } from "../ingest/formats/markdown-parser.ts";
import { cutRow, delimiterRow } from "../markdown/table-row.ts";
import { rightToLeft } from "./direction.ts";
import { bookFacts } from "./front-matter.ts";
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

export interface BookText {
  readonly markdown: string;
  readonly title: string | undefined;
  /** The file's name without extension: the title where nothing else is one. */
  readonly name: string;
  readonly date: Date;
}

/** The destinations of all images that a text shows. */
export function imageDestinations(markdown: string): string[] {
  const { tree, body } = parsed(markdown);
  const definitions = definitionsIn(tree, body);
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

/** The Typst source of a text (kb.md §8). Nothing of the text is ever markup of Typst's: it stands in string literals. */
export function writeBook({ markdown, title, name, date }: BookText, images: BookImages): WrittenBook {
  const { tree, body, skipped } = parsed(markdown);
  const facts = bookFacts(markdown);
  const writer = new Writer(body, tree, images, skipped);
  const blocks = writer.blocks(tree.topNode);
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

function parsed(markdown: string): { tree: Tree; body: string; skipped: number } {
  const text = markdown.replace(/\r\n?/g, "\n");
  const { length } = bookFacts(text);
  const body = text.slice(length);
  return { tree: markdownParser.parse(body), body, skipped: text.slice(0, length).split("\n").length - 1 };
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
  readonly #lineOffset: number;
  #written = 0;
  #nested = 0;

  constructor(source: string, tree: Tree, images: BookImages, lineOffset: number) {
    this.source = source;
    this.images = images;
    this.#lineOffset = lineOffset;
    this.definitions = definitionsIn(tree, source);
    this.#nameHeadings(tree);
  }

  warn(code: BookWarning["code"], message: string, at: number, target: string): void {
    const line = this.source.slice(0, at).split("\n").length + this.#lineOffset;
    this.warnings.push({ code, message, line, target });
  }

  fileOf(destination: string): string {
    const image = this.images.get(destination);
    const known = [...this.files].find(([, one]) => one === destination)?.[0];
    const name = known ?? `/image-${this.files.size + 1}.${typeof image === "string" ? "png" : image.extension}`;
    this.files.set(name, destination);
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
        return this.#directed(own, `par(${group(this.#inline(node))})`);
      case "BulletList":
      case "OrderedList":
        return this.#deeper(node, () => this.#list(node));
      case "Blockquote":
        return this.#deeper(node, () => `bookquote(${group(this.blocks(node))})`);
      case "FencedCode":
      case "CodeBlock":
        return this.#code(node);
      case "Table":
        return this.#table(node);
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
    const inner = inlineExpressions(this, node, from, to);
    const body = this.#directed(this.source.slice(from, to), group(inner));
    // Each chapter on a page of its own, but for what stands first.
    const begins = level === 1 && this.#written > 0 && this.#nested === 0 ? "pagebreak(weak: true); " : "";
    this.#written++;
    return `{ ${begins}[#heading(level: ${level}, ${body}) #label(${literal(label)})] }`;
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
        const inline = inlineExpressions(this, node, task?.to ?? node.from, node.to);
        parts.push(this.#directed(this.source.slice(node.from, node.to), group([...box, ...trimmedStart(inline)])));
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
    const rows = node.getChildren("TableRow");
    const count = alignments.length;
    const cells = (row: SyntaxNode): string[] => {
      const spans = cutRow(this.source, row.from, row.to).cells;
      return Array.from({ length: count }, (_, at) => {
        const span = spans[at];
        if (span === undefined) return "{}";
        const cell = row.getChildren("TableCell").find(({ from, to }) => from >= span.start && to <= span.end);
        return cell === undefined
          ? "{}"
          : this.#directed(this.source.slice(cell.from, cell.to), group(inlineExpressions(this, cell)));
      });
    };
    const sides = alignments.map((one) => (one === "none" ? "left" : one));
    // Wide tables are set smaller first; what is still too wide wraps in its cells.
    const size = count > 8 ? "6.8pt" : count > 5 ? "8pt" : "9.5pt";
    const names = header === null ? [] : cells(header);
    return `booktable(${count}, ${array(sides)}, ${size}, ${array(names)}, ${array(rows.flatMap(cells))})`;
  }

  #inline(node: SyntaxNode): string[] {
    return inlineExpressions(this, node);
  }

  #directed(text: string, expression: string): string {
    const language = rightToLeft(text);
    return language === undefined ? expression : `{ set text(dir: rtl, lang: ${literal(language)}); ${expression} }`;
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
