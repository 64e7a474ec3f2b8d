import { FootnoteError } from "../../foundation/errors.ts";
import type { TableData } from "../markdown/table.ts";
import { refused } from "./refuse.ts";
import type { RowWhere } from "./table-request.ts";

interface Named {
  readonly column?: string | undefined;
  readonly columnIndex?: number | undefined;
}

/** Chooses rows and columns by what is shown, to the letter, or by number. What several have the same has to be chosen by number (element_changed, AMBIGUOUS_SELECTOR). */
export class Selector {
  readonly #path: string;
  readonly #pointer: string;
  readonly #table: TableData;

  constructor(path: string, pointer: string, table: TableData) {
    this.#path = path;
    this.#pointer = pointer;
    this.#table = table;
  }

  column({ column, columnIndex }: Named, name = "column"): number {
    if ((column === undefined) === (columnIndex === undefined))
      throw this.#refused(`give either ${name} or ${name}Index`);
    const { columns } = this.#table;
    if (columnIndex !== undefined) return this.#within(columnIndex, columns.length, `${name}Index`, "columns");
    if (column === "") throw this.#refused("a column without a name is chosen by its index");
    return this.#only(
      columns.filter((one) => one.name === column).map(({ index }) => index),
      `column “${column}”`,
      `${name}Index`,
    );
  }

  row({ rowIndex, where }: { readonly rowIndex?: number | undefined; readonly where?: RowWhere | undefined }): number {
    if ((rowIndex === undefined) === (where === undefined)) throw this.#refused("give either rowIndex or where");
    if (where === undefined) return this.existingRow(rowIndex ?? -1, "rowIndex");
    const column = this.column(where);
    const found = this.#table.rows.flatMap((row, index) =>
      (row.cells[column]?.text ?? "") === where.equals ? [index] : [],
    );
    return this.#only(found, `row with “${where.equals}” there`, "rowIndex");
  }

  existingRow(index: number, name: string): number {
    return this.#within(index, this.#table.rows.length, name, "rows");
  }

  #within(index: number, count: number, name: string, things: string): number {
    if (Number.isInteger(index) && index >= 0 && index < count) return index;
    throw this.#refused(`${name} ${index} is none of its ${count} ${things}, which count from 0`);
  }

  #only(found: readonly number[], what: string, index: string): number {
    const [first, ...others] = found;
    if (first === undefined) throw this.#refused(`there is no ${what}`);
    if (others.length === 0) return first;
    throw new FootnoteError("element_changed", {
      path: this.#path,
      pointer: this.#pointer,
      problem: `has more than one ${what} (${found.join(", ")})`,
      reason: "AMBIGUOUS_SELECTOR",
      remedy: `Choose by ${index} instead.`,
    });
  }

  #refused(problem: string): FootnoteError {
    return refused(this.#path, `${this.#pointer}: ${problem}`, { pointer: this.#pointer });
  }
}
