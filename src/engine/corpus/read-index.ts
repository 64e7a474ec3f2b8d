import { isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { isRecord } from "../../foundation/is-record.ts";

/** An index file: its JSON, and the SHA-256 of its bytes. */
export interface IndexFile {
  readonly value: unknown;
  readonly sha256: string;
}

/** Bytes read at once of a large file, and from which size on a file is large. */
const PIECE = 4 * 1024 * 1024;
const LARGE = 4 * PIECE;

/**
 * Reads an index. A large one is read piece by piece, some thousand rows each, so that its text never lies in memory as a whole. Throws what reading does, TypeError for bytes that
 * are not UTF-8, SyntaxError for what is no JSON, and RangeError above `limit` bytes.
 */
export function readIndexFile(path: string, limit: number): IndexFile {
  const handle = openSync(path, "r");
  try {
    const { size } = fstatSync(handle);
    if (size > limit) throw new RangeError(`${size}`);
    const inPieces = size < LARGE ? undefined : readPieces(handle);
    if (inPieces !== undefined) return inPieces;
  } finally {
    closeSync(handle);
  }
  const bytes = readFileSync(path);
  return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)), sha256: sha256(bytes) };
}

/** Undefined where the file does not fall into pieces: then it is read whole, which says what is wrong with it. */
function readPieces(handle: number): IndexFile | undefined {
  const source = new Pieces(handle);
  const head = source.head();
  if (head === undefined) return undefined;
  const items: unknown[] = [];
  for (let rows = source.next(); rows !== undefined; rows = source.next()) for (const row of rows) items.push(row);
  const rest = parsed(`{"items":[${source.rest()}`);
  if (!isRecord(rest) || !Array.isArray(rest.items)) return undefined;
  for (const row of rest.items) items.push(row);
  return { value: { ...head, ...rest, items }, sha256: source.sha256() };
}

/** A file from its start on, through one buffer. */
class Pieces {
  readonly #handle: number;
  readonly #hash = new Bun.CryptoHasher("sha256");
  readonly #buffer = Buffer.allocUnsafe(3 * PIECE);
  /** What was read and not yet taken. */
  #from = 0;
  #to = 0;

  constructor(handle: number) {
    this.#handle = handle;
  }

  /** What stands before the rows, as an object without any; what comes after is read on. */
  head(): Record<string, unknown> | undefined {
    this.#fill();
    const opening = /"items"\s*:\s*\[/.exec(this.#buffer.toString("latin1", 0, this.#to));
    if (opening === null) return undefined;
    const text = this.#take(opening.index + opening[0].length);
    // Were the name a part of a text or of another object, brackets or quotes would not fit.
    const value = text === undefined ? undefined : parsed(`${text}]}`);
    return isRecord(value) ? value : undefined;
  }

  /**
   * Rows up to some "}" that ends one: only there what was taken is JSON, since inside a text or of an inner object quotes or brackets would not fit. Undefined when less than a
   * piece is left.
   */
  next(): readonly unknown[] | undefined {
    this.#fill();
    const buffer = this.#buffer;
    for (let tries = 0, from = this.#from + PIECE; tries < MOST_TRIES; tries++) {
      const end = buffer.indexOf("}", from) + 1;
      if (end <= 0 || end >= this.#to) return undefined;
      from = end;
      const comma = /^\s*,/.exec(buffer.toString("latin1", end, Math.min(this.#to, end + 64)));
      if (comma === null || !isUtf8(buffer.subarray(this.#from, end))) continue;
      const rows = parsed(`[${buffer.toString("utf8", this.#from, end)}]`);
      if (!Array.isArray(rows)) continue;
      this.#from = end + comma[0].length;
      return rows;
    }
    return undefined;
  }

  /** Everything that is left. */
  rest(): string {
    const parts: Buffer[] = [];
    while (this.#from < this.#to) {
      parts.push(Buffer.from(this.#buffer.subarray(this.#from, this.#to)));
      this.#from = this.#to;
      this.#fill();
    }
    const bytes = Buffer.concat(parts);
    return isUtf8(bytes) ? bytes.toString("utf8") : "";
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }

  #take(end: number): string | undefined {
    const bytes = this.#buffer.subarray(this.#from, end);
    this.#from = end;
    return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  }

  /** Reads on until the buffer is full or the file at its end. */
  #fill(): void {
    if (this.#to - this.#from > 2 * PIECE) return;
    this.#buffer.copyWithin(0, this.#from, this.#to);
    this.#to -= this.#from;
    this.#from = 0;
    for (let got = 1; got > 0 && this.#to < this.#buffer.length; this.#to += got) {
      got = readSync(this.#handle, this.#buffer, this.#to, this.#buffer.length - this.#to, null);
      this.#hash.update(this.#buffer.subarray(this.#to, this.#to + got));
    }
  }
}

/** Ends of inner objects that are tried before a file is read whole. */
const MOST_TRIES = 200;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
