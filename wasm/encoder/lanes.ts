// Small vector steps. Multiply and add stay two roundings: relaxed_madd fuses on some machines only, and gains nothing on x86.
import { ROUND, ROUND_BITS } from "./constants";

// @ts-ignore: decorator
@inline export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}

// @ts-ignore: decorator
@inline export function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline export function minLane(v: v128): f32 {
  return min(min(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), min(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

// @ts-ignore: decorator
@inline export function maxLane(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

// @ts-ignore: decorator
@inline export function toIntegers(v: v128): v128 {
  return i32x4.sub(f32x4.add(v, v128.load(ROUND)), v128.load(ROUND_BITS));
}

// @ts-ignore: decorator
@inline export function toShorts(a: v128, b: v128): v128 {
  return i16x8.narrow_i32x4_s(toIntegers(a), toIntegers(b));
}
