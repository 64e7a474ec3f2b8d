import { statSync } from "node:fs";
import { toFootnoteError } from "../../foundation/errors.ts";
import type { VeraArchive } from "./archive.ts";
import { openVera } from "./open.ts";

/** Bytes of the archives that are held open; the one asked for longest ago goes first. */
const HELD_BYTES = 256 * 2 ** 20;

interface Kept {
  readonly stamp: string;
  readonly archive: VeraArchive;
  readonly close: () => void;
}

const held = new Map<string, Kept>();

/**
 * Like `openVera`, for who asks the same archives again and again: they stay open, and what was read of them is remembered, until their files change
 * or others need the room. What it gives must not be changed; closing it does nothing.
 */
export function keptVera(path: string): VeraArchive {
  const stamp = stampOf(path);
  const known = held.get(path);
  held.delete(path);
  if (known?.stamp === stamp) {
    held.set(path, known);
    return known.archive;
  }
  known?.close();
  const opened = openVera(path);
  held.set(path, { stamp, archive: remembering(opened), close: () => opened.close() });
  makeRoom(path);
  return held.get(path)?.archive ?? opened;
}

function remembering(archive: VeraArchive): VeraArchive {
  return {
    ...archive,
    counts: once(archive.counts),
    chunks: once(archive.chunks),
    chunkIds: once(archive.chunkIds),
    vectors: once(archive.vectors),
    attachments: once(archive.attachments),
    links: once(archive.links),
    pages: once(archive.pages),
    blocks: once(archive.blocks),
    close() {},
  };
}

function makeRoom(newest: string): void {
  let bytes = 0;
  for (const { archive } of held.values()) bytes += archive.length;
  for (const [path, { archive, close }] of held) {
    if (bytes <= HELD_BYTES || path === newest) return;
    bytes -= archive.length;
    held.delete(path);
    close();
  }
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}

function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
}
