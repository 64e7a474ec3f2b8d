import { expect, test } from "bun:test";
import { linesUpTo } from "./lines.ts";

async function* chunks(...texts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield typeof text === "string" ? Buffer.from(text) : text;
}

async function lines(input: AsyncIterable<Uint8Array>, most: number): Promise<(string | undefined)[]> {
  return (await Array.fromAsync(linesUpTo(input, most))).map((line) => line?.toString());
}

test("lines are put together across chunks; only LF ends one", async () => {
  expect(await lines(chunks("a\nb", "c", "\n\nd\u2028e\r\nlast"), 99)).toEqual([
    "a\n",
    "bc\n",
    "\n",
    "d\u2028e\r\n",
    "last",
  ]);
  expect(await lines(chunks(), 99)).toEqual([]);
});

test("a line that is too long is passed over to its end, and the next one is read", async () => {
  expect(await lines(chunks("1234\n12345\n", "12", "34567", "89\nab\n12345678"), 5)).toEqual([
    "1234\n",
    undefined,
    undefined,
    "ab\n",
    undefined,
  ]);
});

test("a line without end does not fill the memory", async () => {
  const megabyte = new Uint8Array(2 ** 20).fill(97);
  const before = process.memoryUsage().rss;
  expect(await lines(chunks(...new Array(512).fill(megabyte), "\nb"), 2 ** 20)).toEqual([undefined, "b"]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
});
