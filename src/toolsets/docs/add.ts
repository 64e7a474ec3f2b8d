import { z } from "zod";
import type { AddReport, FileReport } from "../../engine/library/add.ts";
import { openLibrary } from "../../engine/library/library.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { count, list, table } from "../markdown.ts";
import { defineOperation } from "../operation.ts";
import { entryNotes, NotesField } from "./notes.ts";

const FileSchema = z.object({
  path: z.string(),
  outcome: z.enum(["added", "replaced", "unchanged", "failed", "removed"]),
  title: z.string().optional(),
  pages: z.int().optional().describe("Physical pages; 0 for formats without pages"),
  passages: z.int().optional(),
  statuses: z.record(z.string(), z.int()).optional().describe("Pages by status: text, ocr, image-only, empty, failed"),
  notes: NotesField,
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string() }).optional(),
});

export const add = defineOperation({
  name: "add",
  title: "Add documents to the library",
  description:
    "Reads documents (PDF, Markdown, HTML, text, EPUB, DOCX) into the library, so that they can be searched, read and cited. Unchanged files are skipped, changed ones replaced, vanished ones dropped. A file that fails is reported and the rest goes on. Without PATH: looks again at every source the library knows.",
  input: z.strictObject({
    paths: z.array(z.string().min(1)).default([]).describe("Files, folders or globs"),
    recursive: z.boolean().default(false).describe("Go into subfolders"),
    include: z.array(z.string()).default([]).describe("In folders: only files that match this glob"),
    exclude: z.array(z.string()).default([]).describe("In folders: not the files that match this glob"),
    into: z.string().min(1).optional().describe("The library folder to add to, instead of the one in use"),
    source: z.boolean().default(true).describe("Keep the original inside the archive"),
    vectors: z
      .enum(["now", "later", "off"])
      .default("now")
      .describe("Compute vectors for meaning-based search: now, at the next `add`, or never"),
    wait: z.number().min(0).default(10).describe("Seconds to wait for another writer"),
  }),
  output: z.object({
    files: z.array(FileSchema),
    vectors: z.object({ ready: z.int(), of: z.int() }).describe("Passages of the whole library that have vectors"),
    library: z.string(),
  }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["paths"],
    short: { recursive: "r" },
    examples: [
      "footnote add manual.pdf notes/",
      "footnote add -r ~/documents --include '*.pdf' --vectors later",
      "footnote add",
    ],
  },
  async run(input, context) {
    const library = await context.library();
    const target = input.into === undefined ? library : openLibrary(context.roots.resolve(input.into, context.cwd));
    if (input.paths.length === 0 && target.entries().length === 0)
      throw new FootnoteError("library_empty", { library: target.folder });
    const report = await target.add({
      ...context,
      paths: input.paths,
      recursive: input.recursive,
      include: input.include,
      exclude: input.exclude,
      keepSource: input.source,
      vectors: input.vectors,
      lockWaitMs: input.wait * 1000,
      now: Date.now,
    });
    return { files: report.files.map(describeFile), vectors: report.vectors, library: target.folder };
  },
  render({ files, vectors, library }) {
    const shown = files.filter((file) => file.outcome !== "unchanged");
    const unchanged = files.length - shown.length;
    const rows = shown.map((file) => [
      file.outcome,
      file.path,
      file.pages ? String(file.pages) : "",
      file.passages === undefined ? "" : String(file.passages),
      file.error === undefined ? (file.notes ?? []).join("; ") : `${file.error.message} ${file.error.remedy}`,
    ]);
    const missing = vectors.ready < vectors.of ? "; run `footnote add` to compute the rest" : "";
    return [
      rows.length === 0 ? "" : table(["", "file", "pages", "passages", "note"], rows),
      files.length === 0
        ? "No documents found. In folders, PDF, Markdown, HTML, text, EPUB and DOCX files are taken; --recursive goes into subfolders."
        : `${list([
            tally(files, "added"),
            tally(files, "replaced"),
            tally(files, "removed"),
            unchanged > 0 ? `${unchanged} unchanged` : "",
            tally(files, "failed"),
          ])}.`,
      vectors.of === 0
        ? `Library ${library}.`
        : `Library ${library}: vectors for ${vectors.ready} of ${count(vectors.of, "passage")}${missing}.`,
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  },
  exitCode({ files }) {
    return files.some((file) => file.outcome === "failed") ? 3 : 0;
  },
});

function describeFile(report: FileReport): z.input<typeof FileSchema> {
  const { path, outcome, entry, error } = report;
  const notes = entryNotes(entry);
  return {
    path,
    outcome,
    ...(entry === undefined
      ? {}
      : { title: entry.title, pages: entry.pages, passages: entry.passages, statuses: { ...entry.statuses } }),
    ...(notes.length === 0 ? {} : { notes }),
    ...(error === undefined ? {} : { error }),
  };
}

function tally(files: readonly { outcome: string }[], outcome: AddReport["files"][number]["outcome"]): string {
  const found = files.filter((file) => file.outcome === outcome).length;
  return found === 0 ? "" : `${found} ${outcome}`;
}
