import { basename } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { CorpusIndex } from "./index.ts";
import { loadCorpus } from "./load.ts";
import type { CorpusAnswer, CorpusRefusal } from "./query.ts";
import { type Citation, compareRows, type Row } from "./row.ts";
import { isSame, type Stamp, stampOf } from "./stamp.ts";

/** An index file, and what citations call it where several are served. */
export interface IndexSource {
  readonly name: string;
  readonly path: string;
}

/** What is served of one file. */
interface Loaded extends IndexSource {
  readonly index: CorpusIndex;
  /** Undefined where the file was gone when it was looked at. */
  readonly stamp: Stamp | undefined;
}

/** The rows of one or several index files. They are swapped whole, when asked to or when a file has changed; the old ones stay where the new cannot be read. */
export class ServedCorpus {
  #loaded: readonly Loaded[];
  #index: CorpusIndex;
  /** The files that were last found unreadable, so that they are not read again until they change. */
  #failed: { readonly stamps: readonly (Stamp | undefined)[]; readonly problem: string } | undefined;
  /** Rows of other indices than the first. */
  readonly #names = new WeakMap<Row, string>();

  /** Throws as loadCorpus does. */
  constructor(sources: readonly IndexSource[]) {
    this.#loaded = sources.map(loaded);
    this.#index = this.#merged();
  }

  get index(): CorpusIndex {
    return this.#index;
  }

  /** Names of the files, without their folders. */
  get files(): readonly string[] {
    return this.#loaded.map(({ path }) => basename(path));
  }

  /** Why the files as they are now are not what is served; without paths of this machine. */
  get problem(): string | undefined {
    return this.#failed?.problem;
  }

  /** What is served of each file. */
  get facts(): readonly object[] {
    return this.#loaded.map(({ name, index, stamp }) => ({
      name,
      rows: index.rows.length,
      index_sha256: index.sha256,
      flagged: index.flagged.length,
      bytes: Number(stamp?.size ?? 0n),
      modified: new Date(Number((stamp?.modified ?? 0n) / 1_000_000n)).toISOString(),
    }));
  }

  /** Reads all files anew. Throws as loadCorpus does, and serves on what it had. */
  reload(): void {
    this.#loaded = this.#loaded.map(loaded);
    this.#index = this.#merged();
    this.#failed = undefined;
  }

  /** Reads what has changed since it was read; where it cannot be, `problem` says so. */
  look(): void {
    const stamps = this.#loaded.map(({ path }) => stampOf(path));
    const tried = this.#failed?.stamps ?? this.#loaded.map(({ stamp }) => stamp);
    if (stamps.every((stamp, at) => isSame(stamp, tried[at]))) return;
    try {
      this.#loaded = this.#loaded.map((one, at) => (isSame(stamps[at], one.stamp) ? one : loaded(one)));
      this.#index = this.#merged();
      this.#failed = undefined;
    } catch (error) {
      const { details, message } = toFootnoteError(error);
      const problem = this.#loaded.reduce(
        (text, { path }) => text.replaceAll(path, basename(path)),
        String(details.problem ?? message),
      );
      this.#failed = { stamps, problem };
    }
  }

  /** An answer whose citations name their index, where it is not the first. */
  named<T extends CorpusAnswer | CorpusRefusal>(result: T): T {
    if (this.#loaded.length === 1 || result.kind === "refusal") return result;
    const { items, citations } = result;
    return { ...result, citations: citations.map((citation, at) => this.namedCitation(citation, items[at])) };
  }

  namedCitation(citation: Citation, row: Row | undefined): Citation {
    const index = row === undefined ? undefined : this.#names.get(row);
    return index === undefined ? citation : { ...citation, index };
  }

  #merged(): CorpusIndex {
    const [first, ...others] = this.#loaded;
    if (first === undefined) throw new Error("no index is served");
    if (others.length === 0) return first.index;
    for (const { name, index } of others) for (const row of index.rows) this.#names.set(row, name);
    const served = this.#loaded.map(({ index }) => index);
    return new CorpusIndex({
      path: served.map(({ path }) => path).join(","),
      rows: served.flatMap(({ rows }) => rows).sort(compareRows),
      siblings: [...served.flatMap(({ siblings }) => siblings), ...others.map(siblingOf)],
      flagged: served.flatMap(({ flagged }) => flagged),
      sha256: sha256(new TextEncoder().encode(served.map((index) => index.sha256).join("\n"))),
    });
  }
}

function loaded({ name, path }: IndexSource): Loaded {
  // Looked at before it is read: what is written meanwhile is then seen as a change.
  const stamp = stampOf(path);
  return { name, path, stamp, index: loadCorpus(path) };
}

function siblingOf({ name, path, index }: Loaded): object {
  return { name, path: basename(path), covers: `${index.rows.length} row(s), served here`, generator: "" };
}
