import type { Tree } from "@lezer/common";
import {
  type BlockContext,
  type LeafBlock,
  type LeafBlockParser,
  type Line,
  type MarkdownConfig,
  type MarkdownParser,
  parser,
} from "@lezer/markdown";
import { cutRow, delimiterRow, hasBar } from "./table-row.ts";

/**
 * The block structure of a text with line feeds: CommonMark, with or without GFM's tables. Nothing is parsed inside leaf blocks; a
 * table is one leaf, too.
 */
export function parseBlocks(source: string, tables: boolean): Tree {
  return (tables ? WITH_TABLES : WITHOUT_TABLES).parse(source);
}

/** Containers that may be open at once. Every line walks all of them, so hostile nesting would cost quadratic time. */
const DEEPEST = 200;

/** What stands deeper is text, line by line. */
const DepthLimit: MarkdownConfig = {
  parseBlock: [
    {
      name: "DepthLimit",
      before: "IndentedCode",
      parse(context, line) {
        if (context.depth < DEEPEST) return false;
        const from = context.lineStart + line.pos;
        context.nextLine();
        context.addElement(context.elt("Paragraph", from, context.prevLineEnd()));
        return true;
      },
    },
  ],
};

/**
 * The grammar makes an indented code block of four blanks after a marker, and forgets that an ordered item that begins with a blank line
 * ends at the next one (CommonMark §5.2).
 */
const BlankStart: MarkdownConfig = {
  parseBlock: [
    {
      name: "BlankStart",
      before: "IndentedCode",
      parse(context, line) {
        if (line.pos < line.text.length) return false;
        const { block } = context as unknown as { readonly block: { blankFirstLine: boolean } };
        block.blankFirstLine = true;
        context.nextLine();
        return true;
      },
    },
  ],
};

/**
 * Any list item ends a paragraph of a container that the line is outside of. The grammar asks of it what only one that would interrupt the
 * paragraph itself must have: text, and the number 1 (CommonMark §5.2).
 */
const ItemAfterContainer: MarkdownConfig = {
  parseBlock: [
    {
      name: "ItemAfterContainer",
      endLeaf: (context, line) =>
        isLazy(context, line) && /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/.test(line.text.slice(line.pos)),
    },
  ],
};

/** Characters of a link reference definition. The grammar reads an unfinished one again with every line, in quadratic time. */
const LONGEST_REFERENCE = 20_000;

/** Stands before the grammar's own parser of definitions and takes it away when the paragraph has become too long for one. */
class ReferenceGuard implements LeafBlockParser {
  nextLine(_context: BlockContext, _line: Line, leaf: LeafBlock): boolean {
    if (leaf.content.length > LONGEST_REFERENCE) {
      const at = leaf.parsers.indexOf(this);
      leaf.parsers = leaf.parsers.filter((_, index) => index !== at && index !== at + 1);
    }
    return false;
  }

  finish(): boolean {
    return false;
  }
}

const ReferenceLimit: MarkdownConfig = {
  parseBlock: [
    {
      name: "ReferenceGuard",
      before: "LinkReference",
      leaf: (_, leaf) => (leaf.content.startsWith("[") ? new ReferenceGuard() : null),
    },
  ],
};

/** GFM §4.10: a header row, a delimiter row with as many cells, and rows until a blank line or the start of another block. */
class TableParser implements LeafBlockParser {
  private rows = 0;

  nextLine(context: BlockContext, line: Line, leaf: LeafBlock): boolean {
    if (this.rows > 0 && (isLazy(context, line) || isRule(line))) return this.finish(context, leaf);
    if (this.rows === 0) {
      if (isLazy(context, line) || !heads(leaf.content, 0, leaf.content.length, line.text, line.pos)) {
        leaf.parsers = leaf.parsers.filter((each) => each !== this);
        return false;
      }
      leaf.parsers = [this];
    }
    this.rows++;
    return false;
  }

  finish(context: BlockContext, leaf: LeafBlock): boolean {
    if (this.rows === 0) return false;
    context.addLeafElement(leaf, context.elt("Table", leaf.start, leaf.start + leaf.content.length));
    return true;
  }
}

const Table: MarkdownConfig = {
  defineNodes: [{ name: "Table", block: true }],
  parseBlock: [
    {
      name: "Table",
      before: "SetextHeading",
      leaf: (_, leaf) => (hasBar(leaf.content, 0, leaf.content.length) ? new TableParser() : null),
      // A table may also begin at the last line of a paragraph.
      endLeaf(context, line, leaf) {
        if (leaf.parsers.some((each) => each instanceof TableParser)) return false;
        if (isLazy(context, line) || !hasBar(line.text, line.pos, line.text.length)) return false;
        const next = context.peekLine();
        return heads(line.text, line.pos, line.text.length, next, afterQuoteMarks(next));
      },
    },
  ],
};

function heads(text: string, start: number, end: number, next: string, nextStart: number): boolean {
  if (!/[-:|]/.test(next.charAt(nextStart))) return false;
  const delimiters = delimiterRow(next, nextStart, next.length);
  return delimiters !== undefined && delimiters.length === cutRow(text, start, end).cells.length;
}

/** A line without the marks of all open containers. The grammar counts them in a field that its types keep back. */
function isLazy(context: BlockContext, line: Line): boolean {
  return (line as Line & { readonly depth: number }).depth < context.depth;
}

/** Three dashes end a table as a thematic break; the grammar passes them on, for under a paragraph they underline a heading. */
function isRule(line: Line): boolean {
  return line.next === 0x2d && line.indent < line.baseIndent + 4 && /^-{3,}[ \t]*$/.test(line.text.slice(line.pos));
}

function afterQuoteMarks(line: string): number {
  let at = 0;
  while (at < line.length && (line.charAt(at) === ">" || line.charAt(at) === " " || line.charAt(at) === "\t")) at++;
  return at;
}

/** Elements are whole blocks, so the text of leaves is never looked into. */
function withoutInline(configured: MarkdownParser): MarkdownParser {
  configured.parseInline = () => [];
  return configured;
}

const COMMONMARK = [BlankStart, ItemAfterContainer, DepthLimit, ReferenceLimit];
const WITHOUT_TABLES = withoutInline(parser.configure(COMMONMARK));
const WITH_TABLES = withoutInline(parser.configure([COMMONMARK, Table]));
