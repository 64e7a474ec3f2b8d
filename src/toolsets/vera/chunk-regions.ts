import { overArchive, regionsOf } from "./archive-objects.ts";

/** Where a chunk's text stands in its source, as stored; nothing for a chunk that is not there. */
export function chunkRegions(file: string, chunkId: string): readonly unknown[] {
  const [chunk] = overArchive(file, (archive) => archive.chunksById([chunkId]));
  return chunk === undefined ? [] : regionsOf(chunk.metadata);
}
