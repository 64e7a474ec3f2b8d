import { expect, test } from "bun:test";
import { compress, decompress } from "./zstd.ts";

const bytes = new Uint8Array(100_000).map((_, at) => (at * at) >> 7);

test("decompress() gives back what compress() was given, the empty array too", () => {
  expect(decompress(compress(bytes), bytes.length)).toEqual(bytes);
  expect(decompress(compress(new Uint8Array(0)), 0)).toEqual(new Uint8Array(0));
});

test("decompress() refuses data that holds more or fewer bytes than stated", () => {
  const stored = compress(bytes);
  expect(decompress(stored, bytes.length - 1)).toBeUndefined();
  expect(decompress(stored, bytes.length + 1)).toBeUndefined();
  expect(decompress(stored, 0)).toBeUndefined();
  expect(decompress(Buffer.concat([stored, stored]), bytes.length)).toBeUndefined();
});

test("decompress() refuses damaged data", () => {
  const stored = compress(bytes);
  expect(decompress(stored.subarray(0, stored.length - 1), bytes.length)).toBeUndefined();
  expect(decompress(new Uint8Array(40), 10)).toBeUndefined();
});

test("decompress() refuses a frame whose window is above 8 MiB", () => {
  // Magic, a descriptor without single segment, window 2^27, one last raw block of one byte.
  const frame = (windowLog: number) => Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3, 9, 0, 0, 65);
  expect(decompress(frame(23), 1)).toEqual(Uint8Array.of(65));
  expect(decompress(frame(27), 1)).toBeUndefined();
});
