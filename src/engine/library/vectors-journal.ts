import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { z } from "zod";
import { xxh64 } from "../../foundation/bytes/xxh64.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { ModelId } from "../document.ts";

/**
 * Vectors of one archive while they are being computed. Beside `x.folio` stands `x.folio.vectors`: a header that names archive and
 * model, then fixed-size records {passage u32, scale f32, codes i8[dimension], check u32}. A record torn by a crash fails its check
 * and is computed again; so a kill costs one batch, and a search can use what is there.
 */
export interface PartialVectors {
  readonly scales: Float32Array;
  readonly codes: Int8Array;
  /** 1 where the passage has its vector. */
  readonly ready: Uint8Array;
  readonly count: number;
}

export interface JournalKey {
  readonly model: ModelId;
  readonly passages: number;
  /** What the archive's bytes follow from: the source's SHA-256 and the pipeline. */
  readonly archive: string;
}

/** The key of an archive's journal for `model`. */
export function journalKey(
  { meta }: { readonly meta: { sha256: string; pipeline: string; passages: number } },
  model: ModelId,
): JournalKey {
  return { model, passages: meta.passages, archive: `${meta.sha256}:${meta.pipeline}` };
}

const MAGIC = "footnote-vectors-1";
const HEADER_BYTES = 512;

const HeaderSchema = z.tuple([
  z.literal(MAGIC),
  z.string(),
  z.string(),
  z.string(),
  z.int().min(1).max(65_536),
  z
    .int()
    .min(0)
    .max(2 ** 31),
]);

export function journalPath(archivePath: string): string {
  return `${archivePath}.vectors`;
}

/** What is there for exactly this archive and model; nothing when the journal is absent or belongs to another. */
export function readJournal(archivePath: string, key: JournalKey): PartialVectors {
  const { dimension } = key.model;
  const vectors = {
    scales: new Float32Array(key.passages),
    codes: new Int8Array(key.passages * dimension),
    ready: new Uint8Array(key.passages),
  };
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(journalPath(archivePath));
  } catch {
    return { ...vectors, count: 0 };
  }
  const expected = header(key);
  if (bytes.length < HEADER_BYTES || !expected.every((byte, at) => bytes[at] === byte)) return { ...vectors, count: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = recordBytes(dimension);
  let count = 0;
  for (let at = HEADER_BYTES; at + size <= bytes.length; at += size) {
    const passage = view.getUint32(at, true);
    const body = bytes.subarray(at, at + size - 4);
    if (passage >= key.passages || view.getUint32(at + size - 4, true) !== check(body)) continue;
    if (vectors.ready[passage] === 0) count++;
    vectors.ready[passage] = 1;
    vectors.scales[passage] = view.getFloat32(at + 4, true);
    vectors.codes.set(new Int8Array(body.buffer, body.byteOffset + 8, dimension), passage * dimension);
  }
  return { ...vectors, count };
}

/** Whose vectors the journal of this archive holds; undefined without one. */
export function journalKeyOf(archivePath: string): JournalKey | undefined {
  let text: string;
  try {
    const handle = openSync(journalPath(archivePath), "r");
    try {
      const bytes = new Uint8Array(HEADER_BYTES);
      text = new TextDecoder().decode(bytes.subarray(0, readSync(handle, bytes, 0, HEADER_BYTES, 0)));
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
  const parsed = HeaderSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const [, archive, sha256, name, dimension, passages] = parsed.data;
  return { archive, model: { sha256, name, dimension }, passages };
}

export interface JournalWriter {
  /** Appends the vectors of the given passages and waits until they are on the disk. */
  append(records: readonly { passage: number; scale: number; codes: Int8Array }[]): void;
  close(): void;
}

/** Opens the journal for appending; starts anew when it belongs to another archive or model. */
export function openJournal(archivePath: string, key: JournalKey): JournalWriter {
  const path = journalPath(archivePath);
  const fresh = readJournal(archivePath, key).count === 0;
  try {
    const handle = openSync(path, fresh ? "w" : "a");
    if (fresh) writeFileSync(handle, header(key));
    // A record torn by a crash goes, else all that follow it would be out of step.
    const body = fstatSync(handle).size - HEADER_BYTES;
    ftruncateSync(handle, HEADER_BYTES + body - (body % recordBytes(key.model.dimension)));
    return {
      append(records) {
        try {
          // Unlike writeSync it goes on after a part: a gap would put all records behind it out of step.
          writeFileSync(handle, encode(records, key.model.dimension));
          fsyncSync(handle);
        } catch (error) {
          throw toFootnoteError(error, path);
        }
      },
      close: () => closeSync(handle),
    };
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}

export function removeJournal(archivePath: string): void {
  rmSync(journalPath(archivePath), { force: true });
}

function header(key: JournalKey): Uint8Array {
  const text = JSON.stringify([
    MAGIC,
    key.archive,
    key.model.sha256,
    key.model.name,
    key.model.dimension,
    key.passages,
  ]);
  const bytes = new Uint8Array(HEADER_BYTES).fill(0x20);
  if (text.length >= HEADER_BYTES) throw new FootnoteError("internal", { problem: "vector journal header too long" });
  bytes.set(new TextEncoder().encode(text));
  bytes[HEADER_BYTES - 1] = 0x0a;
  return bytes;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordBytes(dimension: number): number {
  return 4 + 4 + dimension + 4;
}

function encode(
  records: readonly { passage: number; scale: number; codes: Int8Array }[],
  dimension: number,
): Uint8Array {
  const size = recordBytes(dimension);
  const bytes = new Uint8Array(records.length * size);
  const view = new DataView(bytes.buffer);
  records.forEach((record, index) => {
    const at = index * size;
    view.setUint32(at, record.passage, true);
    view.setFloat32(at + 4, record.scale, true);
    bytes.set(new Uint8Array(record.codes.buffer, record.codes.byteOffset, dimension), at + 8);
    view.setUint32(at + size - 4, check(bytes.subarray(at, at + size - 4)), true);
  });
  return bytes;
}

function check(bytes: Uint8Array): number {
  return Number(xxh64(bytes) & 0xffffffffn);
}
