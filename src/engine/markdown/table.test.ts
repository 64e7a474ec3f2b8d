import { expect, test } from "bun:test";
import fc from "fast-check";
import { outlineOf } from "./outline.ts";
import { type TableData, tableAt, tableView } from "./table.ts";

function tableOf(text: string): TableData {
  const element = outlineOf(text).elements.find((each) => each.kind === "table");
  const data = element === undefined ? undefined : tableAt(text, element);
  if (data === undefined) throw new Error("no table");
  return data;
}

test("tableView() is the table as data", () => {
  const text =
    "Text\n\n| *Name* | Price | N |\n|:--|--:|:-:|\n| `a\\|b` | 1 &lt; 2 |\n|| [x](u) | y | extra |\n\n[n]: /u\n";
  expect(tableView(tableOf(text))).toEqual({
    columnCount: 3,
    rowCount: 2,
    columns: [
      { index: 0, name: "Name", alignment: "left" },
      { index: 1, name: "Price", alignment: "right" },
      { index: 2, name: "N", alignment: "center" },
    ],
    rows: [
      { index: 0, cells: ["a|b", "1 < 2", ""] },
      { index: 1, cells: ["", "x", "y"] },
    ],
  });
  expect(tableOf(text).extraCells).toBe(true);
});

test("tableAt() gives every line and cell its place", () => {
  const text = "  a | b\r\n --|:-\r\n|  |x |\r\n";
  const { header, delimiter, rows, extraCells } = tableOf(text);
  expect(header).toMatchObject({
    start: 0,
    end: 7,
    indent: "  ",
    ending: "\r\n",
    leadingBar: false,
    trailingBar: false,
  });
  expect(delimiter).toMatchObject({ start: 9, end: 15, indent: " ", ending: "\r\n" });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ start: 17, end: 24, ending: "", leadingBar: true, trailingBar: true });
  expect(rows[0]!.cells).toEqual([
    { start: 19, end: 19, outer: { start: 18, end: 20 }, raw: "", text: "" },
    { start: 21, end: 22, outer: { start: 21, end: 23 }, raw: "x", text: "x" },
  ]);
  expect(header.cells.map(({ raw }) => raw)).toEqual(["a", "b"]);
  expect(extraCells).toBe(false);
});

test("a reference in a cell is a link when the document defines it", () => {
  const names = (text: string) => tableOf(text).columns.map(({ name }) => name);
  expect(names("| [Done] | [x] |\n|-|-|\n\n> [done]: /u\n")).toEqual(["Done", "[x]"]);
});

test("tableAt() has nothing for other kinds", () => {
  expect(tableAt("text", outlineOf("text").elements[0]!)).toBeUndefined();
});

test("the lines of a table and their endings are the element", () => {
  const cell = fc.constantFrom("", " a ", "\\|", "`x`", "  ");
  const row = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => `|${cells.join("|")}|`);
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom("\n", "\r\n", "\r"), (rows, ending) => {
      const text = ["| h |", "|---|", ...rows].join(ending);
      const element = outlineOf(text).elements[0]!;
      const { header, delimiter, rows: data } = tableAt(text, element)!;
      const lines = [header, delimiter, ...data];
      expect(lines.map((line) => text.slice(line.start, line.end) + line.ending).join("")).toBe(text);
      for (const line of lines)
        for (const { start, end, outer, raw } of line.cells) {
          expect(text.slice(start, end)).toBe(raw);
          expect(start >= outer.start && end <= outer.end).toBe(true);
          expect(text.charAt(outer.end)).toBe("|");
        }
    }),
  );
});
