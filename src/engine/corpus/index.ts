import { collectorAbove } from "../../foundation/memory.ts";
import { isDocument, listOf, type Row, textOf } from "./row.ts";

interface Parts {
  readonly path: string;
  /** In canonical order. */
  readonly rows: readonly Row[];
  readonly siblings: readonly unknown[];
  readonly flagged: readonly unknown[];
  readonly sha256: string;
  /** The way from the index's folder to its repository, where the index tells it. */
  readonly root?: string | undefined;
  /** How the index was made, in its own words. */
  readonly generated?: string | undefined;
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

/** What reading a large index left behind goes before the texts of its fields are made. */
const collect = collectorAbove(500_000_000, 1);

/** The rows of a corpus with what queries look up; nothing in it changes while it is served. */
export class CorpusIndex {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly siblings: readonly unknown[];
  readonly flagged: readonly unknown[];
  readonly sha256: string;
  readonly root: string | undefined;
  readonly generated: string | undefined;
  #byId: Map<string, Row | Row[]> | undefined;
  #byAnchor: Map<string, Row> | undefined;
  #places: ReadonlyMap<Row, number> | undefined;
  #byFile: Map<string, Row[]> | undefined;
  #documentAnchors: readonly string[] | undefined;
  #searched: Readonly<Record<"id" | "title" | "summary", SearchedField>> | undefined;

  constructor({ path, rows, siblings, flagged, sha256, root, generated }: Parts) {
    this.path = path;
    this.rows = rows;
    this.siblings = siblings;
    this.flagged = flagged;
    this.sha256 = sha256;
    this.root = root;
    this.generated = generated;
  }

  /** The first row with an id, in canonical order. */
  first(id: string): Row | undefined {
    return this.withId(id)[0];
  }

  /** Where a row stands in canonical order. */
  placeOf(row: Row): number {
    this.#places ??= new Map(this.rows.map((one, at) => [one, at]));
    return this.#places.get(row) ?? 0;
  }

  /** The first row with an anchor. */
  at(anchor: string): Row | undefined {
    this.#byAnchor ??= firstBy(this.rows);
    return this.#byAnchor.get(anchor);
  }

  /** What text search looks at; made with the first. */
  get searched(): Readonly<Record<"id" | "title" | "summary", SearchedField>> {
    if (this.#searched === undefined) collect();
    this.#searched ??= {
      id: new SearchedField(this.rows.map((row) => textOf(row, "id") ?? "")),
      title: new SearchedField(this.rows.map(({ title }) => title)),
      summary: new SearchedField(this.rows.map((row) => textOf(row, "summary") ?? "")),
    };
    return this.#searched;
  }

  /** The rows of a file, in canonical order. */
  inFile(file: string): readonly Row[] {
    this.#byFile ??= Map.groupBy(this.rows, (row) => row.file);
    return this.#byFile.get(file) ?? [];
  }

  /** Sections of a document, and those in them, by its anchor. */
  sectionsBelow(anchor: string): readonly Row[] {
    const row = this.at(anchor);
    return row === undefined ? [] : this.inFile(row.file).filter((one) => one.anchor.startsWith(`${anchor}--`));
  }

  /** The section or document that a section stands in. */
  parentOf({ anchor }: Row): Row | undefined {
    const end = anchor.lastIndexOf("--");
    return end <= 0 ? undefined : this.at(anchor.slice(0, end));
  }

  /** All rows with an id, in canonical order. */
  withId(id: string): readonly Row[] {
    this.#byId ??= groupedById(this.rows);
    const found = this.#byId.get(id);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }

  /**
   * The document row that `corpus:DOC` or `corpus:DOC#fragment` means: the section with that anchor, or the one that has it with a number behind, which
   * the builder gives where two have the same name. Undefined for several, and for what belongs to other indices.
   */
  resolve(reference: string): Row | undefined {
    if (!reference.startsWith("corpus:")) return undefined;
    const [name = "", ...fragments] = reference.slice("corpus:".length).split("#");
    const document = this.withId(name).find(isDocument);
    if (document === undefined || fragments.length === 0) return document;
    const wanted = `${document.anchor}--${fragments.join("#")}`;
    const exact = this.at(wanted);
    if (exact !== undefined && isDocument(exact)) return exact;
    this.#documentAnchors ??= this.rows.filter(isDocument).map(({ anchor }) => anchor);
    const numbered = this.#documentAnchors.filter(
      (anchor) => anchor.startsWith(`${wanted}-`) && /^\d+$/.test(anchor.slice(wanted.length + 1)),
    );
    return numbered.length === 1 ? this.at(numbered[0] ?? "") : undefined;
  }

  /** The issue with an id; undefined where another family's row has it first. */
  issue(id: string): Row | undefined {
    const row = this.first(id);
    return row?.family === "issue" ? row : undefined;
  }

  /** Edges of a row in order. */
  edgesOf(row: Row): { readonly kind: "depends_on" | "doc_refs"; readonly reference: string }[] {
    return (["depends_on", "doc_refs"] as const).flatMap((kind) =>
      listOf(row, kind).map((reference) => ({ kind, reference })),
    );
  }
}

function firstBy(rows: readonly Row[]): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) if (!found.has(row.anchor)) found.set(row.anchor, row);
  return found;
}

/** Most ids have one row, which then stands without an array around it. */
function groupedById(rows: readonly Row[]): Map<string, Row | Row[]> {
  const found = new Map<string, Row | Row[]>();
  for (const row of rows) {
    const id = textOf(row, "id");
    if (id === undefined) continue;
    const known = found.get(id);
    if (known === undefined) found.set(id, row);
    else if (Array.isArray(known)) known.push(row);
    else found.set(id, [known, row]);
  }
  return found;
}
