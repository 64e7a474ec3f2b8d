/** The kinds of edit, in the order in which clients know them (kb.md §3). `replace` is a name of old for `replace_element`. */
export const PATCH_KINDS = [
  "replace",
  "replace_element",
  "replace_subtree",
  "replace_section",
  "delete_section",
  "insert_before",
  "insert_after",
  "delete",
  "replace_fragment",
] as const;
export type PatchKind = (typeof PATCH_KINDS)[number];

export interface PatchOperation {
  readonly kind: PatchKind;
  /** An anchor; "document" for inserts. */
  readonly pointer: string;
  /** What is written: for everything but deletions. */
  readonly markdown?: string | undefined;
  /** replace_fragment: what it replaces; stands exactly once in the element. */
  readonly oldMarkdown?: string | undefined;
}

/** What the tools that this replaces do not know; all off by default. */
export interface PatchOptions {
  /** Take the blank lines of what is deleted along, and end the file with a line ending. */
  readonly tidy?: boolean | undefined;
  /** Give list items the indentation of where they go. */
  readonly autoIndent?: boolean | undefined;
  /** Refuse to put another kind of element in the place of one. */
  readonly sameKind?: boolean | undefined;
}

/** One replaced range of the old text. Offsets are UTF-16 units, half open. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
