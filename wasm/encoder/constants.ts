// Constants that live in memory (page 0). JSC rebuilds a splat constant at every use (3 to 4 instructions); a load is one.
// For the same reason the offsets 4, 8 and 12 are loaded: load32_splat with a non-zero immediate costs three instructions.

export const ONES: usize = 64;
export const OFFSETS: usize = 80;
export const ROUND: usize = 128;
export const ROUND_BITS: usize = 144;
export const CODE_MAX: usize = 160;
export const GELU: usize = 192;
export const EXP: usize = 384;

/** Adding 1.5 · 2^23 leaves the nearest integer of |x| < 2^22 in the low mantissa bits. */
export const ROUND_MAGIC: f32 = 12582912.0;
const ROUND_MAGIC_BITS: i32 = 0x4b400000;

function floats(at: usize, value: f32): void {
  v128.store(at, f32x4.splat(value));
}

export function writeConstants(): void {
  v128.store(ONES, i16x8.splat(1));
  store<u32>(OFFSETS, 4);
  store<u32>(OFFSETS, 8, 4);
  store<u32>(OFFSETS, 12, 8);
  store<u32>(OFFSETS, <u32>GELU, 12);
  floats(ROUND, ROUND_MAGIC);
  v128.store(ROUND_BITS, i32x4.splat(ROUND_MAGIC_BITS));
  v128.store(CODE_MAX, i8x16.splat(127));
  // Odd polynomial for Phi(x) - 1/2 on |x| <= 3.9; x * Phi(x) is off by at most 1.5e-4.
  floats(GELU, 3.9);
  floats(GELU + 16, -3.9);
  floats(GELU + 32, 0.5);
  floats(GELU + 48, 2.6272126729689932e-8);
  floats(GELU + 64, -1.7705308865849834e-6);
  floats(GELU + 80, 5.12380566858203e-5);
  floats(GELU + 96, -0.0008445205545061574);
  floats(GELU + 112, 0.008913835648517348);
  floats(GELU + 128, -0.06486960797901986);
  floats(GELU + 144, 0.3980857339674559);
  // 2^f on |f| <= 1/2, cubic, relative error 7.5e-5.
  floats(EXP, <f32>(1.0 / 1048576.0));
  floats(EXP + 16, -40);
  floats(EXP + 32, 0.055171630726012916);
  floats(EXP + 48, 0.24261116719486953);
  floats(EXP + 64, 0.6932609967049632);
  floats(EXP + 80, 0.9999280710809243);
  floats(EXP + 96, 4096);
}
