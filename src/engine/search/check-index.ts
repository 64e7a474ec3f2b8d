import { FootnoteError } from "../../foundation/errors.ts";
import { HEADER_BYTES, PASSAGE_BYTES } from "./index-format.ts";
import { OpenIndex } from "./open-index.ts";

/** Every fault of an index for a document of `passages` passages, in words; none when it is sound. Reads all of it. */
export function checkIndex(terms: Uint8Array, postings: Uint8Array, passages: number): string[] {
  const faults: string[] = [];
  try {
    const index = new OpenIndex(terms, postings, "it");
    if (index.passages !== passages)
      faults.push(`terms: made for ${index.passages} passages, the document has ${passages}`);
    for (let passage = 0; passage < index.passages; passage++) index.kind(passage);
    checkTotal(index.bodyLengths, index.bodyTotal, "body", faults);
    checkTotal(index.headingLengths, index.headingTotal, "heading", faults);
    checkLists(index, postings.length, faults);
    checkTable(terms, index.blocks, faults);
  } catch (error) {
    if (!(error instanceof FootnoteError)) throw error;
    faults.push(`${error.details.section}: ${error.details.problem}`);
  }
  return faults;
}

function checkTotal(lengths: Uint16Array, total: number, field: string, faults: string[]): void {
  const sum = lengths.reduce((so, length) => so + length, 0);
  if (sum !== total) faults.push(`terms: states ${total} ${field} terms, the passages have ${sum}`);
}

function checkLists(index: OpenIndex, size: number, faults: string[]): void {
  let before: Uint8Array | undefined;
  let end = index.passages * PASSAGE_BYTES;
  for (let block = 0; block < index.blocks; block++) {
    for (const entry of index.entries(block)) {
      if (before !== undefined && Buffer.compare(before, entry.bytes) >= 0) {
        faults.push(`terms: block ${block} is not in order`);
      }
      before = entry.bytes;
      if (entry.offset !== end)
        faults.push(`postings: a list begins at ${entry.offset}, the one before ends at ${end}`);
      index.list(entry);
      end = entry.offset + entry.length;
    }
  }
  if (end !== size) faults.push(`postings: ${size - end} bytes after the last list`);
}

/** The offsets leave no gap between the table and the first block; between blocks `entries` reads to the end. */
function checkTable(terms: Uint8Array, blocks: number, faults: string[]): void {
  const table = HEADER_BYTES + blocks * 4;
  const first =
    blocks === 0 ? terms.length : new DataView(terms.buffer, terms.byteOffset).getUint32(HEADER_BYTES, true);
  if (first !== table) faults.push("terms: bytes between the table and the first block");
}
