import { expect, test } from "bun:test";
import type { Block } from "../../engine/document.ts";
import { findSection } from "./section.ts";

const lines = ["1 Scope", "all of it", "4 Uses", "4.2 Off-Street Parking", "one space", "4.20 Signs", "none"];
const text = lines.join("\n");
const blocks = lines.map((line, index): Block => {
  const start = lines.slice(0, index).join("\n").length + (index > 0 ? 1 : 0);
  const heading = /^\d/.test(line);
  return {
    kind: heading ? "heading" : "paragraph",
    level: heading ? line.split(" ")[0]!.split(".").length : 0,
    parent: -1,
    page: 1,
    start,
    end: start + line.length,
    box: [0, 0, 0, 0],
    hidden: "",
    continues: false,
    lineStart: 0,
    lineEnd: 0,
  };
});
const found = (asked: string) => {
  const span = findSection(asked, { text, blocks });
  return span && text.slice(span.start, span.end);
};

test("findSection() finds a section by number, by words, by both, and by how it begins", () => {
  for (const asked of ["4.2", "§4.2", "4.2 off-street parking", "Off-Street Parking", "off-street"]) {
    expect(found(asked)).toBe("4.2 Off-Street Parking\none space");
  }
});

test("findSection() takes a section with all below it", () => {
  expect(found("4")).toBe("4 Uses\n4.2 Off-Street Parking\none space\n4.20 Signs\nnone");
});

test("findSection() finds nothing rather than something else", () => {
  expect(found("4.3")).toBeUndefined();
  expect(found("Landscaping")).toBeUndefined();
});
