import { ByteReader } from "../../foundation/bytes/byte-reader.ts";
import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { collector } from "../../foundation/memory.ts";
import type { PageWords } from "../document.ts";
import type { Bounds } from "./bounds.ts";
import type { Damaged } from "./sections.ts";
import { storePacked, unpack } from "./stored.ts";
import { toPoints, toUnits } from "./units.ts";

/** Bytes a page in the directory: stored length, decoded length, words. */
const DIRECTORY_ENTRY = 12;
/** Frames, and the arrays that are packed or unpacked, lie outside the JavaScript heap. */
export const PAGES_A_COLLECTION = 1000;
/** Columns of a page's words, each with at least one byte a word. */
const COLUMNS = 6;

/**
 * Packs the words of a document, page by page: a directory, then one packed frame a page, so that one page's boxes cost one page
 * (docs/folio-format.md §8). A frame is zstd exactly when it is stored shorter than it decodes.
 */
export class WordsPacker {
  /** How many pages were added. */
  pages = 0;
  readonly #directory = new ByteWriter();
  readonly #frames = new ByteWriter();
  readonly #collect = collector(PAGES_A_COLLECTION);

  add(words: PageWords): void {
    this.#collect();
    const stored = storePacked(encodePage(words));
    this.#directory.u32(stored.bytes.length);
    this.#directory.u32(stored.decodedLength);
    this.#directory.u32(words.starts.length);
    this.#frames.append(stored.bytes);
    this.pages++;
  }

  /** The section's bytes; nothing can be added after. */
  take(): Uint8Array {
    this.#directory.append(this.#frames.take());
    return this.#directory.take();
  }
}

/** Gives the words of pages by number from 1, decoded when asked for. Throws at once when the directory does not fit the section. */
export function openWords(
  bytes: Uint8Array,
  pages: number,
  bounds: Bounds,
  damaged: Damaged,
): (page: number) => PageWords {
  if (bytes.length < pages * DIRECTORY_ENTRY) throw damaged(`${bytes.length} bytes are too few for ${pages} pages`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const offsets = [pages * DIRECTORY_ENTRY];
  for (let page = 0; page < pages; page++)
    offsets.push((offsets[page] ?? 0) + view.getUint32(page * DIRECTORY_ENTRY, true));
  if (offsets[pages] !== bytes.length) throw damaged(`its frames end at ${offsets[pages]} of ${bytes.length} bytes`);
  return (page) => {
    const at = (page - 1) * DIRECTORY_ENTRY;
    const stored = bytes.subarray(offsets[page - 1], offsets[page]);
    const decodedLength = view.getUint32(at + 4, true);
    const encoding = decodedLength > stored.length ? "zstd" : "raw";
    const onPage: Damaged = (problem) => damaged(`page ${page}: ${problem}`);
    const columns = unpack({ encoding, bytes: stored, decodedLength }, onPage);
    return decodePage(columns, view.getUint32(at + 8, true), bounds, onPage);
  };
}

function encodePage({ starts, ends, boxes }: PageWords): Uint8Array {
  const writer = new ByteWriter();
  const units = new Int32Array(boxes.length);
  for (let at = 0; at < boxes.length; at++) units[at] = toUnits(boxes[at] ?? 0);
  const each = (write: (word: number) => void): void => {
    for (let word = 0; word < starts.length; word++) write(word);
  };
  const edge = (word: number, side: number): number => units[word * 4 + side] ?? 0;
  each((word) => writer.zigzag((starts[word] ?? 0) - (word === 0 ? 0 : (ends[word - 1] ?? 0))));
  each((word) => writer.varint((ends[word] ?? 0) - (starts[word] ?? 0)));
  // A word stands a space behind the one before, on the same line and as high: most of these numbers are alike or 0.
  each((word) => writer.zigzag(edge(word, 0) - (word === 0 ? 0 : edge(word - 1, 2))));
  each((word) => writer.zigzag(edge(word, 1) - (word === 0 ? 0 : edge(word - 1, 1))));
  each((word) => writer.zigzag(edge(word, 2) - edge(word, 0)));
  each((word) =>
    writer.zigzag(edge(word, 3) - edge(word, 1) - (word === 0 ? 0 : edge(word - 1, 3) - edge(word - 1, 1))),
  );
  return writer.take();
}

function decodePage(bytes: Uint8Array, count: number, bounds: Bounds, damaged: Damaged): PageWords {
  if (count * COLUMNS > bytes.length) throw damaged(`it states ${count} words in ${bytes.length} bytes`);
  const reader = new ByteReader(bytes, damaged);
  const gaps = reader.zigzags(count);
  const lengths = reader.varints(count);
  const [spaces, tops, widths, heights] = [
    reader.zigzags(count),
    reader.deltas(count),
    reader.zigzags(count),
    reader.deltas(count),
  ];
  reader.end();
  const starts = new Uint32Array(count);
  const ends = new Uint32Array(count);
  const boxes = new Float32Array(count * 4);
  let [end, right] = [0, 0];
  for (let word = 0; word < count; word++) {
    const start = end + (gaps[word] ?? 0);
    end = start + (lengths[word] ?? 0);
    if (start < 0 || end > bounds.textLength)
      throw damaged(`word ${word} spans ${start} to ${end} of ${bounds.textLength}`);
    starts[word] = start;
    ends[word] = end;
    const [left, top] = [right + (spaces[word] ?? 0), tops[word] ?? 0];
    right = left + (widths[word] ?? 0);
    boxes[word * 4] = toPoints(left);
    boxes[word * 4 + 1] = toPoints(top);
    boxes[word * 4 + 2] = toPoints(right);
    boxes[word * 4 + 3] = toPoints(top + (heights[word] ?? 0));
  }
  return { starts, ends, boxes };
}
