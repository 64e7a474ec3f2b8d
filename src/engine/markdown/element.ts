import type { Span } from "../document.ts";

/**
 * The elements of a Markdown file that can be pointed at. What stands between them (HTML blocks, rules, link reference definitions,
 * blank lines) has no pointer; it is kept by every edit and shown by every slice.
 */
export const ELEMENT_KINDS = [
  "front_matter",
  "heading",
  "paragraph",
  "code_block",
  "list_item",
  "table",
  "block_quote",
] as const;
export type ElementKind = (typeof ELEMENT_KINDS)[number];

/** One element. Offsets are UTF-16 units into the decoded text without its byte order mark, half open. */
export interface MarkdownElement extends Span {
  readonly kind: ElementKind;
  /** Logical pointer: "frontmatter", "2.1", "2.1.p3", "li1.li2", "1.t1" … */
  readonly pointer: string;
  /** XXH64 (seed 0, 16 lower-case hex digits) of the UTF-8 bytes of `own`. */
  readonly selfHash: string;
  /** XXH64 of the UTF-8 bytes of `subtree`; the same as `selfHash` where there is nothing below. */
  readonly subtreeHash: string;
  /** The element without its child items: one span, but for list items with text of their own between or after children. */
  readonly own: readonly Span[];
  /** Headings: to the next heading of the same or a higher level, or the end of the file. Others: the element itself. */
  readonly subtree: Span;
  /** First and last source line, from 1. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Titles of the open headings joined by " > " (a heading's own included); null before the first heading and for front matter. */
  readonly headingPath: string | null;
  /** Headings only: 1 to 6. */
  readonly level?: number;
  /** Headings only: the first source line without its marks; inline markup stays. */
  readonly title?: string;
  /** List items only. */
  readonly item?: ListItem;
}

export interface ListItem {
  /** Index in `elements` of the item it is nested in; −1 at the top of its list. */
  readonly parent: number;
  /** Nesting, from 1. */
  readonly depth: number;
  /** White space before the marker. */
  readonly indent: string;
  /** "-", "*", "+", or the delimiter of an ordered item: "." or ")". */
  readonly marker: string;
  /** Which list container it belongs to: items of one list share it. */
  readonly list: number;
}

/** A leaf block with its chain of containers, also those that cannot be pointed at: what a structural check compares. */
export interface LeafBlock extends Span {
  /** The parser's node name, for example "Paragraph", "HTMLBlock", "LinkReference", "HorizontalRule". */
  readonly kind: string;
  /** The containers from the outermost to the innermost, for example ["BulletList#3", "ListItem#4", "Blockquote#7"]; numbers tell them apart within one parse. */
  readonly containers: readonly string[];
}

/** All of it is made when it is asked for; the methods make only what they give, and a few neighbours. */
export interface MarkdownOutline {
  /** In document order: a parent item before its children. */
  readonly elements: readonly MarkdownElement[];
  /** Numbers that something inside an item, a quote or a table has used up: no element has them, and an anchor on them is never relocated. */
  readonly reserved: ReadonlySet<string>;
  readonly leaves: readonly LeafBlock[];
  /** The element with a logical pointer. */
  at(pointer: string): MarkdownElement | undefined;
  /** All elements of a kind with this hash of themselves. */
  withHash(kind: ElementKind, selfHash: string): readonly MarkdownElement[];
  /** The elements of all parts of the text that a range touches, in document order; all that begin or end in it are among them. */
  near(start: number, end: number): readonly MarkdownElement[];
  /** What of this outline and of that of the text after an edit has to be compared; all else is the same, moved. */
  difference(after: MarkdownOutline): { readonly before: OutlineExcerpt; readonly after: OutlineExcerpt };
}

/** Some parts of an outline. */
export interface OutlineExcerpt {
  /** By their indices in the outline, in ascending order. */
  readonly elements: ReadonlyMap<number, MarkdownElement>;
  readonly leaves: readonly LeafBlock[];
}

/** A Markdown file as it was read. */
export interface MarkdownFile {
  /** Relative to its root, with "/". */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Decoded, without the byte order mark. */
  readonly text: string;
  readonly hasByteOrderMark: boolean;
  /** "\r\n" when the file has any, else "\n". */
  readonly lineEnding: "\n" | "\r\n";
  /** Hex SHA-256 of `bytes`. */
  readonly sha256: string;
}
