/**
 * Speed and memory of the index over a folder of 10,000 Markdown files of 200 MB (notes-folder.ts): each figure from a process of its own, medians with spread.
 * Vectors of such a folder take hours to make, and their values do not change how long a search takes: here they are random.
 * Usage: bun run bench:notes [FILES BYTES]. First: bench/corpus.sh.
 */
import { Database } from "bun:sqlite";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openEmbedder } from "../src/engine/embed/open.ts";
import type { Notes } from "../src/engine/notes/notes.ts";
import { openNotes } from "../src/engine/notes/notes.ts";
import { DEFAULT_SETTINGS } from "../src/engine/notes/settings.ts";
import { workspaceSource } from "../src/engine/notes/workspace-source.ts";
import { openWorkspace } from "../src/engine/workspace/workspace.ts";
import { stderrLogger } from "../src/foundation/log.ts";
import { makeNotesFolder } from "./notes-folder.ts";

const CHANGED = { scope: "changed", force: false } as const;
const [stage, ...rest] = process.argv.slice(2);
if (stage === "--stage") await runStage(rest[0] ?? "", rest[1] ?? "", rest[2] ?? "");
else await table(Number(stage ?? 10_000), Number(rest[0] ?? 200_000_000));

async function table(files: number, bytes: number): Promise<void> {
  const folder = resolve(import.meta.dir, `../.cache/bench-notes-${files}-${bytes}`);
  if (!existsSync(folder)) makeNotesFolder(folder, files, bytes);
  const scratch = mkdtempSync(join(tmpdir(), "footnote-bench-notes-"));
  const storage = join(scratch, "index.db");
  console.log(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, load ${loadavg()[0]?.toFixed(2)} before the first run`);
  try {
    const run = (name: string, times = 1) => Array.from({ length: times }, () => ask(name, folder, storage));
    const first = Array.from({ length: 2 }, () => {
      for (const suffix of ["", "-wal", "-shm"]) rmSync(storage + suffix, { force: true });
      return ask("reindex", folder, storage);
    });
    const [size] = run("size");
    row(`folder: ${size?.numbers[0]} files, ${size?.numbers[1]} MB, ${size?.numbers[2]} chunks; index`, "MB", "", [size?.numbers[3] ?? 0]);
    row("first index, words", "s", "< 60", first.flatMap(({ numbers }) => numbers));
    row("first index, peak memory", "MB", "< 500", first.map(({ rss }) => rss));
    const again = run("reindex", 5);
    row("start with nothing changed", "s", "< 1", again.flatMap(({ numbers }) => numbers));
    const change = run("change")[0];
    row("changed file, from the write to the search that finds it", "ms", "< 300", change?.numbers ?? []);
    const lexical = run("lexical", 3);
    row("search, lexical", "ms", "p50 < 15", lexical.flatMap(({ numbers }) => numbers));
    row("search, lexical, peak memory", "MB", "< 500", lexical.map(({ rss }) => rss));
    run("vectors");
    const hybrid = run("hybrid", 3);
    row("search, hybrid", "ms", "p50 < 70", hybrid.flatMap(({ numbers }) => numbers));
    row("search, hybrid, peak memory", "MB", "< 500", hybrid.map(({ rss }) => rss));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function row(what: string, unit: string, goal: string, samples: readonly number[]): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(1);
  const spread = `${at(0)} to ${at(1)}, p95 ${at(0.95)}, ${sorted.length} runs`;
  console.log(`${what.padEnd(60)} ${at(0.5).padStart(8)} ${unit.padEnd(3)} (${spread}; load ${loadavg()[0]?.toFixed(1)})${goal === "" ? "" : `  goal ${goal}`}`);
}

function ask(name: string, folder: string, storage: string): { numbers: number[]; rss: number } {
  const { stdout, exitCode, resourceUsage } = Bun.spawnSync([process.execPath, import.meta.path, "--stage", name, folder, storage], { stderr: "inherit" });
  if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}`);
  return { numbers: JSON.parse(stdout.toString()), rss: (resourceUsage?.maxRSS ?? 0) / 1e6 };
}

async function runStage(name: string, folder: string, storage: string): Promise<void> {
  const from = performance.now();
  const since = (start: number): number => performance.now() - start;
  const numbers: number[] = [];
  if (name === "size") {
    const database = new Database(storage, { readonly: true });
    const row = database.query("SELECT (SELECT count(*) FROM documents) AS a, (SELECT sum(size) FROM documents) / 1e6 AS b, (SELECT count(*) FROM chunks) AS c").get() as Record<string, number>;
    numbers.push(row.a ?? 0, Math.round(row.b ?? 0), row.c ?? 0, Bun.file(storage).size / 1e6);
  } else if (name === "vectors") randomVectors(storage);
  else if (name === "change") {
    const copy = mkdtempSync(join(tmpdir(), "footnote-bench-change-"));
    cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    const notes = await open(copy, `${storage}-change`, false);
    await notes.reindexNow(CHANGED);
    await notes.search({ query: "anything", mode: "lexical", limit: 10 });
    const path = "part-07/note-00007.md";
    const text = readFileSync(join(copy, path), "utf8");
    for (let round = 0; round < 15; round++) {
      const start = performance.now();
      writeFileSync(join(copy, path), `${text}\n\nzyzzyva${round} is here\n`);
      notes.schedule(path);
      await notes.settled();
      const { hits } = await notes.search({ query: `zyzzyva${round}`, mode: "lexical", limit: 10 });
      if (hits[0]?.path !== path) throw new Error("it is not found");
      numbers.push(since(start));
    }
    await notes.close();
    rmSync(copy, { recursive: true });
  } else {
    const notes = await open(folder, storage, name === "hybrid");
    if (name === "reindex") {
      await notes.reindexNow(CHANGED);
      numbers.push(since(from) / 1000);
    } else await searches(notes, name as "lexical" | "hybrid", numbers);
    await notes.close();
  }
  console.log(JSON.stringify(numbers));
  process.exit(0);
}

async function searches(notes: Notes, mode: "lexical" | "hybrid", numbers: number[]): Promise<void> {
  const questions = readFileSync(join(import.meta.dir, "questions.tsv"), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t")[4] ?? "");
  for (let round = 0; round < 3; round++) {
    for (const query of questions) {
      const start = performance.now();
      const found = await notes.search({ query, mode, limit: 10 });
      if (found.mode !== mode && !/[^ -~]/.test(query)) throw new Error(`${query}: ${found.mode}`);
      if (round > 0) numbers.push(performance.now() - start);
    }
  }
}

function randomVectors(storage: string): void {
  const database = new Database(storage, { strict: true });
  const keys = database.query("SELECT DISTINCT vector_key AS key FROM chunks").safeIntegers(true).all() as { key: bigint }[];
  const insert = database.query("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)");
  let state = 1;
  database.transaction(() => {
    for (const { key } of keys) {
      const codes = Int8Array.from({ length: 384 }, () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return state >> 25;
      });
      insert.run(key, 1 / 127 / 11.3, new Uint8Array(codes.buffer));
    }
  })();
  database.close();
}

async function open(folder: string, storage: string, vectors: boolean): Promise<Notes> {
  mkdirSync(join(storage, ".."), { recursive: true });
  const workspace = await openWorkspace(folder, { allowWrites: false, indexFolder: `${storage}-folder` });
  return openNotes({ source: workspaceSource(workspace, { skipIgnored: true }), storage, settings: { ...DEFAULT_SETTINGS, vectors }, embedder: () => openEmbedder({}), log: stderrLogger(false) });
}
