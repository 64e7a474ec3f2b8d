import { vectorKey } from "../embed/vector-key.ts";
import { embeddingText } from "../ingest/passages.ts";
import { buildIndex } from "../search/build-index.ts";
import { type Chunk, type ChunkSettings, chunksOf } from "./chunk.ts";
import type { SourceFile } from "./source.ts";

/** A file as it was read. */
export interface NoteText extends SourceFile {
  readonly text: string;
  /** Hex SHA-256 of its bytes. */
  readonly sha256: string;
}

export interface PreparedChunk extends Chunk {
  /** XXH64 of what the model reads of it, as a signed 64-bit integer: its vector's key. */
  readonly vectorKey: bigint;
}

/** Files with all that the index keeps of them: the work that Workers do. */
export interface PreparedBatch {
  readonly files: readonly (Omit<NoteText, "text"> & { readonly chunks: readonly PreparedChunk[] })[];
  readonly segment: SegmentParts;
}

/** The inverted index of some chunks, in the form of a folio's sections (search/index-format.ts). */
export interface SegmentParts {
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
}

export function prepareBatch(files: readonly NoteText[], settings: ChunkSettings): PreparedBatch {
  const prepared = files.map(({ text, ...facts }) => ({
    ...facts,
    chunks: chunksOf(text, settings).map((chunk) => ({
      ...chunk,
      vectorKey: vectorKey(embeddedText(facts.path, chunk, settings)),
    })),
  }));
  const chunks = prepared.flatMap(({ path, chunks }) => chunks.map((chunk) => ({ path, ...chunk })));
  return { files: prepared, segment: segmentOf(chunks) };
}

/** `chunks` in the order of their positions. */
export function segmentOf(
  chunks: readonly { readonly path: string; readonly text: string; readonly headingPath: string | null }[],
): SegmentParts {
  return buildIndex({
    passages: chunks.map(({ path, text, headingPath }) => ({
      text,
      heading: [nameOf(path), headingPath ?? ""].join("\n"),
      kind: "text" as const,
    })),
  });
}

/** What the model reads of a chunk. A file's folder says nothing of its meaning, so a moved file keeps its vectors. */
export function embeddedText(
  path: string,
  { headingPath, text }: Pick<Chunk, "headingPath" | "text">,
  { includeHeadingContext = true }: Pick<ChunkSettings, "includeHeadingContext">,
): string {
  const headings = headingPath === null ? [nameOf(path)] : headingPath.split(" > ");
  return embeddingText(includeHeadingContext ? headings : [], text);
}

/** "guides/set-up.md" → "set-up" */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}
