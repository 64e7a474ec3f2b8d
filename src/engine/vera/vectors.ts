/** Little-endian float32, wherever the bytes lie. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float32Array.from({ length: bytes.length >> 2 }, (_, at) => view.getFloat32(at * 4, true));
}

export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of vector.entries()) view.setFloat32(at * 4, value, true);
  return bytes;
}

/** A vector's length in float32, so that it overflows and underflows where VERA's does. */
export function normOf(vector: Float32Array): number {
  return Math.fround(Math.sqrt(Math.fround(vector.reduce((sum, value) => sum + Math.fround(value * value), 0))));
}

/** VERA's tolerance for a length of 1: relative 1e-4 and absolute 1e-6. */
export function isUnitLength(norm: number): boolean {
  return Math.abs(norm - 1) <= 1e-4 + 1e-6;
}
