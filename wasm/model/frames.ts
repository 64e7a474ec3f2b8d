// How encoder-int8.bin.zst is cut, for the script that writes it and the module that reads it.

/** Equal parts, each a zstd frame with a checksum: they are unpacked in parallel. */
export const FRAMES = 16;
/** RFC 8878 §3.1.2: decoders pass over a frame that starts so. It holds the compressed sizes of the others, u32 each. */
export const SKIPPABLE_MAGIC = 0x184d2a50;
