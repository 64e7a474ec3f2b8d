import { expect, test } from "bun:test";
import { readView } from "./read-view.ts";

const PDF = {
  kind: "pdf",
  page: 2,
  page_count: 3,
  page_width: 600,
  page_height: 800,
  image: "data:image/png;base64,AAAA",
  boxes: [[0, 0.5, 1, 0.25]],
  notice: "",
} as const;

test("readView() takes what a server sends, and no fields beside", () => {
  expect(readView({ ...PDF, file: "/a.vera", chunk_id: "c", text: "t" })).toEqual({
    ...PDF,
    boxes: [[0, 0.5, 1, 0.25]],
  });
  expect(readView({ kind: "text", notice: "why", text: "t" })).toEqual({ kind: "text", notice: "why" });
  const lines = { kind: "markdown", page: 1, page_count: 1, lines: ["a"], line_start: 1, spans: [[1, 1]], notice: "" };
  expect(readView(lines)).toMatchObject({ kind: "markdown", marks: [] });
});

test("readView() takes pictures from PNG data alone", () => {
  for (const image of [
    "https://example.org/a.png",
    "data:image/svg+xml;base64,AAAA",
    'data:image/png;base64,"><script>',
    1,
  ])
    expect(() => readView({ ...PDF, image })).toThrow("no picture");
});

test("readView() makes numbers of what is none, and drops boxes that are not whole", () => {
  expect(readView({ ...PDF, page: "x", boxes: [[0, "1", Number.NaN, 1], [1, 2], 3] })).toMatchObject({
    page: 1,
    boxes: [[0, 0, 0, 1]],
  });
  expect(() => readView({ ...PDF, page_width: Number.POSITIVE_INFINITY })).toThrow("no size");
  for (const value of [undefined, null, [], "pdf", { kind: "html" }]) expect(() => readView(value)).toThrow("kind");
});
