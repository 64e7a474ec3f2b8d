import { expect, test } from "bun:test";
import { cutRow, delimiterRow, hasBar } from "./table-row.ts";

test.each([
  ["| a | b |", [" a ", " b "], true, true],
  ["a|b", ["a", "b"], false, false],
  ["  |a\\|b| c", ["a\\|b", " c"], true, false],
  ["`a|b`", ["`a", "b`"], false, false],
  ["a\\\\|b", ["a\\\\", "b"], false, false],
  ["||x||", ["", "x", ""], true, true],
  ["|", [], true, false],
  ["", [], false, false],
  ["a\\", ["a\\"], false, false],
  ["| a |  ", [" a "], true, true],
] as const)("cutRow(%p)", (row, cells, leadingBar, trailingBar) => {
  const cut = cutRow(`x${row}y`, 1, row.length + 1);
  expect(cut.cells.map(({ start, end }) => `x${row}y`.slice(start, end))).toEqual([...cells]);
  expect([cut.leadingBar, cut.trailingBar]).toEqual([leadingBar, trailingBar]);
});

test.each([
  ["|---|", ["none"]],
  [":-|:-:|-:|-", ["left", "center", "right", "none"]],
  ["  | :---- | ", ["left"]],
  ["-|", ["none"]],
] as const)("delimiterRow(%p)", (row, alignments) => {
  expect(delimiterRow(row, 0, row.length)).toEqual([...alignments]);
});

test.each(["---", "", "|", "||", "|:|", "|::|", "|- -|", "|-|a|", "|=|", "|-||"])("%p is no delimiter row", (row) => {
  expect(delimiterRow(row, 0, row.length)).toBeUndefined();
});

test("hasBar() passes over escaped bars", () => {
  expect([hasBar("a\\|b", 0, 4), hasBar("a\\\\|b", 0, 5), hasBar("a|b", 2, 3)]).toEqual([false, true, false]);
});
