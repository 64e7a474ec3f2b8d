import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import { parseFragment } from "parse5";
import { lastAtMost, lineStarts } from "../../../foundation/text/line-starts.ts";
import type { ParsedDocument } from "../../document.ts";
import { DocumentBuilder, type TableCell, type TableRow } from "./builder.ts";
import { decodeText } from "./decode.ts";
import { readFrontMatter } from "./front-matter.ts";
import { writeHtml } from "./html-writer.ts";
import { checkSize } from "./limits.ts";
import { type Definitions, definitionKey, type InlineText, inlineText } from "./markdown-inline.ts";
import { markdownParser } from "./markdown-parser.ts";

type Lines = readonly [first: number, last: number];

interface Container {
  readonly kind: "list" | "quote";
  /** The number of the next item; undefined for bullets and quotes. */
  next?: number | undefined;
  closing: string;
}

/**
 * Markdown (CommonMark 0.31 with GitHub's tables, task lists, strikethrough and autolinks) as it is shown. Headings inside quotes and
 * list items are text there, for they open no section of the document. HTML blocks are read as HTML.
 */
export function parseMarkdown(bytes: Uint8Array, name: string): ParsedDocument {
  checkSize(bytes.length, name, "Markdown");
  const { text, note } = decodeText(bytes);
  const front = readFrontMatter(text);
  const builder = new DocumentBuilder();
  const source = text.slice(front.length);
  const firstLine = text.slice(0, front.length).split("\n").length;
  new MarkdownWriter(source, firstLine, builder).run();
  return builder.finish({
    name,
    mediaType: "text/markdown",
    ...(front.title === undefined ? {} : { title: front.title }),
    ...(front.language === undefined ? {} : { language: front.language }),
    ...(note === undefined ? {} : { note }),
  });
}

class MarkdownWriter {
  private readonly source: string;
  private readonly builder: DocumentBuilder;
  private readonly tree: Tree;
  private readonly definitions: Definitions;
  private readonly lineAt: (offset: number) => number;
  private readonly containers: Container[] = [];
  private marker = "";

  constructor(source: string, firstLine: number, builder: DocumentBuilder) {
    this.source = source;
    this.builder = builder;
    this.tree = markdownParser.parse(source);
    this.definitions = collectDefinitions(source, this.tree);
    this.lineAt = lineFinder(source, firstLine);
  }

  run(): void {
    this.tree.iterate({ enter: (node) => this.enter(node), leave: (node) => this.leave(node) });
  }

  private enter(node: SyntaxNodeRef): boolean {
    switch (node.name) {
      case "Document":
        return true;
      case "BulletList":
        this.containers.push({ kind: "list", closing: "" });
        return true;
      case "OrderedList":
        this.containers.push({ kind: "list", ...startOfList(this.source, node.node) });
        return true;
      case "Blockquote":
        this.containers.push({ kind: "quote", closing: "" });
        return true;
      case "ListItem":
        this.startItem();
        return true;
      case "Paragraph":
      case "Task":
        this.paragraph(node.node);
        return false;
      case "FencedCode":
      case "CodeBlock":
        this.code(node.node);
        return false;
      case "Table":
        this.table(node.node);
        return false;
      case "HTMLBlock":
        writeHtml(parseFragment(withoutQuoteMarks(this.source, node.node)), this.builder, this.lines(node));
        return false;
      case "LinkReference":
        this.footnoteDefinition(node.node);
        return false;
      default: {
        const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
        if (level !== undefined) this.heading(node.node, Number(level));
        return false;
      }
    }
  }

  private leave(node: SyntaxNodeRef): void {
    if (node.name === "BulletList" || node.name === "OrderedList" || node.name === "Blockquote") this.containers.pop();
    if (node.name === "ListItem") this.marker = "";
  }

  private startItem(): void {
    const list = this.containers.at(-1);
    this.marker = list?.next === undefined ? "• " : `${list.next++}${list.closing} `;
  }

  private heading(node: SyntaxNode, level: number): void {
    const inline = inlineText(this.source, node, this.definitions);
    if (this.containers.length > 0) this.contained(inline, node);
    else {
      this.builder.add("heading", inline.text, { level, lines: this.lines(node) });
      this.addHidden(inline, node);
    }
  }

  private paragraph(node: SyntaxNode): void {
    const inline = inlineText(this.source, node, this.definitions);
    if (/^\[\^[^\]\s]+\]:/.test(inline.text)) this.builder.add("footnote", inline.text, { lines: this.lines(node) });
    else this.contained(inline, node);
  }

  private contained(inline: InlineText, node: SyntaxNode): void {
    const kind = this.containers.at(-1)?.kind ?? "paragraph";
    const level = kind === "list" ? this.containers.filter((each) => each.kind === "list").length : 0;
    this.builder.add(kind, inline.text === "" ? "" : this.takeMarker() + inline.text, {
      level,
      lines: this.lines(node),
    });
    this.addHidden(inline, node);
  }

  private addHidden(inline: InlineText, node: SyntaxNode): void {
    for (const { text, reason } of inline.hidden)
      this.builder.add("paragraph", text, { hidden: reason, lines: this.lines(node) });
  }

  private takeMarker(): string {
    const { marker } = this;
    this.marker = "";
    return marker;
  }

  private code(node: SyntaxNode): void {
    const parts = node.getChildren("CodeText").map((each) => this.source.slice(each.from, each.to));
    const indent = node.name === "FencedCode" ? fenceIndent(this.source, node) : 0;
    const text = indent === 0 ? parts.join("") : parts.map((part) => part.replace(INDENTS[indent] ?? "", "")).join("");
    this.builder.add("code", text.trimEnd(), { lines: this.lines(node) });
  }

  private table(node: SyntaxNode): void {
    const rows: TableRow[] = [];
    const hidden: InlineText[] = [];
    for (const row of [...node.getChildren("TableHeader"), ...node.getChildren("TableRow")]) {
      const cells: TableCell[] = [];
      for (const { cell, column } of cellsOf(this.source, row)) {
        const inline = inlineText(this.source, cell, this.definitions);
        cells.push({ text: inline.text, column });
        hidden.push(inline);
      }
      rows.push({ cells, lines: this.lines(row) });
    }
    this.builder.addTable(rows, { lines: this.lines(node) });
    for (const inline of hidden) this.addHidden(inline, node);
  }

  /** `[^note]: word` is a footnote to every tool that knows them, though the grammar takes it for the target of a link. */
  private footnoteDefinition(node: SyntaxNode): void {
    const text = this.source.slice(node.from, node.to);
    if (text.startsWith("[^")) this.builder.add("footnote", text.trim(), { lines: this.lines(node) });
  }

  private lines(node: { from: number; to: number }): Lines {
    return [this.lineAt(node.from), this.lineAt(Math.max(node.from, node.to - 1))];
  }
}

function collectDefinitions(source: string, tree: Tree): Definitions {
  const keys = new Set<string>();
  tree.iterate({
    enter(node) {
      if (node.name === "LinkLabel" && node.node.parent?.name === "LinkReference") {
        const key = definitionKey(source.slice(node.from, node.to));
        if (!key.startsWith("^")) keys.add(key);
      }
      return !/^(?:Paragraph|Table|FencedCode|CodeBlock|Task|ATXHeading\d|SetextHeading\d)$/.test(node.name);
    },
  });
  return keys;
}

function startOfList(source: string, list: SyntaxNode): { next: number; closing: string } {
  const mark = list.getChild("ListItem")?.getChild("ListMark");
  const text = mark ? source.slice(mark.from, mark.to) : "1.";
  return { next: Number.parseInt(text, 10), closing: text.slice(-1) };
}

/** Empty cells have no node of their own, so columns are counted by the bars. */
function* cellsOf(source: string, row: SyntaxNode): Generator<{ cell: SyntaxNode; column: number }> {
  let column = source.charAt(row.from) === "|" ? -1 : 0;
  for (let child = row.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "TableDelimiter") column++;
    else if (child.name === "TableCell") yield { cell: child, column };
  }
}

/** Leading spaces of each line, for fences indented by up to three. */
const INDENTS = [/^/, /^ /gm, /^ {1,2}/gm, /^ {1,3}/gm];

/** By how many columns the fence stands in from its container; its lines lose as many (CommonMark §4.5). */
function fenceIndent(source: string, fence: SyntaxNode): number {
  const column = (offset: number): number => offset - (source.lastIndexOf("\n", offset - 1) + 1);
  const line = fence.getChildren("CodeText").find((each) => source.slice(each.from, each.to).trim() !== "");
  if (line === undefined) return 0;
  return Math.min(3, Math.max(0, column(fence.from) - column(line.from)));
}

function withoutQuoteMarks(source: string, node: SyntaxNode): string {
  const parts: string[] = [];
  let at = node.from;
  for (const mark of node.getChildren("QuoteMark")) {
    parts.push(source.slice(at, mark.from));
    at = mark.to;
  }
  return parts.join("") + source.slice(at, node.to);
}

/** The line of an offset, counted from `first`. */
function lineFinder(source: string, first: number): (offset: number) => number {
  const starts = lineStarts(source);
  return (offset) => first + lastAtMost(starts, offset);
}
