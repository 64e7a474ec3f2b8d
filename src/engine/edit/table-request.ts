import type { Alignment } from "../markdown/table-row.ts";

export const TABLE_ACTIONS = [
  "update_cells",
  "insert_row",
  "delete_row",
  "insert_column",
  "delete_column",
  "rename_column",
  "set_alignment",
] as const;
export type TableAction = (typeof TABLE_ACTIONS)[number];

/** A row by what one of its cells shows. */
export interface RowWhere {
  readonly equals: string;
  readonly column?: string | undefined;
  readonly columnIndex?: number | undefined;
}

export interface CellUpdate {
  readonly value: string;
  /** text: taken literally; markdown: written as it is. */
  readonly valueFormat?: "text" | "markdown" | undefined;
  readonly rowIndex?: number | undefined;
  readonly where?: RowWhere | undefined;
  readonly column?: string | undefined;
  readonly columnIndex?: number | undefined;
}

/** One edit of a table (kb.md §4.2). Indexes count from 0, without header and delimiter row. */
export interface TableRequest {
  readonly pointer: string;
  readonly action: TableAction;
  readonly updates?: readonly CellUpdate[] | undefined;
  readonly rowIndex?: number | undefined;
  readonly where?: RowWhere | undefined;
  readonly column?: string | undefined;
  readonly columnIndex?: number | undefined;
  readonly values?: readonly string[] | undefined;
  readonly valuesByColumn?: Readonly<Record<string, string>> | undefined;
  readonly beforeRowIndex?: number | undefined;
  readonly beforeColumn?: string | undefined;
  readonly beforeColumnIndex?: number | undefined;
  readonly name?: string | undefined;
  readonly newName?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly alignment?: Alignment | undefined;
}

/** The fields that an action takes, next to pointer and action. */
export const ACTION_FIELDS: Readonly<Record<TableAction, readonly (keyof TableRequest)[]>> = {
  update_cells: ["updates"],
  insert_row: ["values", "valuesByColumn", "beforeRowIndex"],
  delete_row: ["rowIndex", "where"],
  insert_column: ["name", "defaultValue", "alignment", "beforeColumn", "beforeColumnIndex"],
  delete_column: ["column", "columnIndex"],
  rename_column: ["column", "columnIndex", "newName"],
  set_alignment: ["column", "columnIndex", "alignment"],
};
