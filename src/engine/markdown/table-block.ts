import type { BlockContext, LeafBlock, LeafBlockParser, Line, MarkdownConfig } from "@lezer/markdown";
import { isLazy } from "./lazy-line.ts";
import { cutRow, delimiterRow, hasBar } from "./table-row.ts";

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

/** GFM's tables, each as one leaf without nodes inside. */
export const Table: MarkdownConfig = {
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

/** Three dashes end a table as a thematic break; the grammar passes them on, for under a paragraph they underline a heading. */
function isRule(line: Line): boolean {
  return line.next === 0x2d && line.indent < line.baseIndent + 4 && /^-{3,}[ \t]*$/.test(line.text.slice(line.pos));
}

function afterQuoteMarks(line: string): number {
  let at = 0;
  while (at < line.length && (line.charAt(at) === ">" || line.charAt(at) === " " || line.charAt(at) === "\t")) at++;
  return at;
}
