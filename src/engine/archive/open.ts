import { xxh64 } from "../../foundation/bytes/xxh64.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Block, Page, PageWords, Passage } from "../document.ts";
import type { Heading } from "../headings.ts";
import { decodeBlocks, decodeHeadings } from "./blocks.ts";
import { type FolioFile, openFile } from "./folio-file.ts";
import { decodeHeader, decodeTable, ENTRY_LENGTH, type Entry, HEADER_LENGTH } from "./header.ts";
import { decodeMeta, type FolioMeta } from "./meta.ts";
import { decodePages } from "./pages.ts";
import { decodePassages } from "./passages.ts";
import {
  type Damaged,
  damagedSection,
  type ExtraKind,
  REQUIRED_SECTIONS,
  SECTION_CODES,
  type SectionKind,
  sectionName,
} from "./sections.ts";
import { unpack } from "./stored.ts";
import { decodeVectors, type FolioVectors } from "./vectors.ts";
import { openWords } from "./words.ts";

/** A folio that is open. Sections are read, checked and decoded when first asked for, then kept; each may throw archive_damaged. */
export interface Folio {
  readonly path: string;
  /** Bytes of the file. */
  readonly length: number;
  readonly meta: FolioMeta;
  /** The section table, in the file's order. */
  readonly entries: readonly Entry[];
  /** The whole canonical text. */
  readonly text: string;
  readonly pages: readonly Page[];
  readonly blocks: readonly Block[];
  /** Those of `blocks` that are headings, much sooner. */
  readonly headings: readonly Heading[];
  readonly passages: readonly Passage[];
  /** Words of a physical page, from 1; boxes within 0.025 pt. Throws page_out_of_range. */
  words(page: number): PageWords;
  /** Decoded bytes of a section; empty when the folio has none. */
  section(kind: SectionKind): Uint8Array;
  /** A section's bytes as they stand in the file, checked. */
  stored(entry: Entry): Uint8Array;
  /** Undefined until the passages are embedded. */
  vectors(): FolioVectors | undefined;
  /** The original's bytes; undefined when they were left out. */
  source(): Uint8Array | undefined;
  /** Like `section`, but undefined when there is none, and not kept. */
  extra(kind: ExtraKind): Uint8Array | undefined;
  /** Lets the file go; what was decoded stays. */
  close(): void;
}

/** Header, table and a small `meta` in one read. */
const FIRST_READ = 4096;

/** Opens an archive: reads header, table and `meta` only. Throws archive_damaged, archive_version, archive_flag, and what opening a file can. */
export function openFolio(path: string): Folio {
  return readFolio(openFile(path));
}

/** Like `openFolio`, over any source of bytes; closes it when the folio cannot be opened. */
export function readFolio(file: FolioFile): Folio {
  try {
    return folioOver(file);
  } catch (error) {
    file.close();
    throw error;
  }
}

function folioOver(file: FolioFile): Folio {
  const { path } = file;
  const first = file.read(0, Math.min(file.length, FIRST_READ));
  const range = (offset: number, length: number): Uint8Array =>
    offset + length <= first.length ? first.slice(offset, offset + length) : file.read(offset, length);
  const header = decodeHeader(first, file.length, path);
  const entries = decodeTable(
    first.subarray(0, HEADER_LENGTH),
    header,
    range(header.tableOffset, header.entryCount * ENTRY_LENGTH),
    path,
  );
  const find = (kind: SectionKind): Entry | undefined => entries.find(({ code }) => code === SECTION_CODES[kind]);
  const missing = REQUIRED_SECTIONS.find((kind) => find(kind) === undefined);
  if (missing !== undefined) throw damagedSection(path, missing)("it is missing");

  const stored = (entry: Entry): Uint8Array => {
    const bytes = range(entry.offset, entry.storedLength);
    if (xxh64(bytes) !== entry.xxh64) throw damagedSection(path, sectionName(entry.code))("its checksum does not fit");
    return bytes;
  };
  const section = (kind: SectionKind): Uint8Array => {
    const entry = find(kind);
    if (entry === undefined) return new Uint8Array(0);
    const { encoding, decodedLength } = entry;
    return unpack({ encoding, bytes: stored(entry), decodedLength }, damagedSection(path, kind));
  };
  const decoded = <T>(
    kind: SectionKind,
    decode: (bytes: Uint8Array, count: number, damaged: Damaged) => T,
  ): (() => T) => once(() => decode(section(kind), find(kind)?.count ?? 0, damagedSection(path, kind)));

  const meta = decodeMeta(section("meta"), damagedSection(path, "meta"));
  checkCounts(meta, (kind) => find(kind)?.count, path);
  const blocks = find("blocks")?.count ?? 0;
  const text = decoded("text", (bytes, _, damaged) => decodeText(bytes, meta, damaged));
  const pages = decoded("pages", (bytes, count, damaged) => decodePages(bytes, count, meta, damaged));
  const allBlocks = decoded("blocks", (bytes, count, damaged) => decodeBlocks(bytes, count, meta, damaged));
  const headings = decoded("blocks", (bytes, count, damaged) => decodeHeadings(bytes, count, meta, damaged));
  const passages = decoded("passages", (bytes, count, damaged) =>
    decodePassages(bytes, count, { ...meta, blocks }, damaged),
  );
  const words = decoded("words", (bytes, count, damaged) => openWords(bytes, count, meta, damaged));
  const vectors = decoded(
    "vectors",
    (bytes, count, damaged) => meta.model && decodeVectors(bytes, count, meta.model, damaged),
  );
  const sections = new Map<SectionKind, Uint8Array>();
  return {
    path,
    length: file.length,
    meta,
    entries,
    get text() {
      return text();
    },
    get pages() {
      return pages();
    },
    get blocks() {
      return allBlocks();
    },
    get headings() {
      return headings();
    },
    get passages() {
      return passages();
    },
    words(page) {
      const known = Number.isInteger(page) && page >= 1 && page <= meta.pages;
      if (!known) throw new FootnoteError("page_out_of_range", { path, page, pages: meta.pages });
      return words()(page);
    },
    section(kind) {
      const bytes = sections.get(kind) ?? section(kind);
      sections.set(kind, bytes);
      return bytes;
    },
    stored,
    vectors,
    // Large and asked for once: not kept.
    source: () => (find("source") === undefined ? undefined : section("source")),
    extra: (kind) => (find(kind) === undefined ? undefined : section(kind)),
    close: () => file.close(),
  };
}

function checkCounts(meta: FolioMeta, count: (kind: SectionKind) => number | undefined, path: string): void {
  const expected: [SectionKind, number | undefined][] = [
    ["pages", meta.pages],
    ["words", meta.pages],
    ["passages", meta.passages],
    ["vectors", meta.model === undefined ? undefined : meta.passages],
  ];
  for (const [kind, wanted] of expected) {
    const found = count(kind);
    if (found !== wanted)
      throw damagedSection(path, kind)(`${found ?? "no"} entries, where meta tells of ${wanted ?? "none"}`);
  }
}

function decodeText(bytes: Uint8Array, meta: FolioMeta, damaged: Damaged): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw damaged("it is not UTF-8");
  }
  if (text.length !== meta.textLength)
    throw damaged(`${text.length} UTF-16 units, where meta tells of ${meta.textLength}`);
  return text;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
