import type { JsonObject } from "./json.ts";
import type { KeywordHit } from "./keyword.ts";
import type { Normalization } from "./schema.ts";

/** One searchable row. */
export interface VeraChunk {
  readonly id: string;
  readonly text: string;
  /** `metadataJson`, parsed. */
  readonly metadata: JsonObject;
  /** As stored, so that it can be written again to the letter. */
  readonly metadataJson: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A stored file, without its bytes. */
export interface VeraAttachment {
  readonly id: string;
  readonly mimeType: string;
  readonly filename?: string;
  /** SHA-256 by the archive's own account, lower-case hex. */
  readonly hash: string;
  readonly metadata: JsonObject;
  readonly metadataJson: string;
  readonly createdAt: string;
  readonly bytes: number;
}

export interface VeraLink {
  readonly chunkId: string;
  readonly attachmentId: string;
  readonly role: string;
}

/** One float32 vector a chunk, in chunk order; zeros where `present` is 0. */
export interface VeraVectors {
  readonly dimension: number;
  readonly rows: Float32Array;
  readonly present: Uint8Array;
}

export interface VeraModel {
  /** Resolved, for example "vera-hashing-384". */
  readonly name: string;
  readonly dimension: number;
  readonly normalization: Normalization;
}

/** A page as the source viewer of VERA shows it. Points; null for documents without pages. */
export interface VeraPage {
  readonly page_number: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly text: string;
}

/** A layout unit that VERA's reader found. `bbox` is [x0, y0, x1, y1] in points from the top left. */
export interface VeraBlock {
  readonly block_id: string;
  readonly page_number: number;
  readonly block_type: string;
  readonly text: string;
  readonly bbox: readonly [number, number, number, number] | null;
  readonly heading_level: number | null;
  readonly sort_order: number;
}

/** The tables `x_footnote` (key, value) and `x_footnote_folio` (a folio in parts, in order). */
export interface OwnTables {
  readonly facts: Readonly<Record<string, string>>;
  readonly folio: readonly Uint8Array[];
}

export interface VeraTableFacts {
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface VeraCounts {
  readonly chunks: number;
  readonly embeddings: number;
  readonly attachments: number;
}

/**
 * An open `.vera` 0.2 archive, read only: its file is never changed and nothing is made beside it. What is asked for is read then and not kept. Every
 * method throws `vera_invalid` for what does not fit the format, `vera_limit` for what is too large, `vera_busy` while another program writes it, and
 * `source_changed` when the file is not the one that was opened.
 */
export interface VeraArchive {
  readonly path: string;
  /** Bytes of the file. */
  readonly length: number;
  /** The rows of `vera_metadata`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The object under `archive_metadata`, which belongs to whoever made the archive. */
  readonly archiveMetadata: JsonObject;
  readonly model: VeraModel;
  counts(): VeraCounts;
  /** In document order. */
  chunks(): VeraChunk[];
  /** Those of `ids` that are there, in document order. */
  chunksById(ids: readonly string[]): VeraChunk[];
  /** Ids alone, in document order. */
  chunkIds(): string[];
  vectors(): VeraVectors;
  /** Vectors of those of `ids` that have one. */
  vectorsById(ids: readonly string[]): Map<string, Float32Array>;
  /** In the order in which they were stored. */
  attachments(): VeraAttachment[];
  /** The bytes of an attachment; undefined when there is none of this id. */
  attachment(id: string): Uint8Array | undefined;
  /** By chunk in document order, then attachment and role. */
  links(): VeraLink[];
  /** Stored pages by number; empty when there are none. */
  pages(): VeraPage[];
  /** Stored blocks in reading order; empty when there are none. */
  blocks(): VeraBlock[];
  /** What VERA's own keyword search finds, in its order of documents; for its ranking rules alone, Footnote's search has an index of its own. */
  keyword(query: string): KeywordHit[];
  /** What Footnote keeps in an archive that it wrote; undefined in others. */
  own(): OwnTables | undefined;
  /** The tables that are read here, by name, with rows and the bytes of what is in them. */
  tables(): VeraTableFacts[];
  close(): void;
}
