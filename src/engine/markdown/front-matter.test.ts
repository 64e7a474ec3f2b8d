import { expect, test } from "bun:test";
import { frontMatterEnd } from "./front-matter.ts";

test.each([
  ["---\ntitle: A\n---\n# One\n", "---\ntitle: A\n---"],
  ["---\na: b\n...\ntext", "---\na: b\n..."],
  ["---  \na: |\n  --- not yet\n--- \nx", "---  \na: |\n  --- not yet\n---"],
  ["---\n---\n", "---\n---"],
  ["---\na: b\n---", "---\na: b\n---"],
])("frontMatterEnd() of %p", (source, front) => {
  expect(source.slice(0, frontMatterEnd(source))).toBe(front);
});

test.each([
  ["text\n---\n"],
  [" ---\na: b\n---\n"],
  ["---\na: b\n"],
  ["----\na: b\n----\n"],
  ["---\n\nA rule first.\n\n---\n"],
  ["---"],
  [""],
])("frontMatterEnd() finds none in %p", (source) => {
  expect(frontMatterEnd(source)).toBe(0);
});
