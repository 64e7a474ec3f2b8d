/**
 * What a reader takes in at most. A database holds no more than its file does, so these only keep odd archives from exhausting memory; real ones
 * stay at a hundredth of them.
 */
export const LIMITS = {
  /** Bytes of one row's metadata, or of the archive's. */
  metadata: 2 ** 20,
  /** Bytes of one chunk's text. */
  text: 2 ** 24,
  /** Bytes of all chunks' text and metadata. */
  chunks: 2 ** 29,
  /** Rows of one table. */
  rows: 5_000_000,
  dimension: 65_536,
  pages: 100_000,
  /** Bytes of all vectors. */
  vectors: 2 ** 31,
  /** Bytes of one attachment. */
  attachment: 2 ** 30,
  /** Bytes of the stored pages or blocks, which are parsed whole. */
  viewer: 2 ** 28,
} as const;
