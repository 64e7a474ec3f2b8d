import { listOf, type Row, textOf } from "./row.ts";

interface Parts {
  readonly path: string;
  /** In canonical order. */
  readonly rows: readonly Row[];
  readonly siblings: readonly unknown[];
  readonly flagged: number;
  readonly sha256: string;
}

/** What text search looks at, in lower case. */
export interface Searched {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
}

/** The rows of a corpus with what queries look up; nothing in it changes while it is served. */
export class CorpusIndex {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly siblings: readonly unknown[];
  readonly flagged: number;
  readonly sha256: string;
  /** The first row in canonical order. */
  readonly byId = new Map<string, Row>();
  readonly byAnchor = new Map<string, Row>();
  readonly #documents = new Map<string, Row>();
  readonly #places = new Map<Row, number>();
  readonly #documentAnchors: readonly string[];
  #searched: readonly Searched[] | undefined;

  constructor({ path, rows, siblings, flagged, sha256 }: Parts) {
    this.path = path;
    this.rows = rows;
    this.siblings = siblings;
    this.flagged = flagged;
    this.sha256 = sha256;
    const anchors: string[] = [];
    rows.forEach((row, at) => {
      this.#places.set(row, at);
      const id = textOf(row, "id");
      if (id !== undefined && !this.byId.has(id)) this.byId.set(id, row);
      if (!this.byAnchor.has(row.anchor)) this.byAnchor.set(row.anchor, row);
      if (!isDocument(row)) return;
      anchors.push(row.anchor);
      if (id !== undefined && !this.#documents.has(id)) this.#documents.set(id, row);
    });
    this.#documentAnchors = anchors;
  }

  /** Where a row stands in canonical order. */
  placeOf(row: Row): number {
    return this.#places.get(row) ?? 0;
  }

  get searched(): readonly Searched[] {
    this.#searched ??= this.rows.map((row) => ({
      id: (textOf(row, "id") ?? "").toLowerCase(),
      title: row.title.toLowerCase(),
      summary: (textOf(row, "summary") ?? "").toLowerCase(),
    }));
    return this.#searched;
  }

  /**
   * The document row that `corpus:DOC` or `corpus:DOC#fragment` means: the section with that anchor, or the one that has it with a number behind, which
   * the builder gives where two have the same name. Undefined for several, and for what belongs to other indices.
   */
  resolve(reference: string): Row | undefined {
    if (!reference.startsWith("corpus:")) return undefined;
    const [name = "", ...fragments] = reference.slice("corpus:".length).split("#");
    const document = this.#documents.get(name);
    if (document === undefined || fragments.length === 0) return document;
    const wanted = `${document.anchor}--${fragments.join("#")}`;
    const exact = this.byAnchor.get(wanted);
    if (exact !== undefined && isDocument(exact)) return exact;
    const numbered = this.#documentAnchors.filter(
      (anchor) => anchor.startsWith(`${wanted}-`) && /^\d+$/.test(anchor.slice(wanted.length + 1)),
    );
    return numbered.length === 1 ? this.byAnchor.get(numbered[0] ?? "") : undefined;
  }

  /** The issue with an id; undefined where another family's row has it first. */
  issue(id: string): Row | undefined {
    const row = this.byId.get(id);
    return row?.family === "issue" ? row : undefined;
  }

  /** Edges of a row in order. */
  edgesOf(row: Row): { readonly kind: "depends_on" | "doc_refs"; readonly reference: string }[] {
    return (["depends_on", "doc_refs"] as const).flatMap((kind) =>
      listOf(row, kind).map((reference) => ({ kind, reference })),
    );
  }
}

function isDocument({ family }: Row): boolean {
  return family === "doc" || family === "research";
}
