import { ByteReader } from "../../foundation/bytes/byte-reader.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { PASSAGE_KINDS, type PassageKind } from "../document.ts";
import { BLOCK_TERMS, HEADER_BYTES, INDEX_VERSION, PASSAGE_BYTES } from "./index-format.ts";

/** The passages that hold a term, ascending, with how often: three arrays of one length. */
export interface PostingList {
  readonly passages: Uint32Array;
  readonly body: Uint32Array;
  readonly heading: Uint32Array;
}

/** A document's inverted index, read where it lies. Lengths are in terms. */
export interface LexicalIndex {
  readonly passages: number;
  readonly terms: number;
  readonly bodyTotal: number;
  readonly headingTotal: number;
  readonly bodyLengths: Uint16Array;
  readonly headingLengths: Uint16Array;
  kind(passage: number): PassageKind;
  lookup(term: string): PostingList | undefined;
  /** The terms of the block where `term` would stand: its neighbours in the alphabet. */
  neighbours(term: string): string[];
}

/** One term of the dictionary with the place of its list in `postings`. */
export interface DictionaryEntry {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Opens an index (index-format.ts) without reading it: a look-up touches some dozen blocks' first terms, one block and one list.
 * Throws `archive_damaged` here for a wrong frame, and in a look-up for damage found there.
 */
export function openIndex(terms: Uint8Array, postings: Uint8Array, path = "the archive"): LexicalIndex {
  return new OpenIndex(terms, postings, path);
}

const SHARES_TOO_MUCH = "a term shares more than the one before has";

export class OpenIndex implements LexicalIndex {
  readonly passages: number;
  readonly terms: number;
  readonly bodyTotal: number;
  readonly headingTotal: number;
  readonly blocks: number;
  private readonly dictionary: Uint8Array;
  private readonly lists: Uint8Array;
  private readonly view: DataView;
  private readonly path: string;
  private lengths: { body: Uint16Array; heading: Uint16Array } | undefined;

  constructor(terms: Uint8Array, postings: Uint8Array, path: string) {
    this.dictionary = terms;
    this.lists = postings;
    this.path = path;
    this.view = new DataView(terms.buffer, terms.byteOffset, terms.length);
    if (terms.length < HEADER_BYTES) throw this.badTerms("it is shorter than its header");
    const [version, passages, count, blocks, body, heading] = [0, 4, 8, 12, 16, 20].map((at) =>
      this.view.getUint32(at, true),
    ) as [number, number, number, number, number, number];
    if (version !== INDEX_VERSION) throw this.badTerms(`its version is ${version}`);
    if (blocks !== Math.ceil(count / BLOCK_TERMS)) throw this.badTerms(`${count} terms do not fill ${blocks} blocks`);
    if (blocks > (terms.length - HEADER_BYTES) / 4) throw this.badTerms(`it is too short for ${blocks} blocks`);
    if (passages > postings.length / PASSAGE_BYTES) {
      throw this.badPostings(`it is too short for ${passages} passages`);
    }
    this.passages = passages;
    this.terms = count;
    this.blocks = blocks;
    this.bodyTotal = body;
    this.headingTotal = heading;
  }

  get bodyLengths(): Uint16Array {
    return this.readLengths().body;
  }

  get headingLengths(): Uint16Array {
    return this.readLengths().heading;
  }

  kind(passage: number): PassageKind {
    const kind = passage < this.passages ? PASSAGE_KINDS[this.lists[passage] ?? -1] : undefined;
    if (kind === undefined) throw this.badPostings(`passage ${passage} has no known kind`);
    return kind;
  }

  lookup(term: string): PostingList | undefined {
    const wanted = new TextEncoder().encode(term);
    const block = this.blockOf(wanted);
    if (block < 0) return undefined;
    const damaged = (problem: string) => this.badTerms(`block ${block}: ${problem}`);
    const reader = new ByteReader(this.blockBytes(block), damaged);
    let offset = reader.varint();
    let before = 0;
    // Bytes in which the term before agrees with the wanted one. It comes first in the alphabet, and so does a term that shares more with it.
    let agreed = 0;
    for (let left = Math.min(BLOCK_TERMS, this.terms - block * BLOCK_TERMS); left > 0; left--) {
      const shared = reader.varint();
      if (shared > before) throw damaged(SHARES_TOO_MUCH);
      if (shared < agreed) return undefined;
      const length = reader.varint();
      before = shared + length;
      const more = shared === agreed ? reader.slice(length) : undefined;
      if (more === undefined) reader.skip(length);
      else {
        let at = 0;
        while (at < length && more[at] === wanted[agreed + at]) at++;
        if (at < length && (more[at] ?? 0) > (wanted[agreed + at] ?? -1)) return undefined;
        agreed += at;
      }
      const count = this.countOf(reader.varint(), damaged);
      const bytes = reader.varint();
      if (agreed === wanted.length && before === agreed)
        return this.list({ bytes: wanted, count, offset, length: bytes });
      offset += bytes;
    }
    return undefined;
  }

  neighbours(term: string): string[] {
    const block = Math.max(0, this.blockOf(new TextEncoder().encode(term)));
    if (this.blocks === 0) return [];
    return [...this.entries(block)].map(({ bytes }) => new TextDecoder().decode(bytes));
  }

  /** The terms of a block, in order. */
  *entries(block: number): Generator<DictionaryEntry> {
    const damaged = (problem: string) => this.badTerms(`block ${block}: ${problem}`);
    const reader = new ByteReader(this.blockBytes(block), damaged);
    let offset = reader.varint();
    let before: Uint8Array = new Uint8Array();
    const terms = Math.min(BLOCK_TERMS, this.terms - block * BLOCK_TERMS);
    for (let at = 0; at < terms; at++) {
      const shared = reader.varint();
      if (shared > before.length) throw damaged(SHARES_TOO_MUCH);
      const more = reader.slice(reader.varint());
      const bytes = new Uint8Array(shared + more.length);
      bytes.set(before.subarray(0, shared));
      bytes.set(more, shared);
      const count = this.countOf(reader.varint(), damaged);
      const length = reader.varint();
      yield { bytes, count, offset, length };
      offset += length;
      before = bytes;
    }
    reader.end();
  }

  list({ count, offset, length }: DictionaryEntry): PostingList {
    const from = this.passages * PASSAGE_BYTES;
    if (offset < from || offset + length > this.lists.length) throw this.badPostings("a list lies outside of it");
    if (count > length) throw this.badPostings(`a list of ${length} bytes cannot hold ${count} passages`);
    const damaged = (problem: string) => this.badPostings(`the list at ${offset}: ${problem}`);
    const reader = new ByteReader(this.lists.subarray(offset, offset + length), damaged);
    const found = { passages: new Uint32Array(count), body: new Uint32Array(count), heading: new Uint32Array(count) };
    let passage = -1;
    for (let at = 0; at < count; at++) {
      const head = reader.varint();
      passage += head >>> 1;
      if (head < 2 || passage >= this.passages) throw damaged("its passages do not ascend within the document");
      const body = (head & 1) === 1 ? 1 : reader.varint();
      const heading = (head & 1) === 1 ? 0 : reader.varint();
      if (body === 0 && heading === 0) throw damaged("a passage holds the term no times");
      found.passages[at] = passage;
      found.body[at] = body;
      found.heading[at] = heading;
    }
    reader.end();
    return found;
  }

  /** How many passages a term is said to stand in. */
  private countOf(passages: number, damaged: (problem: string) => Error): number {
    if (passages === 0 || passages > this.passages) throw damaged(`a term stands in ${passages} passages`);
    return passages;
  }

  /** The last block whose first term is not after `wanted`; −1 when there is none. */
  private blockOf(wanted: Uint8Array): number {
    let low = 0;
    let high = this.blocks;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startsAfter(middle, wanted)) high = middle;
      else low = middle + 1;
    }
    return low - 1;
  }

  /** Whether the first term of a block is after `wanted`. Read in place: a look-up asks this a dozen times a document. */
  private startsAfter(block: number, wanted: Uint8Array): boolean {
    const damaged = (problem: string) => this.badTerms(`block ${block}: ${problem}`);
    const bytes = this.dictionary;
    let [at, end] = this.blockRange(block);
    while ((bytes[at] ?? 0) >= 0x80 && at < end) at++;
    at++;
    if (bytes[at] !== 0) throw damaged("it does not begin with a whole term");
    at++;
    let length = 0;
    for (let shift = 0, more = true; more; shift += 7, at++) {
      const byte = bytes[at];
      if (byte === undefined || shift > 21) throw damaged("its first term has no length");
      length |= (byte & 0x7f) << shift;
      more = byte >= 0x80;
    }
    if (length > end - at) throw damaged("its first term is cut off");
    end = at + length;
    for (let index = 0; index < wanted.length; index++, at++) {
      if (at === end) return false;
      const difference = (bytes[at] ?? 0) - (wanted[index] ?? 0);
      if (difference !== 0) return difference > 0;
    }
    return at < end;
  }

  private blockBytes(block: number): Uint8Array {
    return this.dictionary.subarray(...this.blockRange(block));
  }

  private blockRange(block: number): [from: number, to: number] {
    const from = this.view.getUint32(HEADER_BYTES + block * 4, true);
    const last = block + 1 === this.blocks;
    const to = last ? this.dictionary.length : this.view.getUint32(HEADER_BYTES + block * 4 + 4, true);
    if (from < HEADER_BYTES + this.blocks * 4 || to < from || to > this.dictionary.length) {
      throw this.badTerms(`block ${block} lies outside of it`);
    }
    return [from, to];
  }

  private readLengths(): { body: Uint16Array; heading: Uint16Array } {
    if (this.lengths === undefined) {
      const bytes = this.lists.subarray(this.passages, this.passages * PASSAGE_BYTES);
      // A copy: sections need not be aligned to two bytes.
      const both = new Uint16Array(bytes.slice().buffer);
      this.lengths = { body: both.subarray(0, this.passages), heading: both.subarray(this.passages) };
    }
    return this.lengths;
  }

  private badTerms(problem: string): FootnoteError {
    return new FootnoteError("archive_damaged", { path: this.path, section: "terms", problem });
  }

  private badPostings(problem: string): FootnoteError {
    return new FootnoteError("archive_damaged", { path: this.path, section: "postings", problem });
  }
}
