import type { SyntaxNodeRef } from "@lezer/common";
import { parser } from "@lezer/markdown";
import { parseFragment } from "parse5";

/** What a table's cell shows: inline markup removed, a link or image as its text, code as it is, entities decoded, breaks as spaces. */
export function cellText(raw: string): string {
  // In a cell a bar is escaped first of all, even inside a code span (GFM §4.10).
  const source = raw.replace(/\\(\\|\|)/g, (pair, next: string) => (next === "|" ? "|" : pair));
  if (!/[\\`*_[\]<>&!]/.test(source)) return source;
  return new CellReader(source).read();
}

const DROPPED = new Set([
  "EmphasisMark",
  "LinkTitle",
  "LinkLabel",
  "URL",
  "Comment",
  "ProcessingInstruction",
  "LinkMark",
]);

class CellReader {
  private readonly source: string;
  private readonly shown: string[] = [];
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  read(): string {
    parser.parse(this.source).iterate({ enter: (node) => this.enter(node) });
    this.until(this.source.length);
    return this.shown
      .join("")
      .replace(/[ \t\n]+/g, " ")
      .trim();
  }

  private enter(node: SyntaxNodeRef): boolean {
    const text = this.source.slice(node.from, node.to);
    if (DROPPED.has(node.name) && node.node.parent?.name !== "Autolink") return this.replace(node, "");
    switch (node.name) {
      case "Escape":
        return this.replace(node, text.slice(1));
      case "Entity":
        return this.replace(node, entity(text));
      case "InlineCode":
        return this.replace(node, codeSpan(text));
      case "Autolink":
        return this.replace(node, text.slice(1, -1));
      case "HTMLTag":
        return this.replace(node, /^<br\s*\/?>$/i.test(text) ? " " : "");
      default:
        return true;
    }
  }

  private replace(node: SyntaxNodeRef, text: string): false {
    this.until(node.from);
    this.shown.push(text);
    this.at = Math.max(this.at, node.to);
    return false;
  }

  private until(end: number): void {
    if (end > this.at) this.shown.push(this.source.slice(this.at, end));
    this.at = Math.max(this.at, end);
  }
}

function codeSpan(source: string): string {
  const [fence = ""] = /^`+/.exec(source) ?? [];
  const code = source.slice(fence.length, source.length - fence.length);
  return code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "" ? code.slice(1, -1) : code;
}

function entity(source: string): string {
  const node = parseFragment(source).childNodes[0];
  return node !== undefined && "value" in node ? node.value : source;
}
