import { ByteReader } from "../../foundation/bytes/byte-reader.ts";
import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { PASSAGE_KINDS, type Passage, type Span } from "../document.ts";
import { type Bounds, endIn, memberOf, pageIn } from "./bounds.ts";
import type { Damaged } from "./sections.ts";

/** Columns (docs/folio-format.md §7): kind, number of spans, heading, first page, further pages; then the spans of all passages in a row. */
export function encodePassages(passages: readonly Passage[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { kind } of passages) writer.u8(PASSAGE_KINDS.indexOf(kind));
  for (const { spans } of passages) writer.varint(spans.length);
  writer.deltas(passages.map(({ heading }) => heading));
  writer.deltas(passages.map(({ firstPage }) => firstPage));
  for (const { firstPage, lastPage } of passages) writer.varint(lastPage - firstPage);
  const spans = passages.flatMap((passage) => passage.spans);
  writer.deltas(spans.map(({ start }) => start));
  for (const { start, end } of spans) writer.varint(end - start);
  return writer.take();
}

export function decodePassages(
  bytes: Uint8Array,
  count: number,
  bounds: Bounds & { readonly blocks: number },
  damaged: Damaged,
): Passage[] {
  const reader = new ByteReader(bytes, damaged);
  const kinds = reader.slice(count);
  const spanCounts = reader.varints(count);
  const headings = reader.deltas(count);
  const firstPages = reader.deltas(count);
  const furtherPages = reader.varints(count);
  const spans = spanCounts.reduce((sum, spanCount) => sum + spanCount, 0);
  const starts = reader.deltas(spans);
  const lengths = reader.varints(spans);
  reader.end();
  // Plain loops: this runs cold for each of some 10,000 passages before a search can answer.
  const passages: Passage[] = [];
  let span = 0;
  for (let index = 0; index < count; index++) {
    const heading = headings[index] ?? 0;
    if (heading < -1 || heading >= bounds.blocks)
      throw damaged(`passage ${index} stands under block ${heading} of ${bounds.blocks}`);
    const firstPage = pageIn(bounds, firstPages[index] ?? 0, "passage", index, damaged);
    const own: Span[] = [];
    for (const last = span + (spanCounts[index] ?? 0); span < last; span++) {
      const start = starts[span] ?? 0;
      own.push({ start, end: endIn(bounds, start, lengths[span] ?? 0, "passage", index, damaged) });
    }
    passages.push({
      kind: memberOf(PASSAGE_KINDS, kinds[index] ?? -1, "the kind of passage", index, damaged),
      spans: own,
      heading,
      firstPage,
      lastPage: pageIn(bounds, firstPage + (furtherPages[index] ?? 0), "passage", index, damaged),
    });
  }
  return passages;
}
