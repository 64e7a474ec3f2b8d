import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";
import { escapeMarkdown, fenced } from "../../foundation/text/markdown.ts";
import type { Context } from "../context.ts";
import type { Notebook } from "../notebook.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { createPdf } from "./book-tool.ts";
import { create, remove } from "./file-tools.ts";
import { ReindexResultSchema, search, status } from "./index-tools.ts";
import { patch } from "./patch-tool.ts";
import { listFiles, outline, read } from "./read-tools.ts";
import { editTable } from "./table-tool.ts";
import type { ObjectTool } from "./tool.ts";

const NotesField = z.string().optional().describe("The folder of Markdown (else --notes, else the working directory)");

interface Shown<Output extends z.ZodObject> {
  readonly positionals: readonly string[];
  readonly examples: readonly string[];
  readonly render: (output: z.output<Output>) => string;
  /** Whether it found anything; true when not given. */
  readonly found?: (output: z.output<Output>) => boolean;
  /** Brings the index up to date before. */
  readonly searches?: boolean;
}

/** One of the workbench's tools as an operation of Footnote's own. */
export function operationOf<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ObjectTool<Input, Output>,
  { positionals, examples, render, found = () => true, searches = false }: Shown<Output>,
): Operation {
  return defineOperation({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input: z.strictObject({ ...tool.input.shape, notes: NotesField }),
    output: tool.output,
    effects: {
      reads: true,
      writes: tool.effect !== "reads",
      destroys: tool.effect === "destroys",
      accumulates: tool.effect !== "reads",
    },
    faces: ["cli", "mcp"],
    commandLine: { positionals, examples },
    async run({ notes, ...input }, context) {
      const notebook = await notebookOf(notes, context);
      if (searches) await notebook.fresh();
      return tool.run(tool.input.parse(input), notebook, context.signal);
    },
    render: (output) => render(tool.output.parse(output)),
    exitCode: (output) => (found(tool.output.parse(output)) ? 0 : 1),
  }) as unknown as Operation;
}

async function notebookOf(folder: unknown, { notebook }: Context): Promise<Notebook> {
  if (notebook === undefined) throw new FootnoteError("internal", { problem: "no folder of notes can be opened here" });
  return notebook(typeof folder === "string" ? folder : undefined);
}

export const mutationLine = ({
  path,
  sourceHash,
  previousPath,
}: {
  path: string;
  sourceHash: string | null;
  previousPath: string | null;
}): string =>
  `${previousPath === null ? "" : `${escapeMarkdown(previousPath)} → `}${escapeMarkdown(path)}: ${sourceHash === null ? "deleted" : `now \`${sourceHash}\``}`;

type Heading = z.output<typeof outline.output>["headings"][number];

function headingLines(headings: readonly Heading[], depth = 0): string[] {
  return headings.flatMap(({ title, pointer, children }) => [
    `${"  ".repeat(depth)}- ${escapeMarkdown(title)} \`${pointer}\``,
    ...headingLines(children, depth + 1),
  ]);
}

const reindex = defineOperation({
  name: "kb_reindex",
  title: "Bring the index of notes up to date",
  description:
    "Indexes what changed in the folder of Markdown, or with `all` every file, and makes the vectors that are missing. Searching does the former by itself.",
  input: z.strictObject({
    all: z.boolean().default(false).describe("Also files that did not change"),
    vectors: z.boolean().default(true).describe("Make vectors, too"),
    notes: NotesField,
  }),
  output: ReindexResultSchema,
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: [], examples: ["footnote kb reindex --notes notes/"] },
  async run({ all, vectors, notes }, context) {
    const notebook = await notebookOf(notes, context);
    const index = notebook.notes();
    const request = { scope: all ? "all" : "changed", force: all } as const;
    if (vectors)
      return index.reindexNow(request, (done, of) =>
        context.progress({ kind: "vectors", path: notebook.workspace.root, done, of }),
      );
    index.startReindex(request);
    await index.settled();
    const { result = null, error = null } = index.status().last ?? {};
    if (result === null)
      throw new FootnoteError("io_failed", { path: notebook.workspace.root, problem: error ?? "it was not indexed" });
    return result;
  },
  render: ({ scannedFiles, indexedFiles, skippedFiles, deletedFiles, chunksIndexed, warning }) =>
    `${scannedFiles} files: ${indexedFiles} indexed (${chunksIndexed} passages), ${skippedFiles} unchanged, ${deletedFiles} gone.${warning === null ? "" : `\n${escapeMarkdown(warning)}`}`,
  exitCode: ({ warning }) => (warning === null ? 0 : 3),
});

/** The tools of the workbench as Footnote's own profile has them; kb_move is another one there. */
export const kbOperations: readonly Operation[] = [
  operationOf(search, {
    positionals: ["query"],
    examples: ['footnote kb search "release checklist" --notes notes/'],
    searches: true,
    found: ({ results }) => results.length > 0,
    render: ({ results, warning }) =>
      [
        ...results.map(({ path, headingPath, element, pointer, snippet }, at) => {
          const lines = element === undefined ? "" : `, lines ${element.lineStart}–${element.lineEnd}`;
          const heading = headingPath === null ? "" : `, §${escapeMarkdown(headingPath)}`;
          return `${at + 1}. **${escapeMarkdown(path)}**${lines}${heading}\n\`${element?.pointer ?? pointer}\`\n${fenced(snippet)}`;
        }),
        ...(results.length === 0 ? ["Nothing in these notes answers that."] : []),
        ...(warning === null ? [] : [escapeMarkdown(warning)]),
      ].join("\n\n"),
  }),
  operationOf(read, {
    positionals: ["path", "pointer"],
    examples: ["footnote kb read plan.md", "footnote kb read plan.md 1.2 --scope section"],
    render: ({ path, elements, markdown, nextPointer, sourceHash }) =>
      [
        `**${escapeMarkdown(path)}** \`${sourceHash}\``,
        fenced(markdown, "markdown"),
        ...elements.map(
          ({ pointer, kind, lineStart, lineEnd }) =>
            `- \`${pointer}\` ${kind}${lineStart === undefined ? "" : `, lines ${lineStart}–${lineEnd}`}`,
        ),
        ...(nextPointer === null ? [] : [`Go on: \`${nextPointer}\``]),
      ].join("\n"),
  }),
  operationOf(outline, {
    positionals: ["path"],
    examples: ["footnote kb outline plan.md"],
    render: ({ path, headings }) => [`**${escapeMarkdown(path)}**`, ...headingLines(headings)].join("\n"),
  }),
  operationOf(listFiles, {
    positionals: ["pathPrefix"],
    examples: ["footnote kb list-files --include-glob '**/*.md'"],
    render: ({ files }) =>
      files.map(({ relativePath, size }) => `- ${escapeMarkdown(relativePath)} (${size} bytes)`).join("\n"),
  }),
  operationOf(patch, {
    positionals: ["path"],
    examples: [`footnote kb patch plan.md --operations '{"kind":"delete","pointer":"1.p1~…~…"}' --dry-run`],
    render: (output) =>
      [
        output.diff === undefined ? mutationLine(output) : fenced(output.diff, "diff"),
        ...(output.touched ?? []).map(({ kind, pointer, lineStart, lineEnd }) =>
          pointer === null ? `- ${kind}` : `- ${kind}: \`${pointer}\`, lines ${lineStart}–${lineEnd}`,
        ),
      ].join("\n"),
  }),
  operationOf(editTable, {
    positionals: ["path", "pointer", "action"],
    examples: ["footnote kb edit-table plan.md 1.t1~…~… delete_row --row-index 0"],
    render: ({ path, pointer, sourceHash, diff }) =>
      diff === undefined
        ? `${escapeMarkdown(path)}: now \`${sourceHash}\`, the table \`${pointer}\``
        : fenced(diff, "diff"),
  }),
  operationOf(createPdf, {
    positionals: ["path", "outputPath"],
    examples: ["footnote kb create-pdf guide.md guide.pdf"],
    render: ({ outputPath, pages, bytes, warnings }) =>
      [
        `${escapeMarkdown(outputPath)}: ${pages} pages, ${bytes} bytes`,
        ...warnings.map(({ line, message }) => `- ${line === 0 ? "" : `line ${line}: `}${escapeMarkdown(message)}`),
      ].join("\n"),
  }),
  operationOf(create, {
    positionals: ["path"],
    examples: ["footnote kb create new.md --markdown '# New'"],
    render: mutationLine,
  }),
  operationOf(remove, {
    positionals: ["path"],
    examples: ["footnote kb delete old.md --expected-source-hash HASH"],
    render: mutationLine,
  }),
  operationOf(status, {
    positionals: [],
    examples: ["footnote kb status --notes notes/"],
    render: ({ project, indexing, synchronization, vectors }) =>
      [
        `${escapeMarkdown(project.root)}: ${project.documents} files, ${project.chunks} passages, vectors for ${vectors?.ready ?? 0}.`,
        indexing?.isRunning === true ? "It is being indexed." : "",
        (synchronization?.pendingFiles ?? 0) > 0 ? `${synchronization?.pendingFiles} files wait to be indexed.` : "",
        synchronization?.lastError === null || synchronization === null
          ? ""
          : escapeMarkdown(synchronization.lastError),
      ]
        .filter((line) => line !== "")
        .join("\n"),
  }),
  reindex,
];
