import { expect, test } from "bun:test";
import { changed, fixture } from "../../engine/vera/archives-for-tests.ts";
import { chunkRegions } from "./chunk-regions.ts";

test("chunkRegions() gives what is stored of a chunk", () => {
  expect(chunkRegions(fixture("structured"), "chunk_000001")).toMatchObject([
    { block_id: "block_000003", page_number: 1 },
  ]);
  expect(chunkRegions(fixture("structured"), "nope")).toEqual([]);
  const odd = changed("structured", `UPDATE chunks SET metadata_json = '{"regions": "none"}'`);
  expect(chunkRegions(odd, "chunk_000001")).toEqual([]);
});
