import { expect, test } from "bun:test";
import { makePassages, passageText } from "../../src/engine/ingest/passages.ts";
import { line, text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { readPages, rowsOf } from "./read-pdf.ts";

const EDGES = [60, 180, 320, 460];

/** A ruled table drawn row by row, its upper edge at `top`, rows 20 points high. */
function ruled(top: number, rows: readonly (readonly string[])[]): string {
  const bottom = top - 20 * rows.length;
  const flat = [...rows, []].map((_, at) => line(60, top - 20 * at, 460, top - 20 * at));
  const upright = EDGES.map((x) => line(x, top, x, bottom));
  const cells = rows.flatMap((row, at) =>
    row.map((cell, column) => text(EDGES[column]! + 5, top - 14 - 20 * at, cell)),
  );
  return [...flat, ...upright, ...cells].join("");
}

test("a ruled table drawn row by row gives its cells by row and column, empty ones left out", async () => {
  const document = await readPages([
    ruled(700, [
      ["Part", "Maker", "Price"],
      ["Bolt M4", "Acme", "0.12"],
      ["Washer", "", "0.03"],
    ]),
  ]);
  expect(document.text).toBe("Part\tMaker\tPrice\nBolt M4\tAcme\t0.12\nWasher\t\t0.03");
  expect(rowsOf(document).map(({ cells }) => cells)).toEqual([
    [
      [0, "Part"],
      [1, "Maker"],
      [2, "Price"],
    ],
    [
      [0, "Bolt M4"],
      [1, "Acme"],
      [2, "0.12"],
    ],
    [
      [0, "Washer"],
      [2, "0.03"],
    ],
  ]);
});

test("a table over a page break keeps each row on its page, and each passage has a header", async () => {
  const header = ["Station", "Day", "Rain"];
  const document = await readPages([
    ruled(700, [header, ["North", "1 May", "12 mm"]]),
    ruled(740, [header, ["South", "2 May", "31 mm"]]),
  ]);
  expect(rowsOf(document).map(({ page, cells }) => [page, cells.map(([, cell]) => cell).join(" ")])).toEqual([
    [1, "Station Day Rain"],
    [1, "North 1 May 12 mm"],
    [2, "Station Day Rain"],
    [2, "South 2 May 31 mm"],
  ]);
  const tables = makePassages(document).filter(({ kind }) => kind === "table");
  expect(tables.map((table) => [table.firstPage, passageText(document.text, table)])).toEqual([
    [1, "Station\tDay\tRain\nNorth\t1 May\t12 mm"],
    [2, "Station\tDay\tRain\nSouth\t2 May\t31 mm"],
  ]);
});
