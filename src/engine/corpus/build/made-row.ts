/** A row as the builder writes it: keys in this order, those without a value left out. */
export interface MadeRow {
  readonly anchor: string;
  readonly family: "doc" | "research" | "issue" | "changelog" | "skill";
  readonly kind: string;
  readonly id?: string | undefined;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly status?: string | undefined;
  readonly guarantee_tag?: string | undefined;
  readonly summary?: string | undefined;
  readonly epic?: string | undefined;
  readonly depends_on?: readonly string[] | undefined;
  readonly doc_refs?: readonly string[] | undefined;
  readonly gh_issue?: string | undefined;
  readonly tag: string;
  /** The last line that it stands for, and a digest of its lines (`passage.ts`); not in what tero-index writes. */
  readonly end_line?: number;
  readonly digest?: string;
  /** What its lines point at, found and not declared; at most 64, and how many there are beyond. */
  readonly found_refs?: readonly FoundRef[];
  readonly found_more?: number;
}

/** An edge read from a text: `to` is the anchor of a row. */
export interface FoundRef {
  readonly kind: FoundKind;
  readonly to: string;
  readonly line: number;
}

export type FoundKind = "link" | "mention" | "supersedes" | "superseded_by";

export interface Flagged {
  readonly item: string;
  readonly reason: string;
}

/** What a source gave. */
export interface Made {
  readonly rows: readonly MadeRow[];
  readonly flagged: readonly Flagged[];
}

/** A file of the corpus. */
export interface CorpusFile {
  /** Relative to the repository, with "/". */
  readonly path: string;
  readonly text: string;
}
