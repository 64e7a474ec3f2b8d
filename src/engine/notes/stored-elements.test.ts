import { expect, test } from "bun:test";
import { chunksOf } from "./chunk.ts";
import { readElements, writeElements } from "./stored-elements.ts";

test("readElements() gives back what writeElements() was given", () => {
  const chunks = chunksOf("# One\n\nFirst.\n\n- Item\n  - Child\n\n## Two\n\n> Quoted\n> on\n\n## Bare", {
    maxBytes: 4096,
    maxElements: 20,
    includeFrontMatter: true,
  });
  expect(chunks).toHaveLength(3);
  for (const { elements } of chunks) expect(readElements(writeElements(elements))).toEqual([...elements]);
});
