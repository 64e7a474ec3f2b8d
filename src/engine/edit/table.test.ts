import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anchorOf } from "../markdown/anchor.ts";
import { outlineOf } from "../markdown/outline.ts";
import { tableAt, tableView } from "../markdown/table.ts";
import { fileOf } from "../markdown/test-file.ts";
import { editTable } from "./table.ts";
import type { TableRequest } from "./table-request.ts";

const SHOP = "# Shop\n\n| Name  | Price |\n|:------|------:|\n| Meat  | 5     |\n| Bread | 2     |\n\nEnd\n";

function tableIn(text: string) {
  const element = outlineOf(text).elements.find(({ kind }) => kind === "table");
  if (element === undefined) throw new Error("no table");
  return element;
}

const edit = (source: string, request: Omit<TableRequest, "pointer">) =>
  editTable(fileOf(source), { pointer: anchorOf(tableIn(source)), ...request });
const edited = (source: string, request: Omit<TableRequest, "pointer">) => edit(source, request).text;

function cells(text: string) {
  const table = tableAt(text, tableIn(text));
  return table && tableView(table).rows.map((row) => row.cells);
}

function problem(source: string, request: Omit<TableRequest, "pointer">): [string, unknown, string] {
  try {
    edit(source, request);
  } catch (error) {
    const { code, details, message } = error as { code: string; details: Record<string, unknown>; message: string };
    return [code, details.reason, message];
  }
  throw new Error("it was not refused");
}

test("line 27: a stale pointer is a conflict; edits chain by the pointers that they answer", () => {
  const first = edit(SHOP, {
    action: "update_cells",
    updates: [{ value: "6", where: { equals: "Meat", column: "Name" }, column: "Price" }],
  });
  expect(first.text).toBe(SHOP.replace("| 5     |", "| 6     |"));
  const second = editTable(fileOf(first.text), {
    pointer: first.pointer,
    action: "rename_column",
    column: "Price",
    newName: "Cost",
  });
  expect(second.text).toBe(first.text.replace("Price", "Cost"));
  expect(() => editTable(fileOf(second.text), { pointer: first.pointer, action: "delete_row", rowIndex: 0 })).toThrow(
    "has changed",
  );
});

test("line 28: a row with more cells than columns is read, and not edited", () => {
  expect(problem("| A |\n|---|\n| 1 | 2 |\n", { action: "delete_row", rowIndex: 0 })[2]).toContain(
    "more cells than columns",
  );
});

test("line 29: the same cell twice in a batch is refused", () => {
  const update = { value: "x", rowIndex: 0, columnIndex: 0 };
  expect(
    problem(SHOP, {
      action: "update_cells",
      updates: [update, { ...update, columnIndex: undefined, column: "Name" }],
    })[0],
  ).toBe("edit_refused");
});

test("line 30: texts read back to the letter, Markdown as it shows", () => {
  const literal = "**Meat** | A\\B";
  const text = edited(SHOP, { action: "update_cells", updates: [{ value: literal, rowIndex: 0, columnIndex: 0 }] });
  expect(cells(text)?.[0]?.[0]).toBe(literal);
  const bold = edited(SHOP, {
    action: "update_cells",
    updates: [{ value: "**Bold**", valueFormat: "markdown", rowIndex: 0, columnIndex: 0 }],
  });
  expect([bold.includes("| **Bold**  |"), cells(bold)?.[0]?.[0]]).toEqual([true, "Bold"]);
  expect(
    problem(SHOP, {
      action: "update_cells",
      updates: [{ value: "a|b", valueFormat: "markdown", rowIndex: 0, columnIndex: 0 }],
    })[2],
  ).toContain("\\|");
  for (const value of ["a\nb", "a\rb", "a\u0000b", "a\u2028b"])
    expect(problem(SHOP, { action: "update_cells", updates: [{ value, rowIndex: 0, columnIndex: 0 }] })[2]).toContain(
      "one line",
    );
});

test("any text of one line reads back to the letter, in every place of a table", () => {
  const value = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed());
  fc.assert(
    fc.property(value, fc.nat(1), fc.nat(1), (text, rowIndex, columnIndex) => {
      const result = edited(SHOP, { action: "update_cells", updates: [{ value: text, rowIndex, columnIndex }] });
      // Blanks at the ends of a cell are padding.
      expect(cells(result)?.[rowIndex]?.[columnIndex]).toBe(text.replace(/^[ \t]+|[ \t]+$/g, ""));
    }),
    { numRuns: 300 },
  );
});

describe("line 31: inserting and deleting a row gives the file back to the byte, a hundred times", () => {
  test.each([
    ["in the middle", SHOP, 1],
    ["at the end", SHOP, undefined],
    ["at the end of a file without a line ending", "| A | B |\n|---|---|\n| 1 | 2 |", undefined],
    ["with CR LF", SHOP.replaceAll("\n", "\r\n"), 0],
    ["with CR LF at the end of a file", "A|B\r\n-|-\r\n1|2\r\n", undefined],
    ["without rows", "| A | B |\n|---|---|\n\nEnd", undefined],
    ["indented, without bars at the ends", "  A | B\n  --- | ---\n  1 | 2\n", 0],
  ])("%s", (_, source, beforeRowIndex) => {
    let text = source;
    for (let cycle = 0; cycle < 100; cycle++) {
      const more = edited(text, { action: "insert_row", values: [`x ${cycle}`, ""], beforeRowIndex });
      expect(cells(more)?.at(beforeRowIndex ?? -1)).toEqual([`x ${cycle}`, ""]);
      text = edited(more, { action: "delete_row", where: { equals: `x ${cycle}`, columnIndex: 0 } });
    }
    expect(text).toBe(source);
  });
});

test("line 32: a table of one column is still a table", () => {
  const source = "Name | Price\n--- | ---\nMeat | 5\n";
  expect(edited(source, { action: "delete_column", column: "Price" })).toBe("| Name |\n| --- |\n| Meat |\n");
  expect(problem("| A |\n|---|\n", { action: "delete_column", columnIndex: 0 })[0]).toBe("edit_refused");
});

describe("columns", () => {
  test("are put in, taken out, renamed and aligned", () => {
    expect(
      edited(SHOP, {
        action: "insert_column",
        name: "Kind",
        defaultValue: "food",
        alignment: "center",
        beforeColumn: "Price",
      }),
    ).toBe(
      "# Shop\n\n| Name | Kind | Price |\n| :------ | :---: | ------: |\n| Meat | food | 5 |\n| Bread | food | 2 |\n\nEnd\n",
    );
    expect(edited(SHOP, { action: "insert_column", name: "Last" })).toContain("| Bread | 2 |  |\n");
    expect(edited(SHOP, { action: "delete_column", columnIndex: 0 })).toContain("| Price |\n| ------: |\n| 5 |\n");
    expect(edited(SHOP, { action: "set_alignment", column: "Price", alignment: "none" })).toBe(
      SHOP.replace("------:|", "------|"),
    );
    expect(edited("|A|\n|-|\n", { action: "set_alignment", columnIndex: 0, alignment: "right" })).toBe("|A|\n|---:|\n");
    expect(edited(SHOP, { action: "set_alignment", column: "Name", alignment: "left" })).toBe(SHOP);
  });
  test("of one name are chosen by number", () => {
    const twins = "| A | A |\n|---|---|\n| 1 | 2 |\n";
    expect(problem(twins, { action: "delete_column", column: "A" }).slice(0, 2)).toEqual([
      "element_changed",
      "AMBIGUOUS_SELECTOR",
    ]);
    expect(edited(twins, { action: "delete_column", columnIndex: 1 })).toBe("| A |\n| --- |\n| 1 |\n");
  });
});

describe("selectors and fields", () => {
  test("that are missing, doubled, unknown or not of the action are refused", () => {
    for (const request of [
      { action: "delete_row" },
      { action: "delete_row", rowIndex: 0, where: { equals: "Meat", columnIndex: 0 } },
      { action: "delete_row", rowIndex: 9 },
      { action: "delete_row", where: { equals: "meat", column: "Name" } },
      { action: "delete_column", column: "" },
      { action: "delete_row", rowIndex: 0, name: "x" },
      { action: "insert_row", values: ["a"] },
      { action: "insert_row", values: ["a", "b"], valuesByColumn: { Name: "a" } },
      { action: "insert_row", values: ["a", "b"], beforeRowIndex: 2 },
      { action: "insert_column", name: " " },
      { action: "rename_column", column: "Name" },
      { action: "set_alignment", column: "Name" },
      { action: "update_cells", updates: [] },
    ] as const)
      expect([request.action, problem(SHOP, request)[0]]).toEqual([request.action, "edit_refused"]);
  });
  test("a pointer is a table's, with its hashes", () => {
    for (const pointer of ["1.t1", "document", `1.p1~${"0".repeat(16)}`])
      expect(() => editTable(fileOf(SHOP), { pointer, action: "delete_row", rowIndex: 0 })).toThrow("is not a pointer");
  });
});

test("rows are filled up where they are short, by column names, and where two bars meet", () => {
  const source = "| A | B | C |\n|---|---|---|\n| 1 |\n||x||\n";
  expect(edited(source, { action: "update_cells", updates: [{ value: "3", rowIndex: 0, column: "C" }] })).toContain(
    "| 1 |  | 3 |\n",
  );
  expect(edited(source, { action: "update_cells", updates: [{ value: "y", rowIndex: 1, columnIndex: 0 }] })).toContain(
    "| y |x||\n",
  );
  expect(edited(source, { action: "insert_row", valuesByColumn: { C: "c" }, beforeRowIndex: 0 })).toContain(
    "|  |  | c |\n| 1 |\n",
  );
});
