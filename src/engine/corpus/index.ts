import { listOf, type Row, textOf } from "./row.ts";

interface Parts {
  readonly path: string;
  /** In canonical order. */
  readonly rows: readonly Row[];
  readonly siblings: readonly unknown[];
  readonly flagged: number;
  readonly sha256: string;
}

/** A field of all rows, one line a row, in lower case: a term has no line end, so it is found within a row alone. */
export class SearchedField {
  readonly #text: string;
  /** Where each row's line starts, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(values: readonly string[]) {
    const lines = values.map((value) => value.toLowerCase().replaceAll("\n", " "));
    this.#text = lines.join("\n");
    this.#starts = new Uint32Array(lines.length + 1);
    lines.forEach((line, at) => {
      this.#starts[at + 1] = (this.#starts[at] ?? 0) + line.length + 1;
    });
  }

  /** Calls `found` with the place of each row that has the term (lower case, without blanks), in order. */
  each(term: string, found: (at: number) => void): void {
    const starts = this.#starts;
    for (let from = 0, row = 0; ; ) {
      const hit = this.#text.indexOf(term, from);
      if (hit < 0) return;
      row = rowAt(starts, hit, row);
      found(row);
      from = starts[row + 1] ?? this.#text.length;
    }
  }
}

/** The row whose line holds an offset, at or after row `low`: twice as far with each step, then halving. */
function rowAt(starts: Uint32Array, offset: number, low: number): number {
  let step = 1;
  while (low + step < starts.length - 1 && (starts[low + step] ?? 0) <= offset) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
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
  /** Rows whose id an earlier one has. */
  readonly #others = new Map<string, Row[]>();
  #searched: Readonly<Record<"id" | "title" | "summary", SearchedField>> | undefined;

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
      else if (id !== undefined) this.#others.set(id, [...(this.#others.get(id) ?? []), row]);
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

  /** What text search looks at; made with the first. */
  get searched(): Readonly<Record<"id" | "title" | "summary", SearchedField>> {
    this.#searched ??= {
      id: new SearchedField(this.rows.map((row) => textOf(row, "id") ?? "")),
      title: new SearchedField(this.rows.map(({ title }) => title)),
      summary: new SearchedField(this.rows.map((row) => textOf(row, "summary") ?? "")),
    };
    return this.#searched;
  }

  /** All rows with an id, in canonical order. */
  withId(id: string): readonly Row[] {
    const first = this.byId.get(id);
    return first === undefined ? [] : [first, ...(this.#others.get(id) ?? [])];
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
