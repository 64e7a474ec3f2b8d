import type { SyntaxNode, SyntaxNodeRef } from "@lezer/common";
import { parseFragment } from "parse5";
import { codeSpan, decodeEntity, labelKey } from "../../../foundation/text/commonmark.ts";
import type { HiddenReason } from "../../document.ts";
import { hiddenReason } from "./html-style.ts";
import { isElement } from "./html-tree.ts";

export interface InlineText {
  readonly text: string;
  /** What inline HTML hides, in order. */
  readonly hidden: readonly { readonly text: string; readonly reason: HiddenReason }[];
}

/** Names of link definitions in a document, as `definitionKey` writes them. */
export type Definitions = ReadonlySet<string>;

/** A label with its brackets, as definitions are known by. */
export function definitionKey(label: string): string {
  return labelKey(label.replace(/^\[|\]$/g, ""));
}

/** The text of a leaf block (paragraph, heading, cell) as it is shown: without markup, link targets and HTML tags. */
export function inlineText(source: string, block: SyntaxNode, definitions: Definitions): InlineText {
  return new InlineReader(source, block, definitions).read();
}

const DROPPED = new Set(
  "HeaderMark EmphasisMark StrikethroughMark QuoteMark LinkTitle Comment ProcessingInstruction SuperscriptMark SubscriptMark".split(
    " ",
  ),
);

class InlineReader {
  private readonly source: string;
  private readonly block: SyntaxNode;
  private readonly definitions: Definitions;
  private at: number;
  private readonly shown: string[] = [];
  private readonly hidden: { text: string; reason: HiddenReason }[] = [];
  /** The element that hides what is being read, and how many of its name are open. */
  private hiding: { name: string; reason: HiddenReason; depth: number; parts: string[] } | undefined;

  constructor(source: string, block: SyntaxNode, definitions: Definitions) {
    this.source = source;
    this.block = block;
    this.definitions = definitions;
    this.at = block.from;
  }

  read(): InlineText {
    this.block.cursor().iterate((node) => this.enter(node));
    this.emitUntil(this.block.to);
    this.show();
    return { text: tidy(this.shown.join("")), hidden: this.hidden.filter((each) => each.text !== "") };
  }

  private enter(node: SyntaxNodeRef): boolean {
    if (node.from < this.at && node.from !== this.block.from) return false;
    if (DROPPED.has(node.name)) return this.replace(node, "");
    switch (node.name) {
      case "Escape":
        return this.replace(node, this.source.slice(node.from + 1, node.to));
      case "Entity":
        return this.replace(node, decodeEntity(this.source.slice(node.from, node.to)));
      case "HardBreak":
        return this.replace(node, "\n");
      case "InlineCode":
        return this.replace(node, codeSpan(this.source.slice(node.from, node.to), this.block.name === "TableCell"));
      case "TaskMarker":
        return this.replace(node, /x/i.test(this.source.slice(node.from, node.to)) ? "☑" : "☐");
      case "HTMLTag":
        return this.tag(node);
      case "LinkMark":
        return this.linkMark(node);
      default:
        return true;
    }
  }

  /** Of a link or image only its text is shown; `[text]` is a link only when it is defined somewhere (CommonMark §6.3). */
  private linkMark(mark: SyntaxNodeRef): boolean {
    const link = mark.node.parent;
    if (link === null || link.name === "Autolink") return this.replace(mark, "");
    if (!this.isLink(link)) return true;
    const opens = link.firstChild?.from === mark.from;
    return opens ? this.replace(mark, "") : this.replace({ from: mark.from, to: link.to }, "");
  }

  private isLink(link: SyntaxNode): boolean {
    if (link.getChild("URL") !== null || /\]\(\s*\)$/.test(this.source.slice(link.from, link.to))) return true;
    const label = link.getChild("LinkLabel");
    const [opening, closing] = link.getChildren("LinkMark");
    const named = label === null ? "" : definitionKey(this.source.slice(label.from, label.to));
    const own = this.source.slice(opening?.to ?? link.from, closing?.from ?? link.to);
    return this.definitions.has(named === "" ? definitionKey(own) : named);
  }

  private tag(node: SyntaxNodeRef): boolean {
    const source = this.source.slice(node.from, node.to);
    this.replace(node, /^<br\s*\/?>$/i.test(source) ? "\n" : "");
    const [, closes, name = ""] = /^<(\/?)([a-z][\w-]*)/i.exec(source.toLowerCase()) ?? [];
    if (this.hiding !== undefined) {
      if (name === this.hiding.name && !source.endsWith("/>")) this.hiding.depth += closes === "/" ? -1 : 1;
      if (this.hiding.depth === 0) this.show();
    } else if (closes === "" && /hidden|style/i.test(source)) {
      const element = parseFragment(source).childNodes[0];
      const reason = element !== undefined && isElement(element) ? hiddenReason(element) : "";
      if (reason !== "") this.hiding = { name, reason, depth: 1, parts: [] };
    }
    return false;
  }

  private show(): void {
    if (this.hiding !== undefined)
      this.hidden.push({ text: tidy(this.hiding.parts.join("")), reason: this.hiding.reason });
    this.hiding = undefined;
  }

  private replace(range: { from: number; to: number }, text: string): false {
    this.emitUntil(range.from);
    (this.hiding?.parts ?? this.shown).push(text);
    this.at = Math.max(this.at, range.to);
    return false;
  }

  private emitUntil(end: number): void {
    if (end > this.at) (this.hiding?.parts ?? this.shown).push(this.source.slice(this.at, end));
    this.at = Math.max(this.at, end);
  }
}

function tidy(text: string): string {
  // By lines, for /[ \t]*\n/ takes quadratic time on a long run of spaces.
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").join("\n");
}
