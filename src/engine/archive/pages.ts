import { ByteReader } from "../../foundation/bytes/byte-reader.ts";
import { ByteWriter } from "../../foundation/bytes/byte-writer.ts";
import { PAGE_STATUSES, type Page } from "../document.ts";
import { type Bounds, endIn, memberOf } from "./bounds.ts";
import type { Damaged } from "./sections.ts";

/** Columns: gap before the text (0, then 1 for the "\f"), length, width, height, status, label, problem (docs/folio-format.md §5). */
export function encodePages(pages: readonly Page[]): Uint8Array {
  const writer = new ByteWriter();
  for (const [index, page] of pages.entries()) writer.zigzag(page.start - (pages[index - 1]?.end ?? 0));
  for (const { start, end } of pages) writer.varint(end - start);
  for (const { width } of pages) writer.f64(width);
  for (const { height } of pages) writer.f64(height);
  for (const { status } of pages) writer.u8(PAGE_STATUSES.indexOf(status));
  for (const { label } of pages) writer.text(label);
  for (const { problem } of pages) writer.text(problem);
  return writer.take();
}

export function decodePages(bytes: Uint8Array, count: number, bounds: Bounds, damaged: Damaged): Page[] {
  const reader = new ByteReader(bytes, damaged);
  const gaps = reader.zigzags(count);
  const lengths = reader.varints(count);
  const numbers = reader.slice(count * 16);
  const view = new DataView(numbers.buffer, numbers.byteOffset, numbers.length);
  const statuses = reader.slice(count);
  const labels = Array.from({ length: count }, () => reader.text());
  const problems = Array.from({ length: count }, () => reader.text());
  reader.end();
  let end = 0;
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const start = end + (gaps[index] ?? 0);
    end = endIn(bounds, start, lengths[index] ?? 0, "page", number, damaged);
    const width = view.getFloat64(index * 8, true);
    const height = view.getFloat64((count + index) * 8, true);
    if (!(width >= 0 && height >= 0 && Number.isFinite(width + height)))
      throw damaged(`page ${number} measures ${width} × ${height}`);
    const status = memberOf(PAGE_STATUSES, statuses[index] ?? -1, "the status of page", number, damaged);
    const [label, problem] = [labels[index], problems[index]];
    return {
      number,
      start,
      end,
      width,
      height,
      status,
      ...(label === undefined ? {} : { label }),
      ...(problem === undefined ? {} : { problem }),
    };
  });
}
