import { sha256 } from "../../foundation/bytes/sha256.ts";
import { type FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { type FolioFile, openFile } from "./folio-file.ts";
import { ALIGNMENT, ENTRY_LENGTH, HEADER_LENGTH } from "./header.ts";
import { blockFaults, pageFaults, passageFaults, wordFaults } from "./invariants.ts";
import { type Folio, readFolio } from "./open.ts";
import { SECTION_KINDS, sectionName } from "./sections.ts";

export interface ValidationReport {
  readonly sound: boolean;
  /** In the order they were found; at most 20 a check. */
  readonly faults: readonly Fault[];
  /** What was counted on the way; without the parts that could not be read. */
  readonly facts: Readonly<Record<string, number>>;
}

interface Fault {
  readonly section: string;
  readonly problem: string;
}

export interface ValidateOptions {
  /** Search's own check of its sections, given the number of passages: what is wrong with them. */
  readonly checkIndex?: (terms: Uint8Array, postings: Uint8Array, passages: number) => readonly string[];
}

const MOST_FAULTS = 20;

/** Proves an archive: structure, checksums, every invariant, the original's hash. Whatever is wrong with the file is reported, not thrown. */
export function validateFolio(path: string, options: ValidateOptions = {}): ValidationReport {
  const report = { faults: [] as Fault[], facts: {} as Record<string, number> };
  const check = (section: string, run: () => Iterable<string>): void => {
    let found = 0;
    try {
      for (const problem of run()) if (found++ < MOST_FAULTS) report.faults.push({ section, problem });
    } catch (error) {
      const fault = faultOf(error, section, path);
      // One unreadable section breaks every check that needs it.
      if (!report.faults.some((known) => known.section === fault.section && known.problem === fault.problem))
        report.faults.push(fault);
    }
  };
  check("file", () => {
    const file = openFile(path);
    const folio = readFolio(file);
    try {
      checkFolio(folio, file, options, check, report.facts);
    } finally {
      folio.close();
    }
    return [];
  });
  return { sound: report.faults.length === 0, ...report };
}

function checkFolio(
  folio: Folio,
  file: FolioFile,
  { checkIndex }: ValidateOptions,
  check: (section: string, run: () => Iterable<string>) => void,
  facts: Record<string, number>,
): void {
  const count = (name: string, found: number): void => {
    facts[name] = (facts[name] ?? 0) + found;
  };
  const { meta } = folio;
  facts.bytes = folio.length;
  facts.sections = folio.entries.length;
  facts.pages = meta.pages;
  for (const entry of folio.entries) {
    check(sectionName(entry.code), () => {
      folio.stored(entry);
      return [];
    });
  }
  for (const kind of SECTION_KINDS) {
    check(kind, () => {
      folio.section(kind);
      return [];
    });
  }
  check("padding", () => paddingFaults(folio, file));
  check("text", () => (folio.text.isWellFormed() ? [] : ["it has half a surrogate pair"]));
  check("pages", () => pageFaults(folio.pages, folio.text, meta.paged));
  check("blocks", () => {
    count("blocks", folio.blocks.length);
    return blockFaults(folio.blocks, folio.pages);
  });
  check("passages", () => {
    count("passages", folio.passages.length);
    return passageFaults(folio.passages, folio.blocks, folio.pages);
  });
  for (let page = 1; page <= meta.pages; page++) {
    check("words", function* () {
      const words = folio.words(page);
      count("words", words.starts.length);
      const onPage = folio.pages[page - 1];
      if (onPage !== undefined) yield* wordFaults(words, onPage);
    });
  }
  check("vectors", () => {
    count("vectors", folio.vectors()?.scales.length ?? 0);
    return [];
  });
  check("source", () => sourceFaults(folio));
  if (checkIndex !== undefined)
    check("postings", () => checkIndex(folio.section("terms"), folio.section("postings"), meta.passages));
}

/** Bytes that belong to no section are zero. */
function paddingFaults(folio: Folio, file: FolioFile): string[] {
  const table = { offset: 0, storedLength: HEADER_LENGTH + folio.entries.length * ENTRY_LENGTH };
  const taken = [table, ...folio.entries, { offset: file.length, storedLength: 0 }].sort((a, b) => a.offset - b.offset);
  const faults: string[] = [];
  let end = 0;
  for (const { offset, storedLength } of taken) {
    const gap = Math.max(offset - end, 0);
    if (gap >= ALIGNMENT) faults.push(`${gap} bytes before ${offset} belong to no section`);
    else if (file.read(end, gap).some((byte) => byte !== 0))
      faults.push(`the bytes between ${end} and ${offset} are not zero`);
    end = Math.max(end, offset + storedLength);
  }
  return faults;
}

function sourceFaults(folio: Folio): string[] {
  const source = folio.source();
  if (source === undefined) return [];
  const found = sha256(source);
  return found === folio.meta.sha256 ? [] : [`its SHA-256 is ${found}, where meta tells of ${folio.meta.sha256}`];
}

function faultOf(thrown: unknown, section: string, path: string): Fault {
  const error = toFootnoteError(thrown, path);
  if (error.code !== "archive_damaged")
    return { section: isArchive(error) ? "header" : section, problem: error.message };
  return { section: String(error.details.section), problem: String(error.details.problem) };
}

function isArchive({ code }: FootnoteError): boolean {
  return code === "archive_version" || code === "archive_flag";
}
