import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../../foundation/bytes/sha256.ts";
import type { CorpusFile } from "./made-row.ts";

/** Bytes in which a zero tells that a file is no text. */
const HEAD = 8192;

/** What was made of a file, or why nothing could be. */
type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

interface Kept<T> {
  readonly sha256: string;
  readonly outcome: Outcome<T>;
}

/** Makes something of the texts of files, and keeps it as long as their bytes stay. */
export class FileCache<T> {
  readonly #root: string;
  readonly #make: (file: CorpusFile) => T;
  #known = new Map<string, Kept<T>>();
  #next = new Map<string, Kept<T>>();

  constructor(root: string, make: (file: CorpusFile) => T) {
    this.#root = root;
    this.#make = make;
  }

  /** Undefined for a file that is not there any more. `limit` in bytes. */
  read(path: string, limit: number): Outcome<T> | undefined {
    const bytes = bytesAt(join(this.#root, path), limit);
    if (bytes === undefined) return undefined;
    if (typeof bytes === "string") return { ok: false, reason: bytes };
    const key = sha256(bytes);
    const known = this.#known.get(path);
    const outcome = known?.sha256 === key ? known.outcome : this.#made(path, bytes);
    this.#next.set(path, { sha256: key, outcome });
    return outcome;
  }

  /** Ends a round: what was not read in it is forgotten. */
  done(): void {
    this.#known = this.#next;
    this.#next = new Map();
  }

  #made(path: string, bytes: Uint8Array): Outcome<T> {
    if (bytes.subarray(0, HEAD).includes(0)) return { ok: false, reason: "file is binary — no rows" };
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return { ok: false, reason: "file is not UTF-8 — no rows" };
    }
    return { ok: true, value: this.#make({ path, text }) };
  }
}

function bytesAt(path: string, limit: number): Uint8Array | string | undefined {
  let handle: number | undefined;
  try {
    // O_NONBLOCK so that a pipe in a file's place cannot hang the reader.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(handle);
    if (!facts.isFile()) return undefined;
    const bytes = facts.size > limit ? undefined : readFileSync(handle);
    if (bytes !== undefined && bytes.length <= limit) return bytes;
    return `file is too large (${facts.size} bytes; the limit is ${limit}) — no rows`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "file cannot be read — no rows";
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
