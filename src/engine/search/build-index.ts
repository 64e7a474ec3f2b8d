import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
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

/** Passage, times in the body, times in the heading; three numbers for each passage, ascending. */
type List = number[];

/** The inverted index of a document's passages, as the two sections of index-format.ts. */
export function buildIndex({ passages }: IndexInput): IndexSections {
  const lists = new Map<string, List>();
  const lengths = passages.map(({ text, heading }, passage) => ({
    body: Math.min(LENGTH_LIMIT, count(lists, passage, termsOf(text), 1)),
    heading: Math.min(LENGTH_LIMIT, count(lists, passage, termsOf(heading), 2)),
  }));
  const encoder = new TextEncoder();
  const entries = [...lists].map(([term, list]) => ({ bytes: encoder.encode(term), list }));
  entries.sort((a, b) => Buffer.compare(a.bytes, b.bytes));

  const postings = new ByteWriter();
  for (const { kind } of passages) postings.u8(PASSAGE_KINDS.indexOf(kind));
  for (const { body } of lengths) u16(postings, body);
  for (const { heading } of lengths) u16(postings, heading);

  const blocks: Uint8Array[] = [];
  for (let at = 0; at < entries.length; at += BLOCK_TERMS) {
    blocks.push(writeBlock(entries.slice(at, at + BLOCK_TERMS), postings));
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

/** Counts `found` into the lists and returns how many terms there were. `field`: 1 body, 2 heading. */
function count(lists: Map<string, List>, passage: number, found: readonly string[], field: 1 | 2): number {
  for (const term of found) {
    let list = lists.get(term);
    if (list === undefined) {
      list = [];
      lists.set(term, list);
    }
    if (list[list.length - 3] !== passage) list.push(passage, 0, 0);
    const at = list.length - 3 + field;
    list[at] = (list[at] ?? 0) + 1;
  }
  return found.length;
}

function writeBlock(entries: readonly { bytes: Uint8Array; list: List }[], postings: ByteWriter): Uint8Array {
  const block = new ByteWriter();
  block.varint(postings.length);
  let before: Uint8Array = new Uint8Array();
  for (const { bytes, list } of entries) {
    const shared = sharedBytes(before, bytes);
    block.varint(shared);
    block.varint(bytes.length - shared);
    block.append(bytes.subarray(shared));
    const from = postings.length;
    writeList(list, postings);
    block.varint(list.length / 3);
    block.varint(postings.length - from);
    before = bytes;
  }
  return block.take().slice();
}

function writeList(list: List, postings: ByteWriter): void {
  let before = -1;
  for (let at = 0; at < list.length; at += 3) {
    const [passage = 0, body = 0, heading = 0] = [list[at], list[at + 1], list[at + 2]];
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
