import { FootnoteError } from "../../foundation/errors.ts";
import { anchorOf, parseAnchor, resolveAnchor } from "../markdown/anchor.ts";
import type { MarkdownElement, MarkdownFile } from "../markdown/element.ts";
import { outlineOf } from "../markdown/outline.ts";
import { type TableData, tableAt, tableView } from "../markdown/table.ts";
import type { Alignment } from "../markdown/table-row.ts";
import type { Splice } from "./operation.ts";
import { refused } from "./refuse.ts";
import { applySplices, sorted } from "./splices.ts";
import { delimiter, hasOpenBar, isOneLine, literalCell, rowLike, shownText } from "./table-cells.ts";
import { ACTION_FIELDS, type CellUpdate, type TableRequest } from "./table-request.ts";
import { Selector } from "./table-select.ts";

/** What a table is meant to show afterwards. An undefined cell was written as Markdown: what it shows is its own affair. */
interface Expected {
  readonly names: readonly string[];
  readonly alignments: readonly Alignment[];
  readonly rows: readonly (readonly (string | undefined)[])[];
}

interface Plan {
  readonly splices: readonly Splice[];
  readonly expected: Expected;
}

/**
 * Edits one table (kb.md §4): the new text and the table's new anchor. Outside of the cells or rows that are meant nothing changes, but for a new or removed column, with which
 * every row is written anew. Throws pointer_invalid, element_changed (also for selectors that several have), edit_refused.
 */
export function editTable(
  file: MarkdownFile,
  request: TableRequest,
): { readonly text: string; readonly pointer: string } {
  const element = tableElement(file, request.pointer);
  const table = tableAt(file.text, element);
  if (table === undefined) throw refused(file.path, `${element.pointer} is no table`);
  checkFields(file, request);
  if (table.extraCells)
    throw refused(
      file.path,
      `${element.pointer} has a row with more cells than columns, of which an edit would lose some`,
      {
        pointer: element.pointer,
        remedy: "Replace the table with kb_patch.",
      },
    );
  const { splices, expected } = new Planner(file, element, table).plan(request);
  const ordered = sorted(splices);
  const text = applySplices(file.text, ordered);
  return { text, pointer: checked(file, text, ordered, element, expected) };
}

function tableElement(file: MarkdownFile, pointer: string): MarkdownElement {
  const anchor = parseAnchor(pointer);
  const wrong = (problem: string): FootnoteError => new FootnoteError("pointer_invalid", { pointer, problem });
  if (anchor.document || anchor.kind !== "table") throw wrong("a table's begins with t and a number in its last part");
  if (anchor.selfHash === undefined) throw wrong("an edit needs the hashes that the table was read with");
  const element = resolveAnchor(file, outlineOf(file.text), anchor, "self");
  if (element === "document") throw wrong("it is no table's");
  return element;
}

function checkFields({ path }: MarkdownFile, { pointer: _, action, ...given }: TableRequest): void {
  const allowed = ACTION_FIELDS[action];
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && !allowed.some((one) => one === field))
      throw refused(path, `${action} does not take ${field}`, { remedy: `It takes ${allowed.join(", ")}.` });
}

/** The table as it came out, which must show what was meant. */
function checked(
  file: MarkdownFile,
  text: string,
  changes: readonly Splice[],
  before: MarkdownElement,
  expected: Expected,
): string {
  const outline = outlineOf(text, { from: file.text, changes });
  const element = outline
    .near(before.start, before.start)
    .find((one) => one.kind === "table" && one.start === before.start);
  const table = element && tableAt(text, element);
  const view = table && tableView(table);
  const same =
    view !== undefined &&
    view.columns.length === expected.names.length &&
    view.columns.every(
      ({ name, alignment }, at) => name === expected.names[at] && alignment === expected.alignments[at],
    ) &&
    view.rows.length === expected.rows.length &&
    view.rows.every(({ cells }, row) =>
      cells.every((cell, at) => [undefined, cell].includes(expected.rows[row]?.[at])),
    );
  if (!same || element === undefined)
    throw refused(file.path, `${before.pointer} would no longer be the table that was meant`, {
      pointer: before.pointer,
      reason: "STRUCTURE",
    });
  return anchorOf(element);
}

class Planner {
  readonly #file: MarkdownFile;
  readonly #element: MarkdownElement;
  readonly #table: TableData;
  readonly #select: Selector;
  readonly #names: readonly string[];
  readonly #alignments: readonly Alignment[];
  readonly #shown: readonly (readonly string[])[];

  constructor(file: MarkdownFile, element: MarkdownElement, table: TableData) {
    this.#file = file;
    this.#element = element;
    this.#table = table;
    this.#select = new Selector(file.path, element.pointer, table);
    this.#names = table.columns.map(({ name }) => name);
    this.#alignments = table.columns.map(({ alignment }) => alignment);
    this.#shown = tableView(table).rows.map(({ cells }) => cells);
  }

  plan(request: TableRequest): Plan {
    switch (request.action) {
      case "update_cells":
        return this.#updateCells(request.updates ?? []);
      case "insert_row":
        return this.#insertRow(request);
      case "delete_row":
        return this.#deleteRow(this.#select.row(request));
      case "insert_column":
        return this.#insertColumn(request);
      case "delete_column":
        return this.#deleteColumn(this.#select.column(request));
      case "rename_column":
        return this.#renameColumn(this.#select.column(request), request.newName);
      case "set_alignment":
        return this.#setAlignment(this.#select.column(request), request.alignment);
    }
  }

  #updateCells(updates: readonly CellUpdate[]): Plan {
    if (updates.length === 0) throw this.#refused("update_cells needs updates");
    const rows = this.#shown.map((cells): (string | undefined)[] => [...cells]);
    const written = new Map<number, Map<number, string>>();
    for (const update of updates) {
      const [row, column] = [this.#select.row(update), this.#select.column(update)];
      const cells = written.get(row) ?? new Map<number, string>();
      if (cells.has(column)) throw this.#refused(`two updates write to row ${row}, column ${column}`);
      const isText = (update.valueFormat ?? "text") === "text";
      cells.set(column, isText ? this.#literal(update.value) : this.#markdown(update.value));
      written.set(row, cells);
      const shown = rows[row];
      if (shown !== undefined) shown[column] = isText ? shownText(update.value) : undefined;
    }
    const splices = [...written].flatMap(([row, cells]) => this.#rewrite(row, cells));
    return { splices, expected: this.#expected({ rows }) };
  }

  /** Only what stands in the cells; where the row ends before one, the whole row. */
  #rewrite(index: number, cells: ReadonlyMap<number, string>): Splice[] {
    const row = this.#table.rows[index];
    if (row === undefined) return [];
    if ([...cells.keys()].every((column) => column < row.cells.length))
      return [...cells].flatMap(([column, text]) => {
        const cell = row.cells[column];
        if (cell === undefined) return [];
        // Between two bars there is no room to tell a cell from a bar before it.
        const bare = cell.raw === "" && cell.outer.end - cell.outer.start < 2;
        return [
          bare ? { ...cell.outer, text: text === "" ? text : ` ${text} ` } : { start: cell.start, end: cell.end, text },
        ];
      });
    const all = this.#names.map((_, column) => cells.get(column) ?? row.cells[column]?.raw ?? "");
    return [{ start: row.start, end: row.end, text: rowLike(row, all) }];
  }

  #insertRow({ values, valuesByColumn, beforeRowIndex }: TableRequest): Plan {
    if ((values === undefined) === (valuesByColumn === undefined))
      throw this.#refused("insert_row needs either values or valuesByColumn");
    const cells = values ?? this.#names.map(() => "");
    if (cells.length !== this.#names.length)
      throw this.#refused(`there are ${cells.length} values for ${this.#names.length} columns`);
    const texts = [...cells];
    for (const [column, value] of Object.entries(valuesByColumn ?? {})) texts[this.#select.column({ column })] = value;
    const { header, delimiter: line, rows } = this.#table;
    const put = rowLike(
      rows[0] ?? header,
      texts.map((text) => this.#literal(text)),
    );
    const { lineEnding: E } = this.#file;
    if (beforeRowIndex === undefined) {
      const { end } = rows.at(-1) ?? line;
      return {
        splices: [{ start: end, end, text: E + put }],
        expected: this.#expected({ rows: [...this.#shown, texts.map(shownText)] }),
      };
    }
    const { start } = rows[this.#select.existingRow(beforeRowIndex, "beforeRowIndex")] ?? line;
    const shown = this.#shown.toSpliced(beforeRowIndex, 0, texts.map(shownText));
    return { splices: [{ start, end: start, text: put + E }], expected: this.#expected({ rows: shown }) };
  }

  #deleteRow(index: number): Plan {
    const { rows, delimiter: line } = this.#table;
    const row = rows[index] ?? line;
    const next = rows[index + 1];
    const before = rows[index - 1] ?? line;
    // The last row takes the line ending before it along: the one behind it, if there is one, is not the table's.
    const range = next === undefined ? { start: before.end, end: row.end } : { start: row.start, end: next.start };
    return { splices: [{ ...range, text: "" }], expected: this.#expected({ rows: this.#shown.toSpliced(index, 1) }) };
  }

  #insertColumn({ name, defaultValue = "", alignment = "none", beforeColumn, beforeColumnIndex }: TableRequest): Plan {
    if (name === undefined || name.trim() === "") throw this.#refused("insert_column needs a name that is not blank");
    const last = beforeColumn === undefined && beforeColumnIndex === undefined;
    const at = last
      ? this.#names.length
      : this.#select.column({ column: beforeColumn, columnIndex: beforeColumnIndex }, "beforeColumn");
    const [header, value] = [this.#literal(name), this.#literal(defaultValue)];
    const splices = this.#allRows((cells, kind) =>
      cells.toSpliced(at, 0, kind === "header" ? header : kind === "delimiter" ? delimiter(alignment, 3) : value),
    );
    return {
      splices,
      expected: {
        names: this.#names.toSpliced(at, 0, shownText(name)),
        alignments: this.#alignments.toSpliced(at, 0, alignment),
        rows: this.#shown.map((cells) => cells.toSpliced(at, 0, shownText(defaultValue))),
      },
    };
  }

  #deleteColumn(at: number): Plan {
    if (this.#names.length === 1)
      throw this.#refused("its last column cannot be deleted; delete the table with kb_patch");
    return {
      splices: this.#allRows((cells) => cells.toSpliced(at, 1)),
      expected: {
        names: this.#names.toSpliced(at, 1),
        alignments: this.#alignments.toSpliced(at, 1),
        rows: this.#shown.map((cells) => cells.toSpliced(at, 1)),
      },
    };
  }

  #renameColumn(at: number, newName: string | undefined): Plan {
    if (newName === undefined || newName.trim() === "")
      throw this.#refused("rename_column needs a newName that is not blank");
    const cell = this.#table.header.cells[at];
    const splices = cell === undefined ? [] : [{ start: cell.start, end: cell.end, text: this.#literal(newName) }];
    return { splices, expected: this.#expected({ names: this.#names.with(at, shownText(newName)) }) };
  }

  #setAlignment(at: number, alignment: Alignment | undefined): Plan {
    if (alignment === undefined) throw this.#refused("set_alignment needs an alignment");
    const cell = this.#table.delimiter.cells[at];
    const dashes = cell?.raw.replaceAll(":", "").length ?? 3;
    const splices =
      cell === undefined || this.#alignments[at] === alignment
        ? []
        : [{ start: cell.start, end: cell.end, text: delimiter(alignment, dashes) }];
    return { splices, expected: this.#expected({ alignments: this.#alignments.with(at, alignment) }) };
  }

  /** Every line of the table from its cells, filled up to the columns. */
  #allRows(change: (cells: string[], kind: "header" | "delimiter" | "row") => string[]): Splice[] {
    const { header, delimiter: line, rows } = this.#table;
    return [header, line, ...rows].map((row, index) => {
      const kind = index === 0 ? "header" : index === 1 ? "delimiter" : "row";
      const cells = this.#names.map((_, column) => row.cells[column]?.raw ?? "");
      return { start: row.start, end: row.end, text: rowLike(row, change(cells, kind)) };
    });
  }

  #expected(changed: Partial<Expected>): Expected {
    return { names: this.#names, alignments: this.#alignments, rows: this.#shown, ...changed };
  }

  #literal(text: string): string {
    return literalCell(this.#oneLine(text));
  }

  #markdown(text: string): string {
    if (hasOpenBar(this.#oneLine(text))) throw this.#refused("a | in a cell has to be written \\|");
    return text;
  }

  #oneLine(value: string): string {
    if (isOneLine(value)) return value;
    throw this.#refused("a cell has one line, without control characters");
  }

  #refused(problem: string): FootnoteError {
    const { pointer } = this.#element;
    return refused(this.#file.path, `${pointer}: ${problem}`, { pointer });
  }
}
