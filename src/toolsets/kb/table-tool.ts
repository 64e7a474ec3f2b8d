import { z } from "zod";
import { diffOf } from "../../engine/edit/patch.ts";
import { editTable as editedTable } from "../../engine/edit/table.ts";
import { TABLE_ACTIONS } from "../../engine/edit/table-request.ts";
import type { MarkdownFile } from "../../engine/markdown/element.ts";
import { ALIGNMENTS } from "../../engine/markdown/table-row.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

const index = z.int().min(0);
const column = z.string().optional().describe("Name of a column, exactly as it shows");
const columnIndex = index.optional().describe("From 0, instead of column");

const WhereSchema = z.object({
  equals: z.string().describe("What a cell of the row shows, to the letter"),
  column,
  columnIndex,
});

const UpdateSchema = z.object({
  value: z.string(),
  valueFormat: z
    .enum(["text", "markdown"])
    .optional()
    .describe("text (default): taken literally; markdown: written as it is"),
  rowIndex: index.optional().describe("From 0, without the header"),
  where: WhereSchema.optional(),
  column,
  columnIndex,
});

export const editTable = objectTool({
  name: "kb_edit_table",
  title: "Edit a table",
  description: `Edits one Markdown table by one action; its pointer comes from kb_read, and the answer has the next one.
update_cells: updates. insert_row: values or valuesByColumn, beforeRowIndex (else at the end). delete_row: rowIndex or where.
insert_column: name, defaultValue, alignment, beforeColumn or beforeColumnIndex. delete_column: column or columnIndex.
rename_column: column or columnIndex, newName. set_alignment: column or columnIndex, alignment. Other fields are refused.`,
  wrapped: false,
  effect: "destroys",
  input: z.object({
    path: fields.path,
    pointer: z.string().describe("The table's pointer with its hash"),
    action: z.enum(TABLE_ACTIONS),
    updates: z.array(UpdateSchema).optional(),
    rowIndex: index.optional(),
    where: WhereSchema.optional(),
    column,
    columnIndex,
    values: z.array(z.string()).optional().describe("One a column"),
    valuesByColumn: z.record(z.string(), z.string()).optional().describe("Columns that are not named stay empty"),
    beforeRowIndex: index.optional(),
    beforeColumn: z.string().optional(),
    beforeColumnIndex: index.optional(),
    name: z.string().optional(),
    newName: z.string().optional(),
    defaultValue: z.string().optional(),
    alignment: z.enum(ALIGNMENTS).optional(),
    dryRun: z.boolean().optional().describe("Change nothing, and show what would"),
  }),
  output: z.object({
    path: z.string(),
    pointer: z.string().describe("The table's anchor now"),
    sourceHash: z.string(),
    indexSynchronized: z.boolean(),
    indexError: z.string().nullable(),
    diff: z.string().optional().describe("dryRun: a unified diff"),
    change: z.int().nullable().optional().describe("To take it back by with kb_undo"),
  }),
  async run({ path, dryRun, ...asked }, { workspace, notes }) {
    const transform = (file: MarkdownFile) => editedTable(file, asked);
    if (dryRun === true) {
      const { file, value } = workspace.preview(path, transform);
      const { text, pointer } = value;
      const diff = diffOf(file.path, file.text, text);
      return { path: file.path, pointer, sourceHash: file.sha256, indexSynchronized: true, indexError: null, diff };
    }
    const { value, change, ...changed } = await workspace.update(path, transform);
    notes().schedule(changed.path);
    return {
      path: changed.path,
      pointer: value.pointer,
      sourceHash: changed.sha256,
      indexSynchronized: false,
      indexError: null,
      change,
    };
  },
});
