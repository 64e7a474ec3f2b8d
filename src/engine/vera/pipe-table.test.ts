import { expect, test } from "bun:test";
import { pipeTable, pipeText } from "./pipe-table.ts";

const ROWS = [
  ["Use Type", "Required | Spaces"],
  ["Restaurant", "1 per 100 sf"],
  ["", "x"],
];
const TEXT = "| Use Type | Required \\| Spaces |\n| --- | --- |\n| Restaurant | 1 per 100 sf |\n|  | x |";

test("pipeText() writes rows as VERA does, and pipeTable() reads them", () => {
  expect(pipeText(ROWS)).toBe(TEXT);
  expect(pipeTable(TEXT)).toEqual(ROWS);
});

test("pipeText() fits rows to the head and keeps cells on one line", () => {
  expect(pipeText([["a", "b"], ["c\nd"], ["e", "f", "g"]])).toBe("| a | b |\n| --- | --- |\n| c d |  |\n| e | f |");
});

test("pipeTable() takes nothing else for a table", () => {
  const others = ["", "| a | b |", "a | b\n--- | ---", "| a |\n| b |", "| a |\n| --- |\nc", "|a|b|\n|---|---|\n|c|d|"];
  expect(others.map(pipeTable)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
});
