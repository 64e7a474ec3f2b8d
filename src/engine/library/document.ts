import { readFileSync, statSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import type { Evidence } from "../answers.ts";
import { type Folio, openFolio } from "../archive/open.ts";
import type { EvidenceDocument } from "../evidence/corpus.ts";
import { pathTo } from "../headings.ts";
import { passageText } from "../ingest/passages.ts";
import type { PassageVectors, SearchDocument } from "../search/document.ts";
import { openIndex } from "../search/open-index.ts";
import type { Entry } from "./manifest.ts";
import { journalKey, journalKeyOf, journalPath, readJournal } from "./vectors-journal.ts";

/** An open document of a library: what search ranks and evidence points into, over one folio. Sections load when first asked for. */
export interface LibraryDocument extends SearchDocument, EvidenceDocument {
  readonly folio: Folio;
  /** What the library's manifest says of it; absent for an archive of no library. */
  readonly entry?: Entry;
}

/** What a document was read from, when a library knows it. */
export interface Origin {
  readonly path: string;
  readonly entry?: Entry;
}

export function openLibraryDocument(archive: string, origin: Origin): LibraryDocument {
  const folio = openFolio(archive);
  let index: ReturnType<typeof openIndex> | undefined;
  const vectors = vectorReader(folio);
  return {
    folio,
    ...(origin.entry === undefined ? {} : { entry: origin.entry }),
    id: folio.meta.sha256,
    sha256: folio.meta.sha256,
    title: folio.meta.title,
    path: origin.path,
    paged: folio.meta.paged,
    meta: metadataOf(folio),
    get text() {
      return folio.text;
    },
    get pages() {
      return folio.pages;
    },
    get blocks() {
      return folio.blocks;
    },
    get headings() {
      return folio.headings;
    },
    get passages() {
      return folio.passages;
    },
    get index() {
      index ??= openIndex(folio.section("terms"), folio.section("postings"));
      return index;
    },
    get status() {
      return freshness(origin);
    },
    words: (page) => folio.words(page),
    passageText(at) {
      const passage = folio.passages[at];
      return passage === undefined ? "" : passageText(folio.text, passage);
    },
    headingPath(at) {
      const passage = folio.passages[at];
      return passage === undefined ? [] : pathTo(folio.text, folio.headings, passage.heading);
    },
    get vectors() {
      return vectors().vectors;
    },
    get modelSha256() {
      return vectors().modelSha256;
    },
  };
}

/** What `--where key=value` can ask for. */
function metadataOf(folio: Folio): Record<string, string> {
  const { title, fileName, mediaType, language } = folio.meta;
  return { title, fileName, mediaType, ...(language === undefined ? {} : { language }) };
}

/** Compares the source with what was read: by size and time, and where these differ by content (a touched file is still fresh). */
function freshness({ path, entry }: Origin): Evidence["status"] {
  if (entry === undefined) return { state: "fresh" };
  if (entry.error !== undefined)
    return { state: "stale", reason: `the file changed and cannot be read now: ${entry.error.message}` };
  try {
    const facts = statSync(path);
    if (facts.size === entry.size && facts.mtimeMs === entry.mtimeMs) return { state: "fresh" };
    if (facts.size === entry.size && hashOf(path, facts.mtimeMs) === entry.sha256) return { state: "fresh" };
    return { state: "stale", reason: "the file changed after it was added; run `footnote add` again" };
  } catch {
    return { state: "stale", reason: "the file is no longer there; this is the text as it was added" };
  }
}

const hashes = new Map<string, { mtimeMs: number; sha256: string }>();

function hashOf(path: string, mtimeMs: number): string {
  const known = hashes.get(path);
  if (known?.mtimeMs === mtimeMs) return known.sha256;
  const hash = sha256(readFileSync(path));
  hashes.set(path, { mtimeMs, sha256: hash });
  return hash;
}

type Vectors = Pick<SearchDocument, "vectors" | "modelSha256">;

/** Reads the archive's vectors, or else those that the journal beside it has so far; the journal again only when it has grown. */
function vectorReader(folio: Folio): () => Vectors {
  let known: { stamp: string; vectors: Vectors } | undefined;
  return () => {
    const stamp = folio.meta.model === undefined ? stampOf(journalPath(folio.path)) : "complete";
    if (known?.stamp !== stamp) known = { stamp, vectors: readVectors(folio) };
    return known.vectors;
  };
}

function readVectors(folio: Folio): Vectors {
  const { model, passages } = folio.meta;
  if (model !== undefined) return { vectors: wholeVectors(folio, passages), modelSha256: model.sha256 };
  const found = journalKeyOf(folio.path);
  if (found === undefined) return {};
  return { vectors: readJournal(folio.path, journalKey(folio, found.model)), modelSha256: found.model.sha256 };
}

/** Read when a component is asked for: a search by words only counts them. */
function wholeVectors(folio: Folio, passages: number): PassageVectors {
  const read = (): Pick<PassageVectors, "scales" | "codes"> =>
    folio.vectors() ?? { scales: new Float32Array(0), codes: new Int8Array(0) };
  return {
    ready: passages,
    get scales() {
      return read().scales;
    },
    get codes() {
      return read().codes;
    },
  };
}

function stampOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size}:${mtimeMs}`;
  } catch {
    return "absent";
  }
}
