import { xxh64 } from "../../foundation/bytes/xxh64.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { damagedSection, sectionName } from "./sections.ts";
import { decodedLimit, ENCODINGS, type Encoding } from "./stored.ts";

export const VERSION = 1;
export const HEADER_LENGTH = 64;
export const ENTRY_LENGTH = 48;
export const ALIGNMENT = 64;
/** More sections than any version will have; bounds the table. */
const MOST_SECTIONS = 256;

/** As in PNG (§5.2): a byte that is not ASCII, then CR LF, so that a text-mode or 7-bit transfer shows in the first eight bytes. */
const MAGIC = Uint8Array.of(0x89, 0x46, 0x4f, 0x4c, 0x49, 0x4f, 0x0d, 0x0a);
const CHECKSUM_AT = 56;

/** One row of the section table (docs/folio-format.md §2). Lengths are bytes. */
export interface Entry {
  /** Four ASCII characters. */
  readonly code: string;
  readonly encoding: Encoding;
  readonly offset: number;
  readonly storedLength: number;
  readonly decodedLength: number;
  /** Pages, blocks, passages, vectors …; 1 for sections that are one thing. */
  readonly count: number;
  /** Of the stored bytes. */
  readonly xxh64: bigint;
}

export interface Header {
  readonly fileLength: number;
  readonly tableOffset: number;
  readonly entryCount: number;
  readonly checksum: bigint;
}

export function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

/** Header and table; the table stands right behind the header. */
export function encodeHeader(entries: readonly Entry[], fileLength: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_LENGTH + entries.length * ENTRY_LENGTH);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint16(10, ENTRY_LENGTH, true);
  view.setBigUint64(16, BigInt(fileLength), true);
  view.setBigUint64(24, BigInt(HEADER_LENGTH), true);
  view.setUint32(32, entries.length, true);
  for (const [index, entry] of entries.entries()) {
    const at = HEADER_LENGTH + index * ENTRY_LENGTH;
    bytes.set(new TextEncoder().encode(entry.code), at);
    view.setUint32(at + 4, ENCODINGS.indexOf(entry.encoding), true);
    view.setBigUint64(at + 8, BigInt(entry.offset), true);
    view.setBigUint64(at + 16, BigInt(entry.storedLength), true);
    view.setBigUint64(at + 24, BigInt(entry.decodedLength), true);
    view.setBigUint64(at + 32, BigInt(entry.count), true);
    view.setBigUint64(at + 40, entry.xxh64, true);
  }
  view.setBigUint64(CHECKSUM_AT, checksum(bytes, bytes.subarray(HEADER_LENGTH)), true);
  return bytes;
}

/** Checks a header against the file's real length. Throws archive_version, archive_flag, archive_damaged. */
export function decodeHeader(bytes: Uint8Array, fileLength: number, path: string): Header {
  const damaged = damagedSection(path, "header");
  if (bytes.length < HEADER_LENGTH) throw damaged(`${fileLength} bytes are too few`);
  if (!MAGIC.every((byte, at) => bytes[at] === byte)) throw damaged("it does not begin like a folio");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const version = view.getUint16(8, true);
  if (version === 0) throw damaged("version 0");
  if (version > VERSION) throw new FootnoteError("archive_version", { path, version, supported: VERSION });
  const flags = view.getUint32(12, true);
  if (flags !== 0) throw new FootnoteError("archive_flag", { path, flag: 31 - Math.clz32(flags & -flags) });
  const entryLength = view.getUint16(10, true);
  if (entryLength !== ENTRY_LENGTH) throw damaged(`table entries of ${entryLength} bytes`);
  const stated = view.getBigUint64(16, true);
  if (stated !== BigInt(fileLength)) throw damaged(`it states ${stated} bytes, the file has ${fileLength}`);
  const tableOffset = view.getBigUint64(24, true);
  const entryCount = view.getUint32(32, true);
  if (entryCount > MOST_SECTIONS) throw damaged(`it states ${entryCount} sections`);
  const outside = tableOffset + BigInt(entryCount * ENTRY_LENGTH) > stated;
  if (tableOffset < HEADER_LENGTH || tableOffset % BigInt(ALIGNMENT) !== 0n || outside)
    throw damaged(`the table at ${tableOffset}`);
  return { fileLength, tableOffset: Number(tableOffset), entryCount, checksum: view.getBigUint64(CHECKSUM_AT, true) };
}

/** Checks the table: its checksum (over header and table), bounds, no overlaps, no kind twice. Throws archive_damaged. */
export function decodeTable(headerBytes: Uint8Array, header: Header, table: Uint8Array, path: string): Entry[] {
  const damaged = damagedSection(path, "table");
  if (checksum(headerBytes, table) !== header.checksum) throw damaged("the checksum of header and table does not fit");
  const view = new DataView(table.buffer, table.byteOffset, table.length);
  const entries = Array.from({ length: header.entryCount }, (_, index) =>
    decodeEntry(table, view, index * ENTRY_LENGTH, path),
  );
  const codes = new Set<string>();
  const taken = [
    [0, HEADER_LENGTH, "header"],
    [header.tableOffset, header.tableOffset + table.length, "table"],
  ] as [number, number, string][];
  for (const { code, offset, storedLength } of entries) {
    if (codes.has(code)) throw damaged(`${sectionName(code)} stands there twice`);
    codes.add(code);
    if (offset + storedLength > header.fileLength)
      throw damagedSection(path, sectionName(code))("it runs over the end of the file");
    if (storedLength > 0) taken.push([offset, offset + storedLength, sectionName(code)]);
  }
  taken.sort((a, b) => a[0] - b[0]);
  for (const [index, [start, , name]] of taken.entries()) {
    const before = taken[index - 1];
    if (before !== undefined && start < before[1]) throw damagedSection(path, name)(`it overlaps ${before[2]}`);
  }
  return entries;
}

function decodeEntry(table: Uint8Array, view: DataView, at: number, path: string): Entry {
  const code = String.fromCharCode(...table.subarray(at, at + 4));
  if (!/^[ -~]{4}$/.test(code)) throw damagedSection(path, "table")("a kind is not four ASCII characters");
  const damaged = damagedSection(path, sectionName(code));
  const number = (offset: number): number => {
    const value = view.getBigUint64(at + offset, true);
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged(`${value} in its table entry`);
    return Number(value);
  };
  const encoding = ENCODINGS[view.getUint32(at + 4, true)];
  if (encoding === undefined) throw damaged(`unknown encoding ${view.getUint32(at + 4, true)}`);
  const [offset, storedLength, decodedLength, count] = [number(8), number(16), number(24), number(32)];
  if (offset % ALIGNMENT !== 0) throw damaged(`its offset ${offset} is not a multiple of ${ALIGNMENT}`);
  const most = encoding === "raw" ? storedLength : decodedLimit(storedLength);
  if (decodedLength > most) throw damaged(`${storedLength} bytes are said to decode to ${decodedLength}`);
  return { code, encoding, offset, storedLength, decodedLength, count, xxh64: view.getBigUint64(at + 40, true) };
}

function checksum(header: Uint8Array, table: Uint8Array): bigint {
  const bytes = new Uint8Array(CHECKSUM_AT + table.length);
  bytes.set(header.subarray(0, CHECKSUM_AT));
  bytes.set(table, CHECKSUM_AT);
  return xxh64(bytes);
}
