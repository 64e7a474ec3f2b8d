import { expect, test } from "bun:test";
import { linesView, type MarkedLines } from "./lines-view.ts";

const numbered = Array.from({ length: 401 }, (_, index) => `line ${index + 1}`);
const quoted: MarkedLines = { lines: numbered, spans: [[201, 202]], marks: [[201, 0, 4]] };

test("linesView() gives 200 lines; section 0 is the one of the first span", () => {
  const view = linesView(quoted, 0, "");
  expect(view).toMatchObject({
    kind: "markdown",
    page: 2,
    page_count: 3,
    line_start: 201,
    spans: [[201, 202]],
    marks: [[201, 0, 4]],
  });
  expect([view.lines.length, view.lines[0], view.lines[199]]).toEqual([200, "line 201", "line 400"]);
  expect(linesView(quoted, 3, "")).toMatchObject({ lines: ["line 401"], marks: [] });
  expect(linesView({ lines: [""], spans: [], marks: [] }, 0, "why")).toMatchObject({
    page: 1,
    page_count: 1,
    notice: "why",
  });
});

test("linesView() names the sections there are", () => {
  expect(() => linesView(quoted, 99, "")).toThrow("Text section must be between 1 and 3");
  expect(() => linesView(quoted, -1, "")).toThrow("Text section must be between 1 and 3");
});

test("linesView() shows a line without end around its mark", () => {
  const line = `${"a".repeat(50_000)}quoted${"b".repeat(50_000)}`;
  const { lines, marks } = linesView({ lines: [line], spans: [[1, 1]], marks: [[1, 50_000, 50_006]] }, 1, "");
  const [[number = 0, from = 0, to = 0] = []] = marks;
  expect([lines[0]?.length, number, lines[0]?.slice(from, to)]).toEqual([8002, 1, "quoted"]);
});
