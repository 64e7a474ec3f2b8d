import { expect, test } from "bun:test";
import { EvidenceSchema } from "../answers.ts";
import { testDocument } from "./document-for-tests.ts";
import { toEvidence } from "./evidence.ts";

const sha256 = "5b1c0f2a9d3e".padEnd(64, "0");
const paged = testDocument({
  title: "Zoning\u001B[31m Code",
  path: "/library/zoning.pdf",
  sha256,
  labels: ["xi", "xii"],
  text: "4.2 Parking\n\none two\nthree four\n\n11\fhead\n\nfive six",
  kindOf: (text) => (text.startsWith("4.2") ? "heading" : /^(11|head)$/.test(text) ? "furniture" : "paragraph"),
});
const at = (from: string, to = from) => ({ start: paged.text.indexOf(from), end: paged.text.indexOf(to) + to.length });

test("toEvidence() says where a passage stands, with a box for each line", () => {
  const evidence = toEvidence(paged, [at("two", "three")], { id: "e7", score: 0.5, matches: [[0, 3]] });
  expect(evidence).toEqual({
    id: "e7",
    kind: "passage",
    text: "two\nthree",
    score: 0.5,
    where: "Zoning Code, p. 1 (printed xi), §4.2 Parking",
    locator: "footnote:doc/5b1c0f2a9d3e#p=1&t=17-26",
    page: 1,
    label: "xi",
    heading: ["4.2 Parking"],
    source: { title: "Zoning\u001B[31m Code", path: "/library/zoning.pdf", sha256 },
    regions: [
      { page: 1, label: "xi", bbox: [40, 40, 70, 52], pageSize: [600, 800] },
      { page: 1, label: "xi", bbox: [0, 60, 50, 72], pageSize: [600, 800] },
    ],
    matches: [[0, 3]],
  });
  expect(EvidenceSchema.parse(evidence)).toEqual(evidence);
});

test("toEvidence() takes several spans over pages and leaves out what lies between", () => {
  const evidence = toEvidence(paged, [at("three four"), at("five")], { id: "e1", kind: "section" });
  expect(evidence.text).toBe("three four\nfive");
  expect(evidence.where).toBe("Zoning Code, pp. 1–2 (printed xi–xii), §4.2 Parking");
  expect(evidence.locator).toBe("footnote:doc/5b1c0f2a9d3e#p=1-2&t=21-31,42-46");
  expect(evidence.regions!.map(({ page, bbox }) => [page, bbox])).toEqual([
    [1, [0, 60, 100, 72]],
    [2, [0, 40, 40, 52]],
  ]);
});

test("toEvidence() names lines where there are no pages", () => {
  const notes = testDocument({
    title: "Notes",
    path: "/home/me/notes.md",
    sha256,
    paged: false,
    text: "Parking\n\nfirst line\nsecond line\nthird line\n\nother",
    kindOf: (text) => (text === "Parking" ? "heading" : "paragraph"),
  });
  const start = notes.text.indexOf("second");
  const evidence = toEvidence(notes, [{ start, end: notes.text.indexOf("third") + 5 }], { id: "e1" });
  expect(evidence.where).toBe("notes.md, lines 4–5, §Parking");
  expect(evidence.lines).toEqual([4, 5]);
  expect(evidence.locator).toBe("footnote:doc/5b1c0f2a9d3e#t=20-37");
  expect(evidence.page).toBeUndefined();
  expect(evidence.regions).toBeUndefined();
  expect(toEvidence(notes, [{ start, end: start + 3 }], { id: "e1" }).where).toBe("notes.md, line 4, §Parking");
});

test("toEvidence() does not print a label that is the page's number, and passes the status on", () => {
  const plain = {
    ...testDocument({ text: "some words", labels: ["1"] }),
    status: { state: "stale", reason: "gone" } as const,
  };
  const evidence = toEvidence(plain, [{ start: 0, end: 4 }], { id: "e1" });
  expect(evidence.where).toBe("A Title, p. 1");
  expect(evidence.status).toEqual({ state: "stale", reason: "gone" });
});
