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
import { isLazy } from "./lazy-line.ts";
import { Table } from "./table-block.ts";

/**
 * The block structure of a text with line feeds: CommonMark, with or without GFM's tables. Nothing is parsed inside leaf blocks; a
 * table is one leaf, too.
 */
export function parseBlocks(source: string, tables: boolean): Tree {
  return (tables ? WITH_TABLES : WITHOUT_TABLES).parse(source);
}

/** Containers that may be open at once. Every line walks all of them, so hostile nesting would cost quadratic time. */
const DEEPEST = 100;

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

/** Lines of a link reference definition. The grammar reads an unfinished one again with every line, in quadratic time. */
const LONGEST_REFERENCE = 20;

/** Stands before the grammar's own parser of definitions and takes it away when the paragraph has become too long for one. */
class ReferenceGuard implements LeafBlockParser {
  private lines = 1;

  nextLine(_context: BlockContext, _line: Line, leaf: LeafBlock): boolean {
    if (++this.lines > LONGEST_REFERENCE) {
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

/** Elements are whole blocks, so the text of leaves is never looked into. */
function withoutInline(configured: MarkdownParser): MarkdownParser {
  configured.parseInline = () => [];
  return configured;
}

const COMMONMARK = [BlankStart, ItemAfterContainer, DepthLimit, ReferenceLimit];
const WITHOUT_TABLES = withoutInline(parser.configure(COMMONMARK));
const WITH_TABLES = withoutInline(parser.configure([COMMONMARK, Table]));
