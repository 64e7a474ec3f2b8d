import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { z } from "zod";
import type { BuiltCorpus } from "../../engine/corpus/build/build.ts";
import type { Flagged } from "../../engine/corpus/build/made-row.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import type { Logger } from "../../foundation/log.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { defineOperation } from "../operation.ts";
import { follow } from "./follow.ts";

const DEFAULT_OUT = "docs/tero-index";
const MOST_SHOWN = 20;
/** Folders in which programs write all the time and nothing is read. */
const MADE = /^(?!docs\/|research\/)(?:.*\/)?(?:\.git|node_modules|target|vendor|dist|build)\/|^(?:.*\/)?\.git(?:\/|$)/;

const Input = z.strictObject({
  repo: z.string().min(1).default(".").describe("The repository"),
  out: z.string().min(1).optional().describe(`The folder to write to (else ${DEFAULT_OUT} in the repository)`),
  check: z.boolean().default(false).describe("Write nothing; say whether the index there is current"),
  sources: z
    .enum(["all", "tero"])
    .default("all")
    .describe(
      "all: documents, issues, changelogs, skills and comments of code anywhere; tero: tero-index's five sources alone, byte for byte",
    ),
  include: z.array(z.string().min(1)).default([]).describe("Only files that match this glob"),
  exclude: z.array(z.string().min(1)).default([]).describe("Not the files that match this glob"),
  idPattern: z.string().min(1).optional().describe("Take as id what this regular expression finds in a title"),
  watch: z.boolean().default(false).describe("Go on, and build again when something changes"),
});

export const corpusBuild = defineOperation({
  name: "corpus_build",
  title: "Index a repository",
  description:
    "Makes the index of a repository that the cited corpus is served from: index.json and INDEX.md, with a row for each document and heading (Markdown, reStructuredText, AsciiDoc), decision record, issue, release, skill and documented declaration, the lines it stands for, their digest, and the links and ids found there. The same files give the same bytes.",
  input: Input,
  output: z.object({
    out: z.string(),
    rows: z.int(),
    families: z.record(z.string(), z.int()).describe("Rows by family"),
    flagged: z.array(z.object({ item: z.string(), reason: z.string() })).describe("What could not be placed"),
    current: z.boolean().describe("Whether the index there was already this one"),
    written: z.boolean(),
  }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli"],
  commandLine: {
    positionals: ["repo"],
    short: { out: "o" },
    examples: [
      "footnote corpus build .",
      "footnote corpus build . --check",
      "footnote corpus build . --exclude '*.py' --id-pattern 'REQ-\\d+'",
    ],
  },
  async run(input, { roots, cwd, log, signal }) {
    const root = roots.resolve(input.repo, cwd);
    const folder = input.out === undefined ? roots.resolve(DEFAULT_OUT, root) : roots.resolve(input.out, cwd);
    const build = await builderOf(root, folder, input);
    const first = put(await build(), folder, input.check);
    return input.watch ? watched(first, root, folder, build, log, signal) : first;
  },
  render: (output) =>
    [
      headline(output),
      ...output.flagged
        .slice(0, MOST_SHOWN)
        .map(({ item, reason }) => `- ${escapeMarkdown(item)}: ${escapeMarkdown(reason)}`),
      ...(output.flagged.length > MOST_SHOWN
        ? [`- … and ${output.flagged.length - MOST_SHOWN} more, in INDEX.md`]
        : []),
    ].join("\n"),
  exitCode: ({ current, written }) => (current || written ? 0 : 1),
});

interface Result {
  readonly out: string;
  readonly rows: number;
  readonly families: Record<string, number>;
  readonly flagged: Flagged[];
  readonly current: boolean;
  readonly written: boolean;
}

/** What makes the index, as often as it is called; readers of code and markup are loaded for it alone. */
async function builderOf(
  root: string,
  folder: string,
  { sources, include, exclude, idPattern, watch, check }: z.output<typeof Input>,
): Promise<() => Promise<Files>> {
  if (watch && check) throw wrong("watch", "with --check nothing is written, so there is nothing to follow");
  const { indexMarkdown } = await import("../../engine/corpus/build/index-markdown.ts");
  const { buildCorpus, indexJson } = await import("../../engine/corpus/build/build.ts");
  const filesOf = (corpus: BuiltCorpus): Files => ({
    corpus,
    texts: { "index.json": indexJson(corpus), "INDEX.md": indexMarkdown(corpus) },
  });
  if (sources === "tero") {
    if (include.length > 0 || exclude.length > 0 || idPattern !== undefined)
      throw wrong("sources", "tero's five sources are read as they are, without --include, --exclude and --id-pattern");
    return () => Promise.resolve(filesOf(buildCorpus(root)));
  }
  const { CorpusBuild } = await import("../../engine/corpus/build/all.ts");
  const build = new CorpusBuild(root, { include, exclude, idPattern, folder });
  return () => Promise.resolve(filesOf(build.build()));
}

interface Files {
  readonly corpus: BuiltCorpus;
  readonly texts: Readonly<Record<string, string>>;
}

/** Writes what is not there already. */
function put({ corpus, texts }: Files, folder: string, check: boolean): Result {
  const stale = Object.entries(texts).filter(([name, text]) => !isCurrent(join(folder, name), text));
  const written = !check && stale.length > 0;
  if (written) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of stale) writeAtomically(join(folder, name), Buffer.from(text));
  }
  const families: Record<string, number> = {};
  for (const { family } of corpus.items) families[family] = (families[family] ?? 0) + 1;
  return {
    out: folder,
    rows: corpus.items.length,
    families,
    flagged: [...corpus.flagged],
    current: stale.length === 0,
    written,
  };
}

/** Builds again whenever something changes, until it is told to stop; gives the last result. */
async function watched(
  first: Result,
  root: string,
  folder: string,
  build: () => Promise<Files>,
  log: Logger,
  signal: AbortSignal,
): Promise<Result> {
  let last = first;
  const own = relative(root, folder).replaceAll("\\", "/");
  log.warn(`${headline(first)}; following changes`);
  await follow(root, {
    isIdle: (path) => MADE.test(path) || (own !== "" && `${path}/`.startsWith(`${own}/`)),
    async onChange() {
      try {
        const next = put(await build(), folder, false);
        if (!next.written) return;
        last = next;
        log.warn(headline(next));
      } catch (error) {
        log.warn(toFootnoteError(error).message);
      }
    },
    onProblem: (problem) => log.warn(`changes cannot be followed: ${problem}`),
    signal,
  });
  return last;
}

function headline({ out, rows, families, flagged, current, written }: Result): string {
  const counts = Object.entries(families).map(([family, count]) => `${family} ${count}`);
  const state = written ? "written to" : current ? "current in" : "NOT current in";
  return `${rows} ${rows === 1 ? "row" : "rows"} (${counts.join(", ") || "nothing found"}), ${flagged.length} flagged: ${state} ${escapeMarkdown(out)}`;
}

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path).equals(Buffer.from(text));
}

function wrong(what: string, problem: string): FootnoteError {
  return new FootnoteError("invalid_argument", { what, problem, command: "corpus_build" });
}
