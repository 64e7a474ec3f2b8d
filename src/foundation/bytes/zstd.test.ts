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

test("decompress() refuses a frame whose window is above 8 MiB, or that does not state its size", () => {
  // Magic, a descriptor (without single segment, two bytes of content size), the window, the size − 256, one last raw block.
  const raw = (256 << 3) | 1;
  const frame = (windowLog: number, descriptor = 0x40, size = [0, 0]) =>
    Uint8Array.of(
      0x28,
      0xb5,
      0x2f,
      0xfd,
      descriptor,
      (windowLog - 10) << 3,
      ...size,
      raw & 255,
      raw >> 8,
      0,
      ...Buffer.alloc(256, 65),
    );
  expect(decompress(frame(23), 256)).toEqual(new Uint8Array(256).fill(65));
  expect(decompress(frame(24), 256)).toBeUndefined();
  expect(decompress(frame(20, 0, []), 256)).toBeUndefined();
});
