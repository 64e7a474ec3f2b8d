import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { buildCorpus, indexJson } from "../../engine/corpus/build/build.ts";
import { indexMarkdown } from "../../engine/corpus/build/index-markdown.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import { escapeMarkdown } from "../../foundation/text/markdown.ts";
import { defineOperation } from "../operation.ts";

const DEFAULT_OUT = "docs/tero-index";
const MOST_SHOWN = 20;

export const corpusBuild = defineOperation({
  name: "corpus_build",
  title: "Index a repository",
  description:
    "Makes the index of a repository's documents (docs/, research/), issues (tools/github/issues.yaml), changelog and skills that the cited corpus is served from: index.json and INDEX.md. The same files give the same bytes.",
  input: z.strictObject({
    repo: z.string().min(1).default(".").describe("The repository"),
    out: z.string().min(1).optional().describe(`The folder to write to (else ${DEFAULT_OUT} in the repository)`),
    check: z.boolean().default(false).describe("Write nothing; say whether the index there is current"),
  }),
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
    examples: ["footnote corpus build .", "footnote corpus build . --check"],
  },
  run({ repo, out, check }, { roots, cwd }) {
    const root = roots.resolve(repo, cwd);
    const folder = out === undefined ? roots.resolve(DEFAULT_OUT, root) : roots.resolve(out, cwd);
    const corpus = buildCorpus(root);
    const files = { "index.json": indexJson(corpus), "INDEX.md": indexMarkdown(corpus) };
    const current = Object.entries(files).every(([name, text]) => isCurrent(join(folder, name), text));
    const written = !check && !current;
    if (written) {
      mkdirSync(folder, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeAtomically(join(folder, name), Buffer.from(text));
    }
    const families: Record<string, number> = {};
    for (const { family } of corpus.items) families[family] = (families[family] ?? 0) + 1;
    return Promise.resolve({
      out: folder,
      rows: corpus.items.length,
      families,
      flagged: [...corpus.flagged],
      current,
      written,
    });
  },
  render: ({ out, rows, families, flagged, current, written }) =>
    [
      `${rows} ${rows === 1 ? "row" : "rows"} (${
        Object.entries(families)
          .map(([family, count]) => `${family} ${count}`)
          .join(", ") || "nothing found"
      }), ${flagged.length} flagged: ${written ? "written to" : current ? "current in" : "NOT current in"} ${escapeMarkdown(out)}`,
      ...flagged.slice(0, MOST_SHOWN).map(({ item, reason }) => `- ${escapeMarkdown(item)}: ${escapeMarkdown(reason)}`),
      ...(flagged.length > MOST_SHOWN ? [`- … and ${flagged.length - MOST_SHOWN} more, in INDEX.md`] : []),
    ].join("\n"),
  exitCode: ({ current, written }) => (current || written ? 0 : 1),
});

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path).equals(Buffer.from(text));
}
