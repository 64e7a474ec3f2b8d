/**
 * Speed and memory of the executable, whole processes: text of manuals into archives, cold searches, warm searches over MCP, start of the
 * server. Medians with spread; one JSON file a run under bench/results. Usage: bun run bench:speed [--search: searches only]. First: bench/corpus.sh, bun run build.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const ROOT = resolve(import.meta.dir, "..");
const BINARY = join(ROOT, "dist/footnote");
const CORPUS = join(import.meta.dir, "corpus");
const LIBRARY = join(ROOT, ".cache/bench-library");
const scratch = mkdtempSync(join(tmpdir(), "footnote-bench-"));
const rows: { what: string; median: number; min: number; max: number; runs: number; unit: string; goal: string }[] = [];

function record(what: string, unit: string, goal: string, samples: readonly number[]): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  rows.push({ what, unit, goal, runs: sorted.length, median: at(0.5), min: at(0), max: at(1) });
  console.log(`${what}: ${at(0.5).toFixed(1)} ${unit} (${at(0).toFixed(1)} to ${at(1).toFixed(1)}, ${sorted.length} runs; goal ${goal})`);
}

/** Wall time in ms, processor time in s (all threads), peak resident memory in MB. */
function timed(args: readonly string[]): { ms: number; cpu: number; rss: number } {
  const from = performance.now();
  const { exitCode, resourceUsage } = Bun.spawnSync([BINARY, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  if (exitCode !== 0 && exitCode !== 1) throw new Error(`${args.join(" ")} ended with ${exitCode}`);
  const cpu = Number(resourceUsage?.cpuTime.total ?? 0) / 1e6;
  return { ms: performance.now() - from, cpu, rss: (resourceUsage?.maxRSS ?? 0) / 1e6 };
}

function repeat<T>(count: number, run: (round: number) => T): T[] {
  return Array.from({ length: count }, (_, round) => run(round));
}

function ingest(): void {
  for (const [file, pages] of [["octave.pdf", 1158], ["pgfmanual.pdf", 1321], ["cplusplus.pdf", 1151], ["R-fullrefman.pdf", 2415]] as const)
    add(join(CORPUS, file), file, pages, 3);
  // Three of them as one file; poppler-utils has the tool.
  const all = join(scratch, "all.pdf");
  const parts = ["R-fullrefman", "octave", "pgfmanual"].map((name) => join(CORPUS, `${name}.pdf`));
  if (Bun.which("pdfunite") !== null && Bun.spawnSync(["pdfunite", ...parts, all]).success) add(all, "three manuals in one file", 4894, 1);
}

function add(path: string, name: string, pages: number, times: number): void {
  const runs = repeat(times, (round) => timed(["--library", join(scratch, `${name}-${round}`), "--quiet", "add", path, "--vectors", "later"]));
  record(`add ${name} (${pages} pages), text only`, "pages/s", "≥ 240", runs.map(({ ms }) => (pages * 1000) / ms));
  record(`add ${name}, processor time`, "s", "", runs.map(({ cpu }) => cpu));
  record(`add ${name}, peak memory`, "MB", "< 500", runs.map(({ rss }) => rss));
}

function cold(): void {
  const [archive] = [...new Bun.Glob("octave.pdf-*.folio").scanSync(join(LIBRARY, "archives"))];
  const file = join(LIBRARY, "archives", archive ?? "");
  record("footnote --version", "ms", "", repeat(10, () => timed(["--version"]).ms));
  for (const [mode, goal] of [["lexical", "< 120"], ["hybrid", "< 300"]] as const) {
    record(`cold search, one archive of 1,158 pages, ${mode}`, "ms", goal, repeat(10, () => timed(["search", "reciprocal condition number", "--in", file, "--mode", mode, "--json"]).ms));
    record(`cold search, library of 34 documents, ${mode}`, "ms", "", repeat(5, () => timed(["--library", LIBRARY, "search", "reciprocal condition number", "--mode", mode, "--json"]).ms));
  }
}

async function warm(): Promise<void> {
  const starts: number[] = [];
  for (let round = 0; round < 7; round++) {
    const from = performance.now();
    const client = await connect();
    await client.listTools();
    starts.push(performance.now() - from);
    await client.close();
  }
  record("MCP start to the first tools/list answer", "ms", "< 200", starts);
  const questions = readFileSync(join(import.meta.dir, "questions.tsv"), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t")[4] ?? "");
  const twenty = middleArchives();
  const client = await connect(twenty);
  for (const [scope, where, goals] of [
    ["20 archives, 11,000 passages", { in: [twenty] }, { lexical: "p50 < 8", hybrid: "p50 < 25" }],
    ["library of 34 documents, 44,000 passages", {}, { lexical: "", hybrid: "" }],
  ] as const) {
    for (const mode of ["lexical", "hybrid"] as const) {
      const times: number[] = [];
      for (let round = 0; round < 3; round++) {
        for (const query of questions) {
          const from = performance.now();
          await client.callTool({ name: "search", arguments: { query, mode, ...where } });
          if (round > 0) times.push(performance.now() - from);
        }
      }
      record(`warm MCP search, ${scope}, ${mode}`, "ms", goals[mode], times);
    }
  }
  await client.close();
}

/** A folder of twenty archives: without the six largest of the library and the eight smallest. */
function middleArchives(): string {
  const folder = join(scratch, "twenty");
  mkdirSync(folder);
  const archives = join(LIBRARY, "archives");
  const bySize = [...new Bun.Glob("*.folio").scanSync(archives)].sort((a, b) => statSync(join(archives, b)).size - statSync(join(archives, a)).size);
  for (const name of bySize.slice(6, 26)) copyFileSync(join(archives, name), join(folder, name));
  return folder;
}

async function connect(root = CORPUS): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: BINARY, args: ["--library", LIBRARY, "--root", root, "mcp"] }));
  return client;
}

try {
  if (!process.argv.includes("--search")) ingest();
  cold();
  await warm();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, bun: Bun.version, platform: `${process.platform}-${process.arch}` };
mkdirSync(join(import.meta.dir, "results"), { recursive: true });
writeFileSync(join(import.meta.dir, "results/speed.json"), `${JSON.stringify({ machine, rows }, undefined, 1)}\n`);
console.log(`\n| what | median | min–max | runs | goal |\n|---|---|---|---|---|`);
for (const row of rows) console.log(`| ${row.what} | ${row.median.toFixed(1)} ${row.unit} | ${row.min.toFixed(1)}–${row.max.toFixed(1)} | ${row.runs} | ${row.goal} |`);
