// Shape of bge-small-en-v1.5 and the byte layout of its packed weights; wasm/model/pack.py writes exactly this.

export const WIDTH: usize = 384;
export const INNER: usize = 1536;
export const LAYERS: i32 = 12;
export const HEADS: usize = 12;
export const MAX_TOKENS: usize = 512;
const VOCABULARY: usize = 30528; // 30,522 rows, padded

/** Bytes of one row of floats, codes or i16 values. */
export const F32_ROW: usize = WIDTH * 4;
export const I16_ROW: usize = WIDTH * 2;
export const INNER_ROW: usize = INNER * 4;

// The file: header, embedding norm, positions, word scales, word codes, layers.
const HEADER: usize = 64;
export const EMBEDDING_NORM: usize = HEADER;
export const POSITIONS: usize = EMBEDDING_NORM + 2 * F32_ROW;
export const WORD_SCALES: usize = POSITIONS + MAX_TOKENS * F32_ROW;
export const WORDS: usize = WORD_SCALES + VOCABULARY * 4;
export const FIRST_LAYER: usize = WORDS + VOCABULARY * WIDTH;

// One layer: four weight matrices, then per matrix (scale | sum of codes | bias), two norms, four smoothing vectors.
export const QKV: usize = 0;
export const OUT: usize = QKV + 3 * WIDTH * WIDTH;
export const UP: usize = OUT + WIDTH * WIDTH;
export const DOWN: usize = UP + WIDTH * INNER;
export const QKV_CHANNELS: usize = DOWN + WIDTH * INNER;
export const OUT_CHANNELS: usize = QKV_CHANNELS + 9 * F32_ROW;
export const UP_CHANNELS: usize = OUT_CHANNELS + 3 * F32_ROW;
export const DOWN_CHANNELS: usize = UP_CHANNELS + 3 * INNER_ROW;
export const ATTENTION_NORM: usize = DOWN_CHANNELS + 3 * F32_ROW;
export const OUTPUT_NORM: usize = ATTENTION_NORM + 2 * F32_ROW;
export const SMOOTH_QKV: usize = OUTPUT_NORM + 2 * F32_ROW;
export const SMOOTH_OUT: usize = SMOOTH_QKV + F32_ROW;
export const SMOOTH_UP: usize = SMOOTH_OUT + F32_ROW;
export const SMOOTH_DOWN: usize = SMOOTH_UP + F32_ROW;
export const LAYER_BYTES: usize = SMOOTH_DOWN + INNER_ROW;
