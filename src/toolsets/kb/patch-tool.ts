import { z } from "zod";
import { PATCH_KINDS, type PatchKind, type PatchOperation } from "../../engine/edit/operation.ts";
import { applyPatch, diffOf } from "../../engine/edit/patch.ts";
import type { MarkdownFile } from "../../engine/markdown/element.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

/** Clients compare this list to the letter; replace_fragment is taken all the same. */
const LISTED = PATCH_KINDS.slice(0, 8);

const isKind = (value: string): value is PatchKind => PATCH_KINDS.some((kind) => kind === value);

const OperationSchema = z.object({
  kind: z
    .string()
    .refine(isKind, `must be one of ${PATCH_KINDS.join(", ")}`)
    .meta({ enum: [...LISTED] }),
  pointer: z.string().describe("A pointer with its hashes from kb_read, kb_outline or kb_search; document for inserts"),
  markdown: z.string().optional().describe("What is written; none for deletions"),
  oldMarkdown: z.string().optional().describe("replace_fragment: what it replaces; stands exactly once in the element"),
});

const TouchedSchema = z.object({
  kind: z.string(),
  pointer: z.string().nullable().describe("Full anchor of what stands there now; null after a deletion"),
  lineStart: z.int().nullable(),
  lineEnd: z.int().nullable(),
});

export const patch = objectTool({
  name: "kb_patch",
  title: "Edit Markdown by element",
  description: `Edits a Markdown file by element, all operations or none; every other byte stays. Pointers carry hashes, and what has changed since it was read is refused.
replace_element: one element by one other (of a list item its own text, children stay; of a heading the line alone). replace is a deprecated alias of it.
replace_subtree: a list item with all children. replace_section: a heading with its complete owned section subtree. delete_section: the same, removed.
insert_before, insert_after: beside an element, or at the ends of the document; after a heading means directly below it.
delete: one element; of a heading the line alone, its section body is preserved; of a list item all children, too.
replace_fragment: oldMarkdown, which stands exactly once in the element, by markdown.`,
  wrapped: true,
  effect: "destroys",
  input: z.object({
    path: fields.path,
    operations: z.array(OperationSchema).describe("At least one; order does not matter"),
    dryRun: z.boolean().optional().describe("Change nothing, and show what would: needs no permission to write"),
    tidy: z
      .boolean()
      .optional()
      .describe("Take blank lines of what is deleted along, and end the file with a line ending"),
    autoIndent: z.boolean().optional().describe("Give list items the indentation of where they go"),
    sameKind: z.boolean().optional().describe("Refuse to put another kind of element in the place of one"),
  }),
  output: fields.Mutation.extend({
    touched: z.array(TouchedSchema).optional().describe("One an operation, in their order: what stands there now"),
    diff: z.string().optional().describe("dryRun: a unified diff"),
    change: z.int().nullable().optional().describe("To take it back by with kb_undo"),
  }),
  async run({ path, operations, dryRun, ...options }, { workspace, notes }) {
    const transform = (file: MarkdownFile) => applyPatch(file, operations.map(asOperation), options);
    if (dryRun === true) {
      const { file, value } = workspace.preview(path, transform);
      const { text, touched } = value;
      const diff = diffOf(file.path, file.text, text);
      return { ...unchanged(file), touched: touched.map((one) => ({ ...one })), diff };
    }
    const { value, change, ...written } = await workspace.update(path, transform);
    const answer = fields.mutated(written, notes());
    return { ...answer, touched: value.touched.map((one) => ({ ...one })), change };
  },
});

function unchanged(file: MarkdownFile): fields.MutationAnswer {
  return { path: file.path, sourceHash: file.sha256, indexSynchronized: true, indexError: null, previousPath: null };
}

function asOperation({ kind, ...operation }: z.output<typeof OperationSchema>): PatchOperation {
  if (!isKind(kind)) throw new FootnoteError("internal", { problem: `the kind ${kind} was let through` });
  return { kind, ...operation };
}
