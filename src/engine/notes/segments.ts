import type { Database } from "bun:sqlite";
import type { Passage } from "../document.ts";
import type { SearchDocument } from "../search/document.ts";
import { type LexicalIndex, openIndex, type PostingList } from "../search/open-index.ts";
import { SEGMENT_CHUNKS } from "./database.ts";
import { nameOf } from "./prepare.ts";
import type { Store } from "./store.ts";

/** A segment as search ranks it: its living chunks are the passages. */
export interface NotesSegment extends SearchDocument {
  readonly segment: number;
  /** The chunks' ids, by passage. */
  readonly chunkIds: Float64Array;
  /** The documents' paths, by passage. */
  pathOf(passage: number): string;
  readonly vectorKeys: BigInt64Array;
}

interface Row {
  readonly id: number;
  readonly path: string;
  readonly headingPath: string | null;
  readonly vectorKey: bigint;
}

/** The segments of an index, held between searches; what changed is read again. */
export class Segments {
  readonly #store: Store;
  #version = "";
  #known = new Map<number, NotesSegment>();
  #current: readonly NotesSegment[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** As the index is now, also when another process has changed it. */
  current(): readonly NotesSegment[] {
    const { database } = this.#store;
    const version = versionOf(database);
    if (version !== this.#version) {
      // One moment's state, whatever a writer does meanwhile.
      this.#current = database.transaction(() => this.#read())();
      this.#version = version;
    }
    return this.#current;
  }

  #read(): NotesSegment[] {
    const { database } = this.#store;
    const listed = database
      .query<{ id: number; living: number }, []>("SELECT id, living FROM segments WHERE living > 0 ORDER BY id")
      .all();
    const before = this.#known;
    this.#known = new Map();
    return listed.map(({ id, living }) => {
      // A segment only ever loses chunks.
      const known = before.get(id);
      const segment = known?.index.passages === living ? known : readSegment(this.#store, id, known);
      this.#known.set(id, segment);
      return segment;
    });
  }
}

/** Another value after each change, by this connection or by another one. */
export function versionOf(database: Database): string {
  const others = database.query<{ data_version: number }, []>("PRAGMA data_version").get()?.data_version;
  const own = database.query<{ changes: number }, []>("SELECT total_changes() AS changes").get()?.changes;
  return `${others}:${own}`;
}

const NO_SPANS: Passage["spans"] = [];

const wholeIndexes = new WeakMap<NotesSegment, LexicalIndex>();

/** `before`: the same segment with more chunks, whose words are the same. */
function readSegment(store: Store, id: number, before: NotesSegment | undefined): NotesSegment {
  const { database } = store;
  const from = id * SEGMENT_CHUNKS;
  const rows = database
    .query<Row, [number, number]>(
      `SELECT c.id AS id, d.path AS path, heading_path AS headingPath, vector_key AS vectorKey FROM chunks c JOIN documents d ON d.id = c.document
        WHERE c.id >= ? AND c.id < ? ORDER BY c.id`,
    )
    .safeIntegers(true)
    .all(from, from + SEGMENT_CHUNKS);
  const whole = (before && wholeIndexes.get(before)) ?? wholeIndex(database, id);
  const positions = Uint32Array.from(rows, (row) => Number(row.id) - from);
  const paths: string[] = [];
  const headings: (string | null)[] = [];
  const pathAt = new Uint32Array(rows.length);
  const passages = rows.map(({ path, headingPath }, at): Passage => {
    if (paths.at(-1) !== path) paths.push(path);
    pathAt[at] = paths.length - 1;
    // The first chunk under a heading, and those after it, share its number.
    const isNew = at === 0 || headings.at(-1) !== headingPath || pathAt[at - 1] !== pathAt[at];
    if (isNew) headings.push(headingPath);
    return { kind: "text", spans: NO_SPANS, heading: headings.length - 1, firstPage: 1, lastPage: 1 };
  });
  const pathOf = (passage: number): string => paths[pathAt[passage] ?? 0] ?? "";
  const segment: NotesSegment = {
    segment: id,
    id: String(id),
    title: "",
    path: "",
    meta: {},
    index: rows.length === whole.passages ? whole : livingIndex(whole, positions),
    passages,
    chunkIds: Float64Array.from(rows, (row) => Number(row.id)),
    vectorKeys: BigInt64Array.from(rows, ({ vectorKey }) => vectorKey),
    pathOf,
    passageText: (passage) => store.chunkText(from + (positions[passage] ?? 0)),
    headingPath(passage) {
      const path = headings[passages[passage]?.heading ?? -1];
      return path === undefined || path === null ? [nameOf(pathOf(passage))] : path.split(" > ");
    },
  };
  wholeIndexes.set(segment, whole);
  return segment;
}

function wholeIndex(database: Database, id: number): LexicalIndex {
  const row = database
    .query<{ terms: Uint8Array; postings: Uint8Array }, [number]>("SELECT terms, postings FROM segments WHERE id = ?")
    .get(id);
  return openIndex(row?.terms ?? new Uint8Array(), row?.postings ?? new Uint8Array(), `segment ${id} of the index`);
}

/** An index without the chunks that have gone: to search it is as if they had never been. */
function livingIndex(whole: LexicalIndex, positions: Uint32Array): LexicalIndex {
  const passageAt = new Int32Array(whole.passages).fill(-1);
  positions.forEach((position, passage) => {
    passageAt[position] = passage;
  });
  const bodyLengths = Uint16Array.from(positions, (position) => whole.bodyLengths[position] ?? 0);
  const headingLengths = Uint16Array.from(positions, (position) => whole.headingLengths[position] ?? 0);
  return {
    passages: positions.length,
    terms: whole.terms,
    bodyTotal: bodyLengths.reduce((sum, length) => sum + length, 0),
    headingTotal: headingLengths.reduce((sum, length) => sum + length, 0),
    bodyLengths,
    headingLengths,
    kind: (passage) => whole.kind(positions[passage] ?? 0),
    lookup(term) {
      const list = whole.lookup(term);
      if (list === undefined) return undefined;
      const living = livingList(list, passageAt);
      return living.passages.length === 0 ? undefined : living;
    },
    neighbours: (term) => whole.neighbours(term),
  };
}

function livingList({ passages, body, heading }: PostingList, passageAt: Int32Array): PostingList {
  const kept: number[] = [];
  passages.forEach((position, at) => {
    if ((passageAt[position] ?? -1) >= 0) kept.push(at);
  });
  return {
    passages: Uint32Array.from(kept, (at) => passageAt[passages[at] ?? 0] ?? 0),
    body: Uint32Array.from(kept, (at) => body[at] ?? 0),
    heading: Uint32Array.from(kept, (at) => heading[at] ?? 0),
  };
}
