import { expect, test } from "bun:test";
import { text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { readPages, textsOf } from "./read-pdf.ts";

const LEFT = [
  "the left column starts with a line",
  "that runs on into a second one and",
  "then a third, so that it can only be",
  "read downwards and never across to",
  "the words that stand beside it here.",
];
const RIGHT = [
  "what stands on the right has its own",
  "sentence, drawn in turn with those on",
  "the left, and a reader who goes along",
  "the rows would weave the two of them",
  "into something that nobody ever said.",
];

function rowByRow(top: number): string {
  return LEFT.map((line, at) => text(60, top - 14 * at, line) + text(330, top - 14 * at, RIGHT[at]!)).join("");
}

test("two columns drawn row by row are read one after the other, after the title over both", async () => {
  const title = "On Reading the Columns of a Page in Their Order";
  const document = await readPages([text(110, 700, title, { size: 18 }) + rowByRow(650)]);
  expect(document.text).toBe([title, LEFT.join("\n"), RIGHT.join("\n")].join("\n\n"));
});

test("a line over both columns parts them into bands", async () => {
  const across = "This one sentence is set across the full width of the page and so parts what is above it from below.";
  const document = await readPages([rowByRow(700) + text(60, 590, across, { size: 10 }) + rowByRow(550)]);
  const columns = [LEFT.join("\n"), RIGHT.join("\n")];
  expect(textsOf(document, "paragraph")).toEqual([...columns, across, ...columns]);
});

test("words keep their own places: each box lies in its column", async () => {
  const { words } = await readPages([rowByRow(650)]);
  const boxes = words[0]!.boxes;
  const lefts = Array.from({ length: words[0]!.starts.length }, (_, at) => boxes[4 * at]!);
  const count = LEFT.join(" ").split(" ").length;
  expect(lefts.slice(0, count).every((x) => x < 330)).toBe(true);
  expect(lefts.slice(count).every((x) => x >= 330)).toBe(true);
});
