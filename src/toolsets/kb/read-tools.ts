import { z } from "zod";
import { ELEMENT_KINDS } from "../../engine/markdown/element.ts";
import { headingTree } from "../../engine/markdown/headings.ts";
import { outlineOf } from "../../engine/markdown/outline.ts";
import { type MarkdownSlice, readElement, readLines, readSection, readSlice } from "../../engine/markdown/slice.ts";
import { ALIGNMENTS } from "../../engine/markdown/table-row.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

const TableSchema = z.object({
  columnCount: z.int(),
  rowCount: z.int(),
  columns: z.array(z.object({ index: z.int(), name: z.string(), alignment: z.enum(ALIGNMENTS) })),
  rows: z.array(z.object({ index: z.int(), cells: z.array(z.string()) })),
});

const ElementSchema = z.object({
  pointer: z.string(),
  kind: z.enum(["document", ...ELEMENT_KINDS]),
  text: z.string(),
  headingPath: z.string().nullable(),
  lineStart: z.int().optional(),
  lineEnd: z.int().optional(),
});

const clamped = (fallback: number, most: number) =>
  z
    .number()
    .default(fallback)
    .transform((value) => Math.min(most, Math.max(1, Math.trunc(value))));

export const read = objectTool({
  name: "kb_read",
  title: "Read Markdown by element",
  description:
    "Reads a Markdown file from the disk, element by element, from a pointer on. Pointers in the answer carry hashes and guard later edits. Consecutive slices are the exact source; go on with nextPointer.",
  wrapped: true,
  effect: "reads",
  input: z.object({
    path: fields.path,
    pointer: fields.pointer.optional(),
    maxElements: clamped(20, 100).describe("1 to 100"),
    maxBytes: clamped(12_000, 100_000).describe(
      "UTF-8 bytes of Markdown, 1 to 100,000; the first element is always whole",
    ),
    scope: z
      .enum(["onward", "section", "element"])
      .default("onward")
      .describe(
        "onward: as far as the limits allow; section: not beyond the heading's section; element: that element alone",
      ),
    lines: z.array(z.int().min(1)).length(2).optional().describe("Instead of a pointer: first and last source line"),
  }),
  output: z.object({
    path: z.string(),
    pointer: z.string(),
    elements: z.array(ElementSchema),
    markdown: z.string(),
    nextPointer: z.string().nullable(),
    sourceHash: z.string(),
    table: TableSchema.nullable(),
  }),
  run({ path, pointer, maxElements, maxBytes, scope, lines }, { workspace }) {
    if (pointer !== undefined && pointer.trim() === "")
      throw new FootnoteError("pointer_invalid", { pointer, problem: "it is blank" });
    const file = workspace.load(path);
    const outline = outlineOf(file.text);
    const limits = { maxElements, maxBytes };
    const slice = (): MarkdownSlice => {
      const [first, last] = lines ?? [];
      if (first !== undefined && last !== undefined) return readLines(file, outline, { first, last });
      if (scope === "element") return readElement(file, outline, pointer ?? "document");
      if (scope === "section" && pointer !== undefined) return readSection(file, outline, { pointer, ...limits });
      return readSlice(file, outline, { ...limits, ...(pointer === undefined ? {} : { pointer }) });
    };
    const { elements, markdown, nextPointer, table, pointer: at } = slice();
    return {
      path: file.path,
      pointer: at,
      elements: [...elements],
      markdown,
      nextPointer,
      sourceHash: file.sha256,
      table:
        table === null
          ? null
          : {
              ...table,
              columns: [...table.columns],
              rows: table.rows.map((row) => ({ ...row, cells: [...row.cells] })),
            },
    };
  },
});

const HeadingNode = z.object({
  pointer: z.string(),
  level: z.int(),
  title: z.string(),
  get children(): z.ZodArray<typeof HeadingNode> {
    return z.array(HeadingNode);
  },
});

type Heading = z.input<typeof HeadingNode>;

export const outline = objectTool({
  name: "kb_outline",
  title: "Headings of a Markdown file",
  description: "Lists the headings of a Markdown file as a tree, each with a pointer that reads or edits its section.",
  wrapped: true,
  effect: "reads",
  input: z.object({ path: fields.path }),
  output: z.object({ path: z.string(), sourceHash: z.string(), headings: z.array(HeadingNode) }),
  run({ path }, { workspace }) {
    const file = workspace.load(path);
    const copy = (nodes: ReturnType<typeof headingTree>): Heading[] =>
      nodes.map((node) => ({ ...node, children: copy(node.children) }));
    return { path: file.path, sourceHash: file.sha256, headings: copy(headingTree(outlineOf(file.text))) };
  },
});

export const listFiles = objectTool({
  name: "kb_list_files",
  title: "Files below the root",
  description: "Lists all files below the root, Markdown and assets, in a folder or by a pattern.",
  wrapped: true,
  effect: "reads",
  input: z.object({
    pathPrefix: z.string().optional().describe("A folder, or one file"),
    includeGlob: z.string().optional().describe("* stays within a folder, ** crosses them"),
  }),
  output: z.object({
    files: z.array(
      z.object({
        relativePath: z.string(),
        kind: z.enum(["markdown", "asset"]),
        size: z.int(),
        lastWriteTimeUtc: z.string(),
      }),
    ),
  }),
  run({ pathPrefix, includeGlob }, { workspace }) {
    const files = workspace.list({
      ...(pathPrefix === undefined ? {} : { pathPrefix }),
      ...(includeGlob === undefined ? {} : { includeGlob }),
    });
    return {
      files: files.map(({ path, kind, size, modified }) => ({
        relativePath: path,
        kind,
        size,
        lastWriteTimeUtc: modified.toISOString(),
      })),
    };
  },
});
