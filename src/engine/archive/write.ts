import { xxh64 } from "../../foundation/bytes/xxh64.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { SYSTEM_CALLS, type WriteCalls, writeAtomically } from "../../foundation/fs/atomic.ts";
import { collector, stageCollector } from "../../foundation/memory.ts";
import type { PageWords, ParsedDocument, Passage } from "../document.ts";
import { encodeBlocks } from "./blocks.ts";
import { memoryFile } from "./folio-file.ts";
import { align, ENTRY_LENGTH, type Entry, encodeHeader, HEADER_LENGTH } from "./header.ts";
import { encodeMeta, type FolioMeta } from "./meta.ts";
import { type Folio, readFolio } from "./open.ts";
import { encodePages } from "./pages.ts";
import { encodePassages } from "./passages.ts";
import { type ExtraKind, SECTION_CODES, SECTION_KINDS, type SectionKind } from "./sections.ts";
import { type Stored, storePacked, storeRaw } from "./stored.ts";
import { encodeVectors, type FolioVectors } from "./vectors.ts";
import { PAGES_A_COLLECTION, WordsPacker } from "./words.ts";

/** Everything that goes into a folio. */
export interface FolioParts {
  readonly document: ParsedDocument;
  readonly meta: {
    readonly fileName: string;
    /** Hex SHA-256 of the source's bytes. */
    readonly sha256: string;
    readonly pipeline: string;
    readonly producer?: string;
  };
  readonly passages: readonly Passage[];
  /** Search's own encoding, opaque here. */
  readonly index: { readonly terms: Uint8Array; readonly postings: Uint8Array };
  /** The words of all pages when they were packed as they came; otherwise those of the document are. */
  readonly words?: WordsPacker;
  readonly vectors?: FolioVectors;
  /** The original's bytes, or how they are stored when that was worked out before. */
  readonly source?: Uint8Array | Stored;
  readonly extras?: readonly Extra[];
}

/** An optional section as it is before packing. In the order of `SECTION_CODES`. */
export interface Extra {
  readonly kind: ExtraKind;
  readonly count: number;
  readonly bytes: Uint8Array;
}

interface Section {
  readonly code: string;
  readonly count: number;
  readonly stored: Stored;
}

/** Writes a folio so that after a crash the old file or the new one is there. Throws what `encodeFolio` does, disk_full and the like. */
export function writeFolio(
  path: string,
  parts: FolioParts,
  calls: WriteCalls = SYSTEM_CALLS,
): { readonly bytes: number } {
  const file = encodeParts(parts);
  writeAtomically(path, file, calls);
  return { bytes: lengthOf(file) };
}

/**
 * Replaces a folio by one that has these vectors too; all other sections are copied as they stand. The bytes are those that writing
 * everything at once would have given. The folio is closed, since some systems do not replace files that are open.
 */
export function writeFolioWithVectors(
  folio: Folio,
  vectors: FolioVectors,
  calls: WriteCalls = SYSTEM_CALLS,
): { readonly bytes: number } {
  const file = encodeWithVectors(folio, vectors);
  folio.close();
  writeAtomically(folio.path, file, calls);
  return { bytes: lengthOf(file) };
}

/**
 * The bytes of a folio: a function of its parts alone. What was encoded is decoded again, so that nothing is kept that could not be read:
 * throws `internal` for parts that break the document's invariants, vector_invalid for vectors that do not fit.
 */
export function encodeFolio(parts: FolioParts): Uint8Array {
  const file = memoryFile(parts.meta.fileName, ...encodeParts(parts));
  return file.read(0, file.length);
}

/** The same in parts that stand one behind the other, so that nobody holds all of it twice. */
function encodeParts(parts: FolioParts): Uint8Array[] {
  try {
    const file = assemble(sectionsOf(parts));
    readAgain(file);
    return file;
  } catch (error) {
    if (error instanceof FootnoteError && error.code !== "archive_damaged") throw error;
    const { section, problem } = toFootnoteError(error).details;
    const where = section === undefined ? "" : `section ${section}, `;
    throw new FootnoteError(
      "internal",
      { problem: `${parts.meta.fileName} cannot be archived: ${where}${problem}` },
      error,
    );
  }
}

function sectionsOf({ document, meta, passages, index, words, vectors, source, extras = [] }: FolioParts): Section[] {
  if (!document.text.isWellFormed()) throw new Error("the text has half a surrogate pair");
  if (document.pages.some(({ number }, at) => number !== at + 1)) throw new Error("the pages are not numbered from 1");
  const { title, mediaType, language, paged } = document;
  const described: FolioMeta = {
    title,
    mediaType,
    paged,
    ...meta,
    ...(language === undefined ? {} : { language }),
    pages: document.pages.length,
    passages: passages.length,
    textLength: document.text.length,
  };
  const sections = [
    metaSection(described, vectors),
    section("pages", document.pages.length, storePacked(encodePages(document.pages))),
    section("blocks", document.blocks.length, storePacked(encodeBlocks(document.blocks))),
    section("passages", passages.length, storePacked(encodePassages(passages))),
    section("text", 1, storePacked(new TextEncoder().encode(document.text))),
    section("terms", 1, storePacked(index.terms)),
    section("postings", 1, storePacked(index.postings)),
    wordsSection(words ?? packed(document.words)),
  ];
  if (vectors !== undefined) sections.push(vectorSection(vectors, passages.length, meta.fileName));
  return [...sections, ...appended(source, extras)];
}

function encodeWithVectors(folio: Folio, vectors: FolioVectors): Uint8Array[] {
  const { meta } = folio;
  const kept = sectionsWithout(folio, ["meta", "vectors"]);
  const added = [metaSection(meta, vectors), vectorSection(vectors, meta.passages, meta.fileName)];
  return assemble(ordered([...added, ...kept]));
}

/**
 * The bytes of a folio with these sections taken out or put in, all others copied as they stand. What is taken out and put in again gives
 * the same file, if the same packer had packed it.
 */
export function repackFolio(
  folio: Folio,
  without: readonly SectionKind[],
  added: Pick<FolioParts, "source" | "extras"> & { readonly meta?: FolioMeta },
): Uint8Array {
  const { source, extras = [], meta } = added;
  const described = meta === undefined ? [] : [section("meta", 1, storeRaw(encodeMeta(meta)))];
  const kept = sectionsWithout(folio, meta === undefined ? without : [...without, "meta"]);
  const sections = [...described, ...kept, ...appended(source, extras)];
  return Buffer.concat(assemble(ordered(sections)));
}

function appended(source: FolioParts["source"], extras: readonly Extra[]): Section[] {
  return [
    ...(source === undefined
      ? []
      : [section("source", 1, source instanceof Uint8Array ? storePacked(source) : source)]),
    ...extras.map(({ kind, count, bytes }) => section(kind, count, storePacked(bytes))),
  ];
}

function sectionsWithout(folio: Folio, kinds: readonly SectionKind[]): Section[] {
  const codes: readonly string[] = kinds.map((kind) => SECTION_CODES[kind]);
  return folio.entries
    .filter(({ code }) => !codes.includes(code))
    .map((entry): Section => ({ ...entry, stored: { ...entry, bytes: folio.stored(entry) } }));
}

function ordered(sections: Section[]): Section[] {
  const known: string[] = SECTION_KINDS.map((kind) => SECTION_CODES[kind]);
  // Sections of later versions are kept, behind those known here.
  const rank = ({ code }: Section): number => (known.includes(code) ? known.indexOf(code) : known.length);
  return sections.sort((a, b) => rank(a) - rank(b));
}

function section(kind: SectionKind, count: number, stored: Stored): Section {
  return { code: SECTION_CODES[kind], count, stored };
}

function metaSection(meta: FolioMeta, vectors: FolioVectors | undefined): Section {
  return section("meta", 1, storeRaw(encodeMeta(vectors === undefined ? meta : { ...meta, model: vectors.model })));
}

function wordsSection(words: WordsPacker): Section {
  return section("words", words.pages, storeRaw(words.take()));
}

function packed(pages: readonly PageWords[]): WordsPacker {
  const packer = new WordsPacker();
  for (const words of pages) packer.add(words);
  return packer;
}

function vectorSection(vectors: FolioVectors, passages: number, path: string): Section {
  const { scales, codes, model } = vectors;
  const odd = scales.findIndex((scale) => !(scale > 0 && scale < Number.POSITIVE_INFINITY));
  const fits = scales.length === passages && codes.length === passages * model.dimension;
  const problem = fits
    ? `vector ${odd} has scale ${scales[odd]}`
    : `${scales.length} scales and ${codes.length} codes for ${passages} passages`;
  if (!fits || odd >= 0) throw new FootnoteError("vector_invalid", { path, problem });
  return section("vectors", passages, storeRaw(encodeVectors(vectors)));
}

function assemble(sections: readonly Section[]): Uint8Array[] {
  const entries: Entry[] = [];
  const body: Uint8Array[] = [];
  let end = HEADER_LENGTH + sections.length * ENTRY_LENGTH;
  for (const { code, count, stored } of sections) {
    const { encoding, bytes, decodedLength } = stored;
    const offset = align(end);
    entries.push({ code, encoding, offset, storedLength: bytes.length, decodedLength, count, xxh64: xxh64(bytes) });
    body.push(new Uint8Array(offset - end), bytes);
    end = offset + bytes.length;
  }
  return [encodeHeader(entries, end), ...body];
}

function lengthOf(file: readonly Uint8Array[]): number {
  return file.reduce((sum, { length }) => sum + length, 0);
}

/** Each of these decodes its section, and throws when it cannot; from a folio of its own, so that none is kept. */
function readAgain(file: readonly Uint8Array[]): void {
  const open = (): Folio => readFolio(memoryFile("the new archive", ...file));
  const { meta, words } = open();
  const collect = stageCollector(meta.textLength);
  for (const section of ["text", "pages", "blocks", "passages"] as const) {
    void open()[section];
    collect();
  }
  open().vectors();
  const collectAtTimes = collector(PAGES_A_COLLECTION);
  for (let page = 1; page <= meta.pages; page++) {
    words(page);
    collectAtTimes();
  }
}
