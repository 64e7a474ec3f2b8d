import type { SyntaxNode } from "@lezer/common";
import { codeSpan, decodeEntity } from "../../foundation/text/commonmark.ts";
import { definitionKey } from "../ingest/formats/markdown-inline.ts";
import type { BookImages } from "./images.ts";
import { literal } from "./literal.ts";
import type { BookWarning } from "./profile.ts";

/** What inline markup needs to know of its document. */
export interface InlineContext {
  readonly source: string;
  /** Destinations of link definitions, by key. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Typst's labels of headings, by slug. */
  readonly anchors: ReadonlyMap<string, string>;
  readonly images: BookImages;
  /** The file of an image in Typst's world. */
  fileOf(destination: string): string;
  warn(code: BookWarning["code"], message: string, at: number, target: string): void;
}

const MARKS = new Set(
  "HeaderMark EmphasisMark StrikethroughMark QuoteMark LinkMark LinkTitle LinkLabel Comment ProcessingInstruction TaskMarker CodeMark".split(
    " ",
  ),
);
const MOST_DEPTH = 40;

/** The inline content of a block, or of a part of it, as expressions of Typst's, one after the other. Document text is in string literals alone. */
export function inlineExpressions(
  context: InlineContext,
  block: SyntaxNode,
  from = block.from,
  to = block.to,
  depth = 0,
): string[] {
  const { source } = context;
  const made: string[] = [];
  // A line end may have the mark of a quote behind it, so that text goes on over marks.
  let pending = "";
  let at = from;
  const text = (end: number): void => {
    if (end > at) pending += source.slice(at, end);
    at = Math.max(at, end);
  };
  const flush = (): void => {
    made.push(...words(pending));
    pending = "";
  };
  for (let child = block.firstChild; child !== null; child = child.nextSibling) {
    if (child.to <= from || child.from >= to || child.from < at) continue;
    const expressions = expressionsOf(context, child, depth);
    if (expressions === undefined) continue;
    text(child.from);
    if (expressions.length > 0) flush();
    made.push(...expressions);
    at = child.to;
    // The blank behind the mark of a quote is a part of it.
    if (child.name === "QuoteMark") while (/[ \t]/.test(source.charAt(at)) && at < to) at++;
  }
  text(to);
  flush();
  return made;
}

/** Undefined for a node that is no markup of its own: its text is read on. */
function expressionsOf(context: InlineContext, node: SyntaxNode, depth: number): string[] | undefined {
  const { source } = context;
  const own = source.slice(node.from, node.to);
  const inner = (from = node.from, to = node.to): string[] =>
    depth < MOST_DEPTH ? inlineExpressions(context, node, from, to, depth + 1) : words(own);
  switch (node.name) {
    case "Emphasis":
      return [`emph(${group(inner())})`];
    case "StrongEmphasis":
      return [`strong(${group(inner())})`];
    case "Strikethrough":
      return [`strike(${group(inner())})`];
    case "InlineCode":
      return [`raw(${literal(codeSpan(own, isInCell(node)))})`];
    case "Escape":
      return [literal(own.slice(1))];
    case "Entity":
      return [literal(decodeEntity(own))];
    case "HardBreak":
      return ["linebreak()"];
    case "HTMLTag":
      if (/^<br\s*\/?>$/i.test(own)) return ["linebreak()"];
      context.warn("HTML_NOT_RENDERED", "HTML is shown as it is written.", node.from, own.slice(0, 40));
      return [literal(own)];
    case "Link":
      return link(context, node, inner);
    case "Image":
      return image(context, node);
    case "Autolink": {
      const url = own.slice(1, -1);
      return [linked(context, isMail(url) ? `mailto:${url}` : url, [literal(url)])];
    }
    case "URL":
      return [linked(context, isMail(own) ? `mailto:${own}` : own, [literal(own)])];
    default:
      return MARKS.has(node.name) ? [] : undefined;
  }
}

const SPACELESS = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef]";
const SPACELESS_BREAK = new RegExp(`(?<=${SPACELESS})[ \\t]*\\n[ \\t>]*(?=${SPACELESS})`, "gu");

function isMail(url: string): boolean {
  return url.includes("@") && !url.includes(":");
}

function isInCell(node: SyntaxNode): boolean {
  for (let above = node.parent; above !== null; above = above.parent) if (above.name === "TableCell") return true;
  return false;
}

/** Line ends are spaces, but between letters of scripts that are written without any. */
function words(text: string): string[] {
  const shown = text.replace(SPACELESS_BREAK, "").replace(/[ \t]*\n[ \t>]*/g, " ");
  return shown === "" ? [] : [literal(shown)];
}

export function group(expressions: readonly string[]): string {
  return `{ ${expressions.join("; ")} }`;
}

function link(
  context: InlineContext,
  node: SyntaxNode,
  inner: (from: number, to: number) => string[],
): string[] | undefined {
  const destination = destinationOf(context, node);
  if (destination === undefined) return undefined;
  const [opening, closing] = node.getChildren("LinkMark");
  return [linked(context, destination, inner(opening?.to ?? node.from, closing?.from ?? node.to))];
}

function linked({ anchors }: InlineContext, destination: string, shown: readonly string[]): string {
  const body = shown.length === 0 ? literal(destination) : group(shown);
  if (destination.startsWith("#")) {
    const label = anchors.get(destination.slice(1).toLowerCase());
    return label === undefined ? body : `link(label(${literal(label)}), ${body})`;
  }
  const web = /^(?:https?:\/\/|mailto:)/i.test(destination) || /^www\./i.test(destination);
  if (!web) return body;
  return `link(${literal(/^www\./i.test(destination) ? `https://${destination}` : destination)}, ${body})`;
}

function image(context: InlineContext, node: SyntaxNode): string[] | undefined {
  const destination = destinationOf(context, node);
  if (destination === undefined) return undefined;
  const [opening, closing] = node.getChildren("LinkMark");
  const alt = context.source.slice(opening?.to ?? node.from, closing?.from ?? node.to).replace(/\s+/g, " ");
  const found = context.images.get(destination);
  if (typeof found === "string") {
    const why = IMAGE_PROBLEMS[found] ?? "cannot be shown";
    context.warn(found, `The image ${destination} ${why}.`, node.from, destination);
    return [`placeholder(${literal(`${alt === "" ? "Image" : alt} (${destination} ${why})`)})`];
  }
  const size = `${found.width.toFixed(2)}pt, ${found.height.toFixed(2)}pt`;
  return [`bookimage(${literal(context.fileOf(destination))}, ${size}, ${literal(alt)})`];
}

const IMAGE_PROBLEMS: Partial<Record<BookWarning["code"], string>> = {
  IMAGE_OUTSIDE_WORKSPACE: "lies outside of the folder",
  IMAGE_NOT_FOUND: "is not there",
  IMAGE_REMOTE: "is on the network",
  IMAGE_UNSUPPORTED: "has a format that is not read or is damaged",
  IMAGE_TOO_LARGE: "is too large",
};

/** Where a link or image leads; undefined for brackets that are none (CommonMark §6.3). */
export function destinationOf(
  { source, definitions }: Pick<InlineContext, "source" | "definitions">,
  node: SyntaxNode,
): string | undefined {
  const url = node.getChild("URL");
  if (url !== null) return unescaped(source.slice(url.from, url.to));
  if (/\]\(\s*\)$/.test(source.slice(node.from, node.to))) return "";
  const [opening, closing] = node.getChildren("LinkMark");
  const label = node.getChild("LinkLabel");
  const named = label === null ? "" : definitionKey(source.slice(label.from, label.to));
  const own = definitionKey(source.slice(opening?.to ?? node.from, closing?.from ?? node.to));
  return definitions.get(named === "" ? own : named);
}

export function unescaped(destination: string): string {
  const bare = destination.startsWith("<") && destination.endsWith(">") ? destination.slice(1, -1) : destination;
  return bare.replace(
    /\\([!-/:-@[-`{-~])|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]\w{1,31});/gi,
    (found, escaped?: string) => escaped ?? decodeEntity(found),
  );
}
