import { FootnoteError } from "../../foundation/errors.ts";

/** Sections of format version 1 with their four-character codes (docs/folio-format.md §3), in the order they are written. */
export const SECTION_CODES = {
  meta: "meta",
  pages: "page",
  blocks: "blok",
  passages: "pass",
  text: "text",
  terms: "term",
  postings: "post",
  words: "word",
  vectors: "vect",
  source: "srce",
  attachments: "atch",
  vera: "vera",
} as const;

export type SectionKind = keyof typeof SECTION_CODES;

/** Sections that only documents of some origins have, each in an encoding of its own. */
export type ExtraKind = "attachments" | "vera";

export const SECTION_KINDS = Object.keys(SECTION_CODES) as SectionKind[];

const OPTIONAL: readonly SectionKind[] = ["vectors", "source", "attachments", "vera"];

/** The ones that every folio has. */
export const REQUIRED_SECTIONS = SECTION_KINDS.filter((kind) => !OPTIONAL.includes(kind));

/** The sections' name for a person: of known kinds ours, of others the four characters. */
export function sectionName(code: string): string {
  return SECTION_KINDS.find((kind) => SECTION_CODES[kind] === code) ?? code;
}

/** Makes the error for a fault in a section of the archive `path`. */
export type Damaged = (problem: string) => FootnoteError;

export function damagedSection(path: string, section: string): Damaged {
  return (problem) => new FootnoteError("archive_damaged", { path, section, problem });
}
