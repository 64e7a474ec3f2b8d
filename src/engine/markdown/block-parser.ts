import type { Tree } from "@lezer/common";
import {
  type BlockContext,
  type LeafBlock,
  type LeafBlockParser,
  type Line,
  type MarkdownConfig,
  type MarkdownExtension,
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
 * An item that begins with a blank line ends at the next line if that is blank, too, but not at any later one (CommonMark §5.2). The
 * grammar has it otherwise for ordered items and for a paragraph in the second line, and makes code of four blanks after a marker.
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
        block.blankFirstLine = false;
        return true;
      },
    },
  ],
};

/**
 * A list item that interrupts a paragraph must have text and, if it is ordered, the number 1; one that stands outside of the paragraph's
 * container ends it in any case (CommonMark §5.2). The grammar asks the first of too few items and the second of none.
 */
const ItemEndsParagraph: MarkdownConfig = {
  parseBlock: [
    {
      name: "ItemEndsParagraph",
      endLeaf(context, line) {
        // "*" to "9": most lines begin with a letter.
        if (line.next < 0x2a || line.next > 0x39) return false;
        const found = /^(?:[-+*]|(\d{1,9})[.)])(?:[ \t]+|$)/.exec(line.text.slice(line.pos));
        if (found === null) return false;
        if (isLazy(context, line)) return true;
        const [mark, number = "1"] = found;
        return line.pos + mark.length < line.text.length && Number(number) === 1;
      },
    },
  ],
};

/** A mark of a quote takes one column of a tab behind it (CommonMark §2.2, §5.1); the grammar takes none of it, or all. */
const QuoteBeforeTab: MarkdownConfig = {
  parseBlock: [
    {
      name: "Blockquote",
      parse(context, line) {
        if (line.next !== QUOTE_MARK) return false;
        const at = context.lineStart + line.pos;
        context.startComposite("Blockquote", line.pos);
        context.addElement(context.elt("QuoteMark", at, at + 1));
        line.moveBaseColumn(behindQuoteMark(line));
        return null;
      },
    },
  ],
};

function behindQuoteMark(line: Line): number {
  return line.indent + (/[ \t]/.test(line.text.charAt(line.pos + 1)) ? 2 : 1);
}

const QUOTE_MARK = 0x3e;

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

/** What a parser keeps from its types: the rules for blocks that end a paragraph, and whether a line goes on with a container. */
interface Internals {
  readonly endLeafBlock: unknown[];
  readonly nodeTypes: Readonly<Record<string, number>>;
  skipContextMarkup: Readonly<Record<number, (block: unknown, context: BlockContext, line: Line) => boolean>>;
}

/** Where the rules for bullets and numbers stand among those that end a paragraph. */
const ITEM_RULES = 3;

/** Makes a parser of blocks alone, held to CommonMark where its rules cannot be replaced from outside. */
function blockParser(extensions: MarkdownExtension): MarkdownParser {
  const configured = parser.configure(extensions);
  const internals = configured as unknown as Internals;
  internals.endLeafBlock.splice(ITEM_RULES, 2);
  const quote = internals.nodeTypes.Blockquote ?? 0;
  const goesOn = internals.skipContextMarkup[quote];
  internals.skipContextMarkup = {
    ...internals.skipContextMarkup,
    [quote](block, context, line) {
      // Four columns further in, it is no mark (CommonMark §5.1).
      if (line.indent >= line.baseIndent + 4) return false;
      const column = behindQuoteMark(line);
      if (goesOn?.(block, context, line) !== true) return false;
      line.moveBaseColumn(column);
      return true;
    },
  };
  // Elements are whole blocks, so the text of leaves is never looked into.
  configured.parseInline = () => [];
  return configured;
}

const COMMONMARK = [BlankStart, ItemEndsParagraph, QuoteBeforeTab, DepthLimit, ReferenceLimit];
const WITHOUT_TABLES = blockParser(COMMONMARK);
const WITH_TABLES = blockParser([COMMONMARK, Table]);
