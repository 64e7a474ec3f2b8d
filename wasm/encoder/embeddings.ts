// Token ids to the sums of word and position embeddings; rows that fill a sequence up to four take token 0.
import { file, hidden } from "./buffers";
import { F32_ROW, MAX_TOKENS, POSITIONS, WIDTH, WORDS, WORD_SCALES } from "./layout";
import { multiplyAdd } from "./lanes";

export function lookUp(ids: usize, tokens: usize, padded: usize, row: usize): void {
  for (let t: usize = 0; t < padded; t++) {
    const id: usize = t < tokens ? <usize>load<u16>(ids + (t << 1)) : 0;
    const scale = v128.load32_splat(file + WORD_SCALES + (id << 2));
    let word = file + WORDS + id * WIDTH, position = file + POSITIONS + min<usize>(t, MAX_TOKENS - 1) * F32_ROW;
    let h = hidden + (row + t) * F32_ROW;
    const end = h + F32_ROW;
    do {
      const x = i16x8.extend_low_i8x16_s(v128.load64_zero(word));
      v128.store(h, multiplyAdd(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(x)), scale, v128.load(position)));
      v128.store(h, multiplyAdd(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(x)), scale, v128.load(position, 16)), 16);
      word += 8;
      position += 32;
      h += 32;
    } while (h < end);
  }
}
