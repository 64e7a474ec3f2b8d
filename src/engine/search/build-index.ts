import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { collector } from "../../foundation/memory.ts";
import { termsOf } from "../../foundation/text/analyze.ts";
import { PASSAGE_KINDS, type PassageKind } from "../document.ts";
import { BLOCK_TERMS, HEADER_BYTES, INDEX_VERSION, LENGTH_LIMIT } from "./index-format.ts";

export interface IndexInput {
  readonly passages: readonly { readonly text: string; readonly heading: string; readonly kind: PassageKind }[];
}

export interface IndexSections {
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
}

/** Where a term's postings begin and end in the store, and how many there are. */
interface List {
  first: number;
  last: number;
  length: number;
}

const PASSAGES_A_COLLECTION = 3000;

/** The inverted index of a document's passages, as the two sections of index-format.ts. */
export function buildIndex({ passages }: IndexInput): IndexSections {
  const lists = new Map<string, List>();
  const store = new PostingStore();
  const collect = collector(PASSAGES_A_COLLECTION);
  const lengths = passages.map(({ text, heading }, passage) => {
    collect();
    return {
      body: Math.min(LENGTH_LIMIT, count(lists, store, passage, termsOf(text), BODY)),
      heading: Math.min(LENGTH_LIMIT, count(lists, store, passage, termsOf(heading), HEADING)),
    };
  });
  const encoder = new TextEncoder();
  const entries = [...lists].map(([term, list]) => ({ bytes: encoder.encode(term), list }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));

  const postings = new ByteWriter();
  for (const { kind } of passages) postings.u8(PASSAGE_KINDS.indexOf(kind));
  for (const { body } of lengths) u16(postings, body);
  for (const { heading } of lengths) u16(postings, heading);

  const blocks: Uint8Array[] = [];
  for (let at = 0; at < entries.length; at += BLOCK_TERMS) {
    blocks.push(writeBlock(entries.slice(at, at + BLOCK_TERMS), store, postings));
  }
  const terms = new ByteWriter();
  terms.u32(INDEX_VERSION);
  terms.u32(passages.length);
  terms.u32(entries.length);
  terms.u32(blocks.length);
  terms.u32(lengths.reduce((sum, { body }) => sum + body, 0));
  terms.u32(lengths.reduce((sum, { heading }) => sum + heading, 0));
  let offset = HEADER_BYTES + blocks.length * 4;
  for (const block of blocks) {
    terms.u32(offset);
    offset += block.length;
  }
  for (const block of blocks) terms.append(block);
  return { terms: terms.take().slice(), postings: postings.take().slice() };
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

/** Counts `found` into the lists and returns how many terms there were. */
function count(
  lists: Map<string, List>,
  store: PostingStore,
  passage: number,
  found: readonly string[],
  field: typeof BODY | typeof HEADING,
): number {
  for (const term of found) {
    let list = lists.get(term);
    if (list === undefined) {
      const first = store.add(passage);
      list = { first, last: first, length: 1 };
      lists.set(term, list);
    } else if (store.get(list.last, PASSAGE) !== passage) {
      const next = store.add(passage);
      store.set(list.last, NEXT, next);
      list.last = next;
      list.length++;
    }
    store.set(list.last, field, store.get(list.last, field) + 1);
  }
  return found.length;
}

function writeBlock(
  entries: readonly { bytes: Uint8Array; list: List }[],
  store: PostingStore,
  postings: ByteWriter,
): Uint8Array {
  const block = new ByteWriter();
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
  return block.take().slice();
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
