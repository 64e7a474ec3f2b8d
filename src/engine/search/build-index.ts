import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { collector } from "../../foundation/memory.ts";
import { cutSurface, eachSurface } from "../../foundation/text/analyze.ts";
import { fold } from "../../foundation/text/fold.ts";
import { PASSAGE_KINDS, type PassageKind } from "../document.ts";
import { BLOCK_TERMS, HEADER_BYTES, INDEX_VERSION, LENGTH_LIMIT } from "./index-format.ts";

export interface IndexInput {
  readonly passages: readonly { readonly text: string; readonly heading: string; readonly kind: PassageKind }[];
}

export interface IndexSections {
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
}

const PASSAGES_A_COLLECTION = 3000;

/** The inverted index of a document's passages, as the two sections of index-format.ts. */
export function buildIndex({ passages }: IndexInput): IndexSections {
  const counter = new Counter();
  const collect = collector(PASSAGES_A_COLLECTION);
  const lengths = passages.map(({ text, heading }, passage) => {
    collect();
    return {
      body: Math.min(LENGTH_LIMIT, counter.count(passage, text, BODY)),
      heading: Math.min(LENGTH_LIMIT, counter.count(passage, heading, HEADING)),
    };
  });
  const { store } = counter;
  const encoder = new TextEncoder();
  const entries = [...counter.lists].map(([term, list]) => ({ bytes: encoder.encode(term), list }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));

  const postings = new ByteWriter();
  for (const { kind } of passages) postings.u8(PASSAGE_KINDS.indexOf(kind));
  for (const { body } of lengths) u16(postings, body);
  for (const { heading } of lengths) u16(postings, heading);

  const blocks = new ByteWriter();
  const offsets: number[] = [];
  for (let at = 0; at < entries.length; at += BLOCK_TERMS) {
    offsets.push(blocks.length);
    writeBlock(blocks, entries.slice(at, at + BLOCK_TERMS), store, postings);
  }
  const terms = new ByteWriter();
  terms.u32(INDEX_VERSION);
  terms.u32(passages.length);
  terms.u32(entries.length);
  terms.u32(offsets.length);
  terms.u32(lengths.reduce((sum, { body }) => sum + body, 0));
  terms.u32(lengths.reduce((sum, { heading }) => sum + heading, 0));
  for (const offset of offsets) terms.u32(HEADER_BYTES + offsets.length * 4 + offset);
  terms.append(blocks.take());
  return { terms: terms.take(), postings: postings.take() };
}

const [PASSAGE, BODY, HEADING, NEXT] = [0, 1, 2, 3] as const;
const FIELDS = 4;

/** All postings in one array, chained by term: millions of small arrays that grow would cost several times the memory. */
class PostingStore {
  #fields = new Uint32Array(FIELDS * 4096);
  #length = 0;

  get(posting: number, field: number): number {
    return this.#fields[posting * FIELDS + field] ?? 0;
  }

  set(posting: number, field: number, value: number): void {
    this.#fields[posting * FIELDS + field] = value;
  }

  add(passage: number): number {
    if ((this.#length + 1) * FIELDS > this.#fields.length) {
      const larger = new Uint32Array(this.#fields.length + (this.#fields.length >> 1));
      larger.set(this.#fields);
      this.#fields = larger;
    }
    this.set(this.#length, PASSAGE, passage);
    return this.#length++;
  }
}

/** Where a term's postings begin and end in the store, and how many there are. */
interface List {
  first: number;
  last: number;
  length: number;
}

/** Counts terms by passage. What stands in a text many times is cut into terms, and they are looked up, once. */
class Counter {
  readonly lists = new Map<string, List>();
  readonly store = new PostingStore();
  readonly #bySurface = new Map<string, readonly List[]>();

  /** Counts the terms of a text of `passage`, which ascends from call to call, and returns how many there were. */
  count(passage: number, text: string, field: typeof BODY | typeof HEADING): number {
    let terms = 0;
    eachSurface(fold(text), (surface) => {
      const lists = this.#bySurface.get(surface) ?? this.#listsOf(surface);
      for (const list of lists) this.#add(list, passage, field);
      terms += lists.length;
    });
    return terms;
  }

  #add(list: List, passage: number, field: typeof BODY | typeof HEADING): void {
    const { store } = this;
    if (list.length === 0 || store.get(list.last, PASSAGE) !== passage) {
      const next = store.add(passage);
      if (list.length === 0) list.first = next;
      else store.set(list.last, NEXT, next);
      list.last = next;
      list.length++;
    }
    store.set(list.last, field, store.get(list.last, field) + 1);
  }

  #listsOf(surface: string): readonly List[] {
    const lists = cutSurface(surface).map(({ term }) => {
      const list = this.lists.get(term) ?? { first: 0, last: 0, length: 0 };
      this.lists.set(term, list);
      return list;
    });
    this.#bySurface.set(surface, lists);
    return lists;
  }
}

function writeBlock(
  block: ByteWriter,
  entries: readonly { bytes: Uint8Array; list: List }[],
  store: PostingStore,
  postings: ByteWriter,
): void {
  block.varint(postings.length);
  let before: Uint8Array = new Uint8Array();
  for (const { bytes, list } of entries) {
    const shared = sharedBytes(before, bytes);
    block.varint(shared);
    block.varint(bytes.length - shared);
    block.append(bytes.subarray(shared));
    const from = postings.length;
    writeList(list, store, postings);
    block.varint(list.length);
    block.varint(postings.length - from);
    before = bytes;
  }
}

function writeList(list: List, store: PostingStore, postings: ByteWriter): void {
  let before = -1;
  for (let at = 0, posting = list.first; at < list.length; at++, posting = store.get(posting, NEXT)) {
    const passage = store.get(posting, PASSAGE);
    const [body, heading] = [store.get(posting, BODY), store.get(posting, HEADING)];
    const simple = body === 1 && heading === 0;
    postings.varint((passage - before) * 2 + (simple ? 1 : 0));
    if (!simple) {
      postings.varint(body);
      postings.varint(heading);
    }
    before = passage;
  }
}

function sharedBytes(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}

function u16(writer: ByteWriter, value: number): void {
  writer.u8(value & 0xff);
  writer.u8(value >>> 8);
}
