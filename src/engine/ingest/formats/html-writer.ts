import type { HiddenReason } from "../../document.ts";
import type { BlockFacts, DocumentBuilder } from "./builder.ts";
import { hiddenReason, isBlock, isContents, isFootnote, isMain, isShown } from "./html-style.ts";
import { isLayoutTable, readTable } from "./html-table.ts";
import { attribute, type Element, findElement, type Node, walkTree } from "./html-tree.ts";

type TextKind = "paragraph" | "heading" | "list" | "quote" | "code" | "caption" | "footnote" | "furniture" | "toc";

/** What an element and those around it say about the text inside. */
interface Context {
  readonly kind: TextKind;
  readonly level: number;
  readonly hidden: HiddenReason;
  readonly listDepth: number;
  /** Inside article, main or section: a header there belongs to the content. */
  readonly sectioned: boolean;
}

interface List {
  readonly ordered: boolean;
  next: number;
}

const TOP: Context = { kind: "paragraph", level: 0, hidden: "", listDepth: 0, sectioned: false };

/** A line end between two characters of a script without spaces is no space (CSS Text 3 §4.1.3). */
const CJK_LINE_END =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])[ \t]*\n[ \t\n]*(?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/gu;

/**
 * Writes what a page shows of `root` into `builder`. `lines` are the source lines of all of it, where they are known; `contents` says that
 * all of it is a table of contents.
 */
export function writeHtml(
  root: Node,
  builder: DocumentBuilder,
  lines?: readonly [number, number],
  contents = false,
): void {
  new HtmlWriter(root, builder, lines, contents).run();
}

class HtmlWriter {
  private readonly root: Node;
  private readonly builder: DocumentBuilder;
  private readonly lines: BlockFacts;
  private readonly hasMain: boolean;
  private readonly contexts: Context[];
  private readonly lists: List[] = [];
  private marker = "";
  private visible: string[] = [];
  private hidden: string[] = [];
  private hiddenBy: HiddenReason = "";
  private readings: string[] = [];
  private inReading = false;

  constructor(root: Node, builder: DocumentBuilder, lines: readonly [number, number] | undefined, contents: boolean) {
    this.root = root;
    this.builder = builder;
    this.contexts = [contents ? { ...TOP, kind: "toc" } : TOP];
    this.lines = lines === undefined ? {} : { lines };
    this.hasMain = findElement(root, isMain) !== undefined;
  }

  run(): void {
    walkTree(this.root, this);
    this.flush();
  }

  text(value: string): void {
    if (this.inReading) this.readings.push(value.trim());
    else
      this.append(this.context.kind === "code" ? value : value.replace(CJK_LINE_END, "").replace(/[ \t\n\f\r]+/g, " "));
  }

  enter(element: Element): boolean {
    if (!isShown(element)) return false;
    const outer = this.context;
    if (element.tagName === "br") this.append("\n");
    else if (element.tagName === "img") this.append(attribute(element, "alt") ?? "");
    else if (element.tagName === "rt") this.inReading = true;
    if (isBlock(element)) this.breakBefore();
    if (element.tagName === "table" && outer.kind !== "furniture" && outer.hidden === "" && !isLayoutTable(element)) {
      this.table(element);
      return false;
    }
    this.openList(element);
    this.contexts.push(this.inner(element, outer));
    return true;
  }

  leave(element: Element): void {
    if (element.tagName === "pre") this.flush();
    else if (isBlock(element)) this.breakBefore();
    this.contexts.pop();
    if (element.tagName === "rt") this.inReading = false;
    if (element.tagName === "ruby") this.closeRuby();
    if (element.tagName === "ol" || element.tagName === "ul") this.lists.pop();
    if (element.tagName === "li") this.marker = "";
  }

  private get context(): Context {
    return this.contexts.at(-1) ?? TOP;
  }

  private inner(element: Element, outer: Context): Context {
    const { tagName } = element;
    const hidden = outer.hidden || hiddenReason(element);
    const sectioned = outer.sectioned || tagName === "article" || tagName === "section" || isMain(element);
    const base = { ...outer, hidden, sectioned };
    if (isMain(element)) return { ...base, kind: "paragraph" };
    if (this.isFurniture(element, outer)) return { ...base, kind: "furniture", level: 0 };
    if (isContents(element)) return { ...base, kind: "toc", level: 0 };
    if (isFootnote(element)) return { ...base, kind: "footnote", level: 0 };
    const fixed = outer.kind === "toc" || outer.kind === "footnote";
    const heading = /^h([1-6])$/.exec(tagName)?.[1];
    if (
      heading !== undefined &&
      !fixed &&
      outer.kind !== "quote" &&
      (outer.kind !== "furniture" || this.inHeader(element))
    ) {
      return { ...base, kind: "heading", level: Number(heading) };
    }
    if (fixed || outer.kind === "furniture") return base;
    switch (tagName) {
      case "ol":
      case "ul":
      case "menu":
        return { ...base, listDepth: outer.listDepth + 1 };
      case "li":
        return { ...base, kind: "list", level: Math.max(1, outer.listDepth) };
      case "blockquote":
        return { ...base, kind: "quote", level: 0 };
      case "pre":
        return { ...base, kind: "code", level: 0 };
      case "caption":
      case "figcaption":
        return { ...base, kind: "caption", level: 0 };
      default:
        return base;
    }
  }

  /** Page-wide heads, feet and margins, and all that lies beside a `main`. */
  private isFurniture(element: Element, outer: Context): boolean {
    if (this.hasMain && element.tagName === "body") return true;
    const role = attribute(element, "role");
    if (role === "banner" || role === "contentinfo" || role === "complementary") return true;
    return !outer.sectioned && /^(?:header|footer|aside)$/.test(element.tagName) && !isFootnote(element);
  }

  /** A page's title often stands in its header. */
  private inHeader(element: Element): boolean {
    for (let at: Node | null = element; at !== null; at = "parentNode" in at ? at.parentNode : null) {
      if (at.nodeName === "header") return true;
      if (at.nodeName === "body") return false;
    }
    return false;
  }

  private openList(element: Element): void {
    if (element.tagName === "ol" || element.tagName === "ul") {
      const start = Number.parseInt(attribute(element, "start") ?? "1", 10);
      this.lists.push({ ordered: element.tagName === "ol", next: Number.isSafeInteger(start) ? start : 1 });
    }
    if (element.tagName === "li") {
      const list = this.lists.at(-1);
      const value = Number.parseInt(attribute(element, "value") ?? "", 10);
      if (list !== undefined && Number.isSafeInteger(value)) list.next = value;
      this.marker = list?.ordered ? `${list.next++}. ` : "• ";
    }
  }

  private append(text: string): void {
    const { hidden } = this.context;
    if (hidden === "") this.visible.push(text);
    else {
      this.hidden.push(text);
      this.hiddenBy ||= hidden;
    }
  }

  private breakBefore(): void {
    if (this.context.kind === "code") this.append("\n");
    else this.flush();
  }

  private flush(): void {
    const { kind, level } = this.context;
    const facts = { ...this.lines, level };
    const shown = this.visible.join("");
    const unseen = this.hidden.join("");
    this.visible = [];
    this.hidden = [];
    if (shown.trim() !== "") {
      for (const text of kind === "code" ? [trimCode(shown)] : paragraphs(shown)) {
        const marker = kind === "list" || kind === "footnote" || kind === "toc" ? this.marker : "";
        this.marker = "";
        this.builder.add(kind, marker + withoutOrnament(kind, text), facts);
      }
    }
    if (unseen.trim() !== "")
      this.builder.add(kind, paragraphs(unseen).join("\n"), { ...facts, hidden: this.hiddenBy });
    this.hiddenBy = "";
  }

  private table(element: Element): void {
    const table = readTable(element);
    for (const caption of table.captions) this.builder.add("caption", caption, this.lines);
    this.builder.addTable(table.rows, this.lines);
    for (const { text, reason } of table.hidden) this.builder.add("paragraph", text, { ...this.lines, hidden: reason });
  }

  /** The readings of a ruby stand behind its whole base, so that the base stays one word. */
  private closeRuby(): void {
    if (this.readings.length > 0) this.append(`(${this.readings.join("")})`);
    this.readings = [];
  }
}

/** Without the sign that links a heading to itself, or a footnote back to its place. */
function withoutOrnament(kind: TextKind, text: string): string {
  if (kind === "heading") return text.replace(/ ?[¶🔗]$/u, "");
  return kind === "footnote" ? text.replace(/ ?[↑↩]\ufe0e?$/, "") : text;
}

/** Two line breaks in a row end a paragraph in pages that know no better. */
function paragraphs(text: string): string[] {
  return text
    .replace(/ {2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function trimCode(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(0, first)).join("\n").trimEnd();
}
