/**
 * The `terms` and `postings` sections of a folio, version 1. Numbers are little-endian; "varint" is LEB128 of at most 32 bits.
 *
 * terms
 *   u32 version (1) · u32 passages · u32 terms · u32 blocks
 *   u32 body length, u32 heading length: sums over all passages, in terms, of the lengths kept in `postings`
 *   blocks × u32: offset of each block from the start of the section, ascending
 *   blocks of BLOCK_TERMS terms (the last may have fewer), terms in ascending order of their UTF-8 bytes:
 *     varint offset in `postings` of the block's first list, then for each term
 *     varint bytes shared with the term before (0 for the first), varint further bytes, those bytes,
 *     varint passages that hold it (≥ 1), varint length of its list in bytes; lists follow each other without gaps
 *   A term is found by binary search over the first terms of the blocks, then by reading one block.
 *
 * postings
 *   passages × u8 kind (index into PASSAGE_KINDS) · passages × u16 body length · passages × u16 heading length,
 *   in terms, at most 65,535 (longer ones are kept as 65,535)
 *   lists, in the order of their terms; for each passage that holds the term, ascending:
 *     varint gap × 2 + simple, where gap is the passage minus the one before (the first: plus 1)
 *     unless simple (once in the body, never in the heading): varint times in the body, varint times in the heading
 *
 * Terms come from foundation/text/analyze.ts. Both sections are a function of the passages alone.
 */
export const INDEX_VERSION = 1;
export const HEADER_BYTES = 24;
export const BLOCK_TERMS = 16;
/** Bytes a passage takes before the lists: kind, body length, heading length. */
export const PASSAGE_BYTES = 5;
export const LENGTH_LIMIT = 0xffff;
