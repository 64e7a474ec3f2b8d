import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { parser } from "@lezer/markdown";
import { codeSpan, decodeEntity } from "../../foundation/text/commonmark.ts";

/** Whether a document defines the target of a link with this label. */
export type IsDefined = (label: string) => boolean;

/** The grammar takes quadratic time on hostile inline text; what is longer is shown as it stands. */
const LONGEST = 4000;

const inline = parser.configure({
  remove: [
    "LinkReference",
    "IndentedCode",
    "FencedCode",
    "Blockquote",
    "HorizontalRule",
    "BulletList",
    "OrderedList",
    "ATXHeading",
    "HTMLBlock",
    "SetextHeading",
  ],
});

/** What a table's cell shows: inline markup removed, a link or image as its text, code as it is, entities decoded, breaks as spaces. */
export function cellText(raw: string, isDefined: IsDefined): string {
  // In a cell a bar is escaped first of all, even inside a code span (GFM §4.10).
  const source = raw.replace(/\\(\\|\|)/g, (pair, next: string) => (next === "|" ? "|" : pair));
  if (source.length > LONGEST || !/[\\`*_[\]<>&!]/.test(source)) return source;
  return new CellReader(source, isDefined).read();
}

class CellReader {
  private readonly source: string;
  private readonly isDefined: IsDefined;
  private readonly shown: string[] = [];
  private at = 0;

  constructor(source: string, isDefined: IsDefined) {
    this.source = source;
    this.isDefined = isDefined;
  }

  read(): string {
    inline.parse(this.source).iterate({ enter: (node) => this.enter(node) });
    this.until(this.source.length);
    return this.shown.join("").replace(/^[ \t]+|[ \t]+$/g, "");
  }

  private enter(node: SyntaxNodeRef): boolean {
    if (node.from < this.at) return node.to > this.at;
    const text = this.source.slice(node.from, node.to);
    switch (node.name) {
      case "EmphasisMark":
      case "Comment":
      case "ProcessingInstruction":
        return this.replace(node, "");
      case "Escape":
        return this.replace(node, text.slice(1));
      case "Entity":
        return this.replace(node, decodeEntity(text));
      case "InlineCode":
        return this.replace(node, codeSpan(text));
      case "Autolink":
        return this.replace(node, text.slice(1, -1));
      case "HTMLTag":
        return this.replace(node, /^<br\s*\/?>$/i.test(text) ? " " : "");
      case "LinkMark":
        return this.linkMark(node);
      default:
        return true;
    }
  }

  /** Of a link or image only its text is shown; `[text]` is a link only when it is defined somewhere (CommonMark §6.3). */
  private linkMark(mark: SyntaxNodeRef): boolean {
    const link = mark.node.parent;
    if (link === null || !this.isLink(link)) return true;
    const opens = link.firstChild?.from === mark.from;
    return this.replace({ from: mark.from, to: opens ? mark.to : link.to }, "");
  }

  private isLink(link: SyntaxNode): boolean {
    if (this.source.charAt(link.to - 1) === ")") return true;
    const label = link.getChild("LinkLabel");
    const [opening, closing] = link.getChildren("LinkMark");
    const named = label === null ? "" : this.source.slice(label.from + 1, label.to - 1);
    return this.isDefined(named === "" ? this.source.slice(opening?.to ?? link.from, closing?.from ?? link.to) : named);
  }

  private replace(range: { readonly from: number; readonly to: number }, text: string): false {
    this.until(range.from);
    this.shown.push(text);
    this.at = Math.max(this.at, range.to);
    return false;
  }

  private until(end: number): void {
    if (end > this.at) this.shown.push(this.source.slice(this.at, end));
    this.at = Math.max(this.at, end);
  }
}
