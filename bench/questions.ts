/**
 * Retrieval on real manuals: the questions of questions.tsv (60) and questions-2.tsv (100) against the PDFs of bench/corpus, asked of the executable over MCP.
 * A hit counts when it comes from the right file and its pages meet the pages that hold the answer's words (found by program).
 * Usage: bun run bench:questions [--set 1|2|all: 1 unless said] [--half tune|held] [--verbose] [--lexical] [--as-is: do not bring the library up to date first]. First: bench/corpus.sh, bun run build.
 */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { questionRows, setsOf } from "./question-sets.ts";

interface Question {
  set: string;
  kind: string;
  half: string;
  file: string;
  pages: Set<number>;
  text: string;
}

interface Hit {
  source: { path: string };
  page?: number;
  regions?: { page: number }[];
}

const ROOT = resolve(import.meta.dir, "..");
const BINARY = join(ROOT, "dist/footnote");
const CORPUS = join(import.meta.dir, "corpus");
const LIBRARY = join(ROOT, ".cache/bench-library");
const MODES = ["lexical", "dense", "hybrid"] as const;

const { values } = parseArgs({ options: { set: { type: "string", default: "1" }, half: { type: "string" }, verbose: { type: "boolean" }, lexical: { type: "boolean" }, "as-is": { type: "boolean" } } });

function questions(): Question[] {
  return setsOf(values.set)
    .flatMap((set) => questionRows("questions", set).map(([kind = "", half = "", file = "", pages = "", text = ""]) => ({ set, kind, half, file, pages: new Set(pages.split(",").map(Number)), text })))
    .filter(({ half }) => values.half === undefined || half === values.half);
}

function addCorpus(): void {
  if (!existsSync(join(CORPUS, "octave.pdf"))) throw new Error("Fill bench/corpus first: bench/corpus.sh");
  const { exitCode } = Bun.spawnSync([BINARY, "--library", LIBRARY, "--quiet", "add", CORPUS, ...(values.lexical === true ? ["--vectors", "later"] : [])], { stdio: ["ignore", "ignore", "inherit"] });
  if (exitCode !== 0) throw new Error(`add ended with ${exitCode}`);
}

/** Rank (from 1) of the first right hit among ten; 0 when there is none. */
async function rank(client: Client, question: Question, mode: string, own: boolean): Promise<number> {
  const scope = own ? { in: [join(CORPUS, question.file)] } : {};
  const { structuredContent } = await client.callTool({ name: "search", arguments: { query: question.text, mode, limit: 10, ...scope } });
  const hits = ((structuredContent as { results?: Hit[] } | undefined)?.results ?? []);
  return 1 + hits.findIndex((hit) => basename(hit.source.path) === question.file && pagesOf(hit).some((page) => question.pages.has(page)));
}

function pagesOf(hit: Hit): number[] {
  return [...new Set([...(hit.page === undefined ? [] : [hit.page]), ...(hit.regions ?? []).map(({ page }) => page)])];
}

function figures(ranks: readonly number[]): string[] {
  const share = (depth: number) => (ranks.filter((at) => at > 0 && at <= depth).length / ranks.length).toFixed(3);
  const mrr = ranks.reduce((sum, at) => sum + (at > 0 ? 1 / at : 0), 0) / ranks.length;
  return [share(1), share(5), share(10), mrr.toFixed(3), String(ranks.filter((at) => at === 0).length)];
}

if (values["as-is"] !== true) addCorpus();
const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport({ command: BINARY, args: ["--library", LIBRARY, "--root", CORPUS, "mcp"] }));
const asked = questions();
const rows: string[][] = [];
for (const own of [true, false]) {
  for (const mode of values.lexical === true ? (["lexical"] as const) : MODES) {
    const ranks: number[] = [];
    for (const question of asked) {
      const at = await rank(client, question, mode, own);
      ranks.push(at);
      if (values.verbose === true && at !== 1) console.log(`${own ? "own" : "all"} ${mode} rank ${at || "-"}: [${question.kind}] ${question.text} (${question.file} p. ${[...question.pages]})`);
    }
    const groups: [string, (question: Question) => boolean][] = [
      ["all", () => true],
      ["tune", ({ half }) => half === "tune"],
      ["held", ({ half }) => half === "held"],
      ...(mode === "hybrid" ? [...new Set(asked.map(({ kind }) => kind))].map((kind): [string, (question: Question) => boolean] => [kind, (question) => question.kind === kind]) : []),
    ];
    for (const [set, [name, belongs]] of setsOf(values.set).flatMap((set) => groups.map((group) => [set, group] as const))) {
      const some = ranks.filter((_, index) => asked[index]?.set === set && belongs(asked[index] as Question));
      if (some.length > 0) rows.push([set, own ? "own document" : "library of all", mode, name, String(some.length), ...figures(some)]);
    }
  }
}
await client.close();
console.log("| set | searched in | mode | questions | n | hit@1 | hit@5 | hit@10 | MRR | missed |\n|---|---|---|---|---|---|---|---|---|---|");
for (const row of rows) console.log(`| ${row.join(" | ")} |`);
