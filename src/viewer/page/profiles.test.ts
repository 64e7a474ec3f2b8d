import { expect, test } from "bun:test";
import { profileNamed, sourcesOf } from "./profiles.ts";

const [ours, vera] = [profileNamed("footnote"), profileNamed("vera")];

test("profileNamed() knows the tools, and what the launcher is called", () => {
  expect([ours.launcher, ours.pageTool, ours.view]).toEqual(["Open sources", "source_page", "footnote/view"]);
  expect([vera.launcher, vera.pageTool, vera.view]).toEqual(["Open VERA sources", "vera_source_page", "vera/view"]);
  expect(profileNamed(undefined)).toBe(ours);
});

test("sourcesOf() reads Footnote's cards", () => {
  const cards = [
    { id: "C1", locator: "footnote:doc/0", title: "Zoning", where: "Zoning, p. 3, §4", text: "One space." },
    { id: "C2", locator: "footnote:doc/1", error: "gone" },
  ];
  expect(sourcesOf({ sources: cards }, ours.toSource)).toEqual([
    {
      id: "C1",
      title: "Zoning",
      place: "p. 3, §4",
      passage: "One space.",
      locator: "footnote:doc/0",
      error: "",
      key: { locator: "footnote:doc/0" },
    },
    {
      id: "C2",
      title: "footnote:doc/1",
      place: "",
      passage: "",
      locator: "footnote:doc/1",
      error: "gone",
      key: { locator: "footnote:doc/1" },
    },
  ]);
});

test("sourcesOf() reads VERA's cards, and numbers those without a name", () => {
  const card = {
    file: "/a/manual.vera",
    chunk_id: "chunk_1",
    text: "t",
    page_start: 2,
    page_end: 3,
    heading_path: "A > B",
  };
  const source = { id: "C1", title: "manual.vera", place: "pp. 2–3, A › B", passage: "t", locator: "", error: "" };
  const key = { file: "/a/manual.vera", chunk_id: "chunk_1" };
  expect(sourcesOf({ sources: [card] }, vera.toSource)).toEqual([{ ...source, key }]);
  const named = { ...card, id: "C7", source_filename: "manual.pdf", page_end: 2, heading_path: "" };
  expect(sourcesOf({ sources: [named] }, vera.toSource)).toEqual([
    { ...source, id: "C7", title: "manual.pdf", place: "p. 2", key },
  ]);
  expect(sourcesOf(undefined, vera.toSource)).toEqual([]);
});
