import { expect, test } from "bun:test";
import { checkTags } from "./metadata.ts";

test("checkTags() names every reserved key, sorted", () => {
  expect(() => checkTags({ regions: "x", file: 1, ok: true, company: "GRID", _vera_x: 1 })).toThrow(
    "Reserved metadata key(s): _vera_x, file, ok, regions",
  );
});

test.each(["page_start", "source_file_hash", "format_name", "default_embedding_model", "archive_metadata", "error"])(
  "checkTags() refuses %s",
  (key) => {
    expect(() => checkTags({ [key]: 1 })).toThrow(key);
  },
);

test("checkTags() leaves the title to the caller", () => {
  expect(() => checkTags({ title: "Zoning", chunk_size: 5 })).not.toThrow();
});
