import type { CorpusIndex } from "./index.ts";
import type { Repository } from "./repository.ts";
import { isDocument, listOf, type Row, textOf } from "./row.ts";

/** `depends_on` and `doc_refs` are declared by the source, `epic` too; `supersedes`, `superseded_by`, `link` and `mention` were found in its text by the builder. */
export const EDGE_KINDS = ["depends_on", "doc_refs", "epic", "supersedes", "superseded_by", "link", "mention"] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** `row`: leads to a row; `source`: to a file or folder that is there; `sibling`: into another index; `unresolved`: nowhere. */
export type EdgeState = "row" | "source" | "sibling" | "unresolved";

export interface CorpusEdge {
  readonly kind: EdgeKind;
  readonly from: Row;
  /** As it is written. */
  readonly reference: string;
  readonly state: EdgeState;
  readonly to?: Row;
  /** Why it leads nowhere, or by which rule to where it does. */
  readonly how?: string;
}

interface Written {
  readonly kind: EdgeKind;
  readonly reference: string;
}

/** Edges between rows by where they lead; files do not matter to them. */
const incoming = new WeakMap<CorpusIndex, ReadonlyMap<Row, readonly CorpusEdge[]>>();

/** The edges of one index, followed both ways. */
export class CorpusEdges {
  readonly #index: CorpusIndex;
  readonly #repository: Repository | undefined;

  constructor(index: CorpusIndex, repository: Repository | undefined) {
    this.#index = index;
    this.#repository = repository;
  }

  /** Edges that a row has, in the order of their kinds and as they are written. */
  from(row: Row): CorpusEdge[] {
    return writtenIn(row).map((written) => this.#follow(row, written));
  }

  /** Edges that lead to a row. */
  to(row: Row): readonly CorpusEdge[] {
    const known = incoming.get(this.#index) ?? this.#reversed();
    incoming.set(this.#index, known);
    return known.get(row) ?? [];
  }

  /** All edges, in the order of rows. */
  *all(): Generator<CorpusEdge> {
    for (const row of this.#index.rows) yield* this.from(row);
  }

  #reversed(): Map<Row, CorpusEdge[]> {
    const found = new Map<Row, CorpusEdge[]>();
    for (const row of this.#index.rows) {
      for (const written of writtenIn(row)) {
        if (/^(?:src|api):/.test(written.reference)) continue;
        const edge = this.#follow(row, written);
        if (edge.to === undefined) continue;
        const known = found.get(edge.to);
        if (known === undefined) found.set(edge.to, [edge]);
        else known.push(edge);
      }
    }
    return found;
  }

  #follow(from: Row, written: Written): CorpusEdge {
    const { kind, reference } = written;
    const index = this.#index;
    const leads = (to: Row | undefined, how: string): CorpusEdge =>
      to === undefined ? { ...written, from, state: "unresolved", how } : { ...written, from, state: "row", to };
    switch (kind) {
      case "depends_on":
        return leads(issueWith(index, reference), "no issue has that id");
      case "epic":
        return leads(issueWith(index, reference), "no epic has that id");
      case "doc_refs":
        return this.#reference(from, written);
      default:
        return leads(index.at(reference), "no row has that anchor");
    }
  }

  #reference(from: Row, written: Written): CorpusEdge {
    const { reference } = written;
    const scheme = /^(\w+):/.exec(reference)?.[1];
    if (scheme === "src") return { ...written, from, ...this.#source(reference.slice("src:".length)) };
    if (scheme === "api")
      return { ...written, from, state: "sibling", how: "an api: reference belongs to a sibling index" };
    const found = resolveReference(this.#index, reference);
    return "row" in found
      ? { ...written, from, state: "row", to: found.row, ...(found.how === undefined ? {} : { how: found.how }) }
      : { ...written, from, state: "unresolved", how: found.problem };
  }

  #source(place: string): Pick<CorpusEdge, "state" | "how"> {
    const [, path = place, line] = /^(.+?):(\d+)$/.exec(place) ?? [];
    if (this.#repository === undefined) return { state: "unresolved", how: "the repository of the index is not here" };
    if (!this.#repository.has(path)) return { state: "unresolved", how: `${path} is not there` };
    const lines = line === undefined ? undefined : this.#repository.lines(path);
    if (lines !== undefined && Number(line) > lines.length)
      return { state: "unresolved", how: `${path} has ${lines.length} lines` };
    return { state: "source" };
  }
}

/** An issue, also where a document has its id first. */
function issueWith(index: CorpusIndex, id: string): Row | undefined {
  return index.withId(id).find(({ family }) => family === "issue");
}

function writtenIn(row: Row): Written[] {
  const declared = (["depends_on", "doc_refs"] as const).flatMap((kind) =>
    listOf(row, kind).map((reference) => ({ kind, reference })),
  );
  const epic = textOf(row, "epic");
  return [
    ...declared,
    ...(epic === undefined ? [] : [{ kind: "epic" as const, reference: epic }]),
    ...foundRefs(row.found_refs),
  ];
}

/** What the builder found: `{kind, to}`, as far as it is that. */
function foundRefs(found: unknown): Written[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((one: { kind?: unknown; to?: unknown } | null) => {
    const kind = (["supersedes", "superseded_by", "link", "mention"] as const).find((name) => name === one?.kind);
    return kind === undefined || typeof one?.to !== "string" ? [] : [{ kind, reference: one.to }];
  });
}

/**
 * The row that `corpus:DOC`, `corpus:DOC#fragment`, an anchor or an id means. Where the strict rule finds none, a document is also known by its anchor or file, and a fragment by the
 * name of any section below it, by the builder's way to make names or by GitHub's, as long as there is but one.
 */
export function resolveReference(
  index: CorpusIndex,
  reference: string,
): { readonly row: Row; readonly how?: string } | { readonly problem: string } {
  const strict = index.resolve(reference) ?? index.at(reference) ?? index.first(reference);
  if (strict !== undefined) return { row: strict };
  const [name = "", ...rest] = reference.replace(/^corpus:/, "").split("#");
  const fragment = rest.join("#");
  const document = documentNamed(index, name);
  if (document === undefined) return { problem: `no document is called ${name}` };
  if (fragment === "") return { row: document, how: "by the document's anchor or file" };
  const below = index.sectionsBelow(document.anchor);
  const named = below.filter((row) => namesOf(row).has(nameOf(fragment)));
  if (named.length === 1 && named[0] !== undefined) return { row: named[0], how: "the one section of that name" };
  return {
    problem:
      named.length === 0
        ? `${name} has no section called ${fragment}`
        : `${name} has ${named.length} sections called ${fragment}: ${named
            .slice(0, 5)
            .map(({ anchor }) => anchor)
            .join(", ")}`,
  };
}

/** By its id, anchor or file, or by its file's name where no other has it. */
function documentNamed(index: CorpusIndex, name: string): Row | undefined {
  const known = index.withId(name).find(isDocument) ?? index.at(name) ?? index.inFile(name).find(isDocument);
  if (known !== undefined) return known;
  const named = (stems.get(index) ?? stemsOf(index)).get(nameOf(name)) ?? [];
  return named.length === 1 ? named[0] : undefined;
}

const stems = new WeakMap<CorpusIndex, ReadonlyMap<string, readonly Row[]>>();

function stemsOf(index: CorpusIndex): ReadonlyMap<string, readonly Row[]> {
  const documents = index.rows.filter((row) => isDocument(row) && index.parentOf(row) === undefined);
  const made = Map.groupBy(documents, ({ file }) => nameOf(file.replace(/^.*\//, "").replace(/\.[^.]+$/, "")));
  stems.set(index, made);
  return made;
}

/** The names by which a heading is linked to: GitHub's, the builder's, its own anchor's end, its number ("4.7", which GitHub makes "47" of); all as `nameOf` writes them. */
function namesOf({ anchor, title }: Row): ReadonlySet<string> {
  const lower = title.toLowerCase();
  const number = /^§?\s*((?:[a-z]|\d+)(?:\.\d+)*)[.:)]?\s/.exec(lower)?.[1];
  const names = [
    lower.replace(/ /g, "-"),
    lower.replace(/[^a-z0-9]+/g, "-"),
    anchor.slice(anchor.lastIndexOf("--") + 2),
    ...(number === undefined ? [] : [number, number.replaceAll(".", "-")]),
  ];
  return new Set(names.map(nameOf));
}

/** Punctuation does not count, nor how many "-" stand together: of an em dash some make none, some two. */
function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}-]+/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");
}
