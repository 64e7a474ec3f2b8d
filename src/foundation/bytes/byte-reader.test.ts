import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";

const over = (...bytes: number[]) => new ByteReader(Uint8Array.from(bytes), (problem) => new Error(problem));

test("ByteReader reads back what ByteWriter wrote", () => {
  const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const small = fc.array(fc.integer({ min: -(2 ** 30), max: 2 ** 30 }));
  fc.assert(
    fc.property(
      fc.array(u32),
      fc.array(i32),
      small,
      fc.option(fc.string({ unit: "grapheme" }), { nil: undefined }),
      fc.double(),
      (a, b, c, text, f) => {
        const writer = new ByteWriter();
        for (const value of a) writer.varint(value);
        for (const value of b) writer.zigzag(value);
        writer.deltas(c);
        writer.text(text);
        writer.f64(f);
        writer.u32(7);
        writer.u8(9);
        const reader = new ByteReader(writer.take(), (problem) => new Error(problem));
        expect([...reader.varints(a.length)]).toEqual(a);
        expect([...reader.zigzags(b.length)]).toEqual(b.map((value) => value + 0));
        expect([...reader.deltas(c.length)]).toEqual(c.map((value) => value + 0));
        expect(reader.text()).toBe(text);
        expect(reader.f64()).toBe(f);
        expect([reader.u32(), reader.u8(), reader.remaining]).toEqual([7, 9, 0]);
        reader.end();
      },
    ),
  );
});

test("varints are LEB128, zigzags alternate in sign", () => {
  const writer = new ByteWriter();
  for (const value of [0, 127, 128, 300, 2 ** 32 - 1]) writer.varint(value);
  for (const value of [0, -1, 1, -(2 ** 31)]) writer.zigzag(value);
  expect(Buffer.from(writer.take()).toString("hex")).toBe("007f8001ac02ffffffff0f000102ffffffff0f");
});

test("ByteWriter refuses numbers that a varint cannot hold", () => {
  for (const value of [-1, 0.5, 2 ** 32, Number.NaN])
    expect(() => new ByteWriter().varint(value)).toThrow("not a 32-bit varint");
  expect(() => new ByteWriter().zigzag(2 ** 31)).toThrow("not a 32-bit integer");
});

test("ByteReader refuses what ends early, runs over 32 bits or counts more than there is", () => {
  expect(() => over(0x80).varint()).toThrow("it ends inside a number");
  expect(() => over(0xff, 0xff, 0xff, 0xff, 0x1f).varint()).toThrow("longer than 32 bits");
  expect(() => over(0x80, 0x80, 0x80, 0x80, 0x80, 0).varint()).toThrow("longer than 32 bits");
  expect(() => over(1, 2, 3).u32()).toThrow("it ends 1 bytes too early");
  expect(() => over(9, 65).text()).toThrow("it ends 7 bytes too early");
  expect(() => over(2, 0xff).text()).toThrow("a text is not UTF-8");
  expect(() => over(1).varints(4_000_000_000)).toThrow("it states 4000000000 entries and has 1 bytes for them");
  expect(() => over(1).end()).toThrow("1 bytes too many");
});
