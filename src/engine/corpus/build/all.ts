import { statSync } from "node:fs";
import { relative } from "node:path";
import { sha256 } from "../../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../../foundation/errors.ts";
import { linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import { type BuiltCorpus, flagsInOrder, inOrder } from "./build.ts";
import { isChosen } from "./chosen.ts";
import { isCode } from "./doc-comments.ts";
import { FileCache } from "./file-cache.ts";
import { repositoryFiles } from "./files.ts";
import { type IndexedFile, References } from "./found-refs.ts";
import { idPattern } from "./id-pattern.ts";
import type { CorpusFile, Flagged, MadeRow } from "./made-row.ts";
import { type Reading, withAnchors } from "./reading.ts";
import { ReferenceFiles } from "./reference-files.ts";
import { type Digests, digestsOf, withDigests } from "./rows-in-file.ts";
import { isWanted, readerOf, TAG } from "./sources.ts";

export interface CorpusOptions {
  readonly siblings?: readonly unknown[];
  /** Globs: only files that match one; not those that match one. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  /** Finds the ids of rows that have none, in their titles (id-pattern.ts). */
  readonly idPattern?: string | undefined;
  /** The folder that the index is written to: the index itself is not indexed. */
  readonly folder: string;
}

const GENERATED =
  "Empirical/Declared — read from the repository's documents, research, issues, changelogs, skills and comments of code; source is ground truth. Use this index to find where to Read, not as an authoritative reference.";
const SCHEMA = "footnote-corpus-1";

/** Bytes of a file; code takes longer to read than prose. */
const LIMIT = 16 * 1024 * 1024;
const CODE_LIMIT = 2 * 1024 * 1024;

/** What a file gives by itself, with the extents of its rows by line. */
interface Read {
  readonly reading: Reading;
  readonly digests: Digests;
}

/**
 * The index of all that a repository says: the rows that tero's builder makes, value for value, and those of the other sources (docs/corpus.md), whose anchors are given after theirs; each
 * with the lines that it stands for, their digest and the edges found there. What cannot be read is flagged, and nothing fails for it. A pure function of the files: building again makes
 * anew what changed, and gives what a new build would.
 */
export class CorpusBuild {
  readonly #root: string;
  readonly #options: CorpusOptions;
  readonly #reference: ReferenceFiles;
  readonly #others: FileCache<Read | undefined>;
  readonly #isChosen: (path: string) => boolean;
  readonly #idIn: ((title: string) => string | undefined) | undefined;

  constructor(root: string, options: CorpusOptions) {
    this.#root = root;
    this.#options = options;
    this.#isChosen = isChosen(options, relative(root, options.folder).replaceAll("\\", "/"));
    this.#reference = new ReferenceFiles(root, this.#isChosen, LIMIT);
    this.#others = new FileCache(root, readOf);
    this.#idIn = options.idPattern === undefined ? undefined : idPattern(options.idPattern);
  }

  build(): BuiltCorpus {
    if (statSync(this.#root, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new FootnoteError("path_not_found", { path: this.#root });
    const flagged: Flagged[] = [];
    const reference = this.#reference.read(flagged);
    const files = [...reference, ...this.#otherFiles(reference, flagged)].map((file) => this.#identified(file));
    const references = new References(files);
    const items = inOrder(files.flatMap((file) => withEdges(file, references)));
    const way = relative(this.#options.folder, this.#root).replaceAll("\\", "/");
    return {
      generated: GENERATED,
      item_tag: TAG,
      siblings: this.#options.siblings ?? [],
      schema: SCHEMA,
      // Between two drives there is no way.
      ...(/^(?:\/|[A-Za-z]:)/.test(way) ? {} : { root: way === "" ? "." : way }),
      digest: sha256(new TextEncoder().encode(JSON.stringify(items))).slice(0, 32),
      items,
      flagged: flagsInOrder(distinct(flagged)),
    };
  }

  #otherFiles(reference: readonly IndexedFile[], flagged: Flagged[]): IndexedFile[] {
    const taken = new Set(reference.map(({ path }) => path));
    const anchors = new Anchors();
    for (const { rows } of reference) for (const { anchor } of rows) anchors.take(anchor);
    const listing = repositoryFiles(this.#root);
    flagged.push(...listing.flagged);
    const files: IndexedFile[] = [];
    for (const path of listing.files) {
      if (taken.has(path) || !isWanted(path) || !this.#isChosen(path) || readerOf(path) === undefined) continue;
      const read = this.#others.read(path, isCode(path) ? CODE_LIMIT : LIMIT);
      if (read?.ok === false) flagged.push({ item: path, reason: read.reason });
      if (read?.ok !== true || read.value === undefined) continue;
      const { reading, digests } = read.value;
      flagged.push(...reading.flagged);
      const rows = withDigests(withAnchors(reading.rows, path, anchors, TAG), digests);
      files.push({ path, rows, found: reading.found, labels: reading.labels });
    }
    this.#others.done();
    return files;
  }

  /** Ids by the operator's own pattern. */
  #identified(file: IndexedFile): IndexedFile {
    const idIn = this.#idIn;
    if (idIn === undefined) return file;
    return { ...file, rows: file.rows.map((row) => (row.id === undefined ? { ...row, id: idIn(row.title) } : row)) };
  }
}

function readOf(file: CorpusFile): Read | undefined {
  const reading = readerOf(file.path)?.(file);
  if (reading === undefined) return undefined;
  return { reading, digests: digestsOf(reading.rows, linesOf(file.text)) };
}

function withEdges(file: IndexedFile, references: References): MadeRow[] {
  const edges = references.of(file);
  return file.rows.map((row) => {
    const found = edges.get(row.anchor);
    if (found === undefined) return row;
    return { ...row, found_refs: found.refs, ...(found.more > 0 ? { found_more: found.more } : {}) };
  });
}

function distinct(flagged: readonly Flagged[]): Flagged[] {
  return [...new Map(flagged.map((flag) => [`${flag.item}\n${flag.reason}`, flag])).values()];
}
