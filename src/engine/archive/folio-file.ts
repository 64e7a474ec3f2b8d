import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { damagedSection } from "./sections.ts";

/** Where a folio's bytes come from. */
export interface FolioFile {
  readonly path: string;
  readonly length: number;
  /** Exactly `length` bytes; the caller keeps within the file. */
  read(offset: number, length: number): Uint8Array;
  close(): void;
}

/**
 * Opens a file for ranged reads. No mmap: Bun maps files for writing, so read-only archives would fail, and a mapped file that is truncated
 * by another process kills this one (SIGBUS).
 */
export function openFile(path: string): FolioFile {
  let handle: number | undefined;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer for ever. Windows has neither.
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(handle);
    if (!facts.isFile()) throw damagedSection(path, "header")("it is not a file");
    return overHandle(path, handle, facts.size);
  } catch (error) {
    if (handle !== undefined) closeSync(handle);
    throw toFootnoteError(error, path);
  }
}

/** A folio that is in memory, whole or in parts. */
export function memoryFile(path: string, ...parts: readonly Uint8Array[]): FolioFile {
  return {
    path,
    length: parts.reduce((sum, part) => sum + part.length, 0),
    read(offset, length) {
      const bytes = new Uint8Array(length);
      let start = -offset;
      for (const part of parts) {
        const from = Math.max(0, -start);
        const to = Math.min(part.length, length - start);
        if (from < to) bytes.set(part.subarray(from, to), start + from);
        start += part.length;
      }
      return bytes;
    },
    close() {},
  };
}

function overHandle(path: string, handle: number, length: number): FolioFile {
  let open = true;
  return {
    path,
    length,
    read(offset, wanted) {
      if (!open) throw new FootnoteError("internal", { problem: `${path} was closed before it was read` });
      try {
        return readAll(path, handle, offset, wanted);
      } catch (error) {
        throw toFootnoteError(error, path);
      }
    },
    close() {
      if (open) closeSync(handle);
      open = false;
    },
  };
}

function readAll(path: string, handle: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const read = readSync(handle, bytes, at, length - at, offset + at);
    if (read === 0) throw damagedSection(path, "header")("the file became shorter while it was open");
    at += read;
  }
  return bytes;
}
