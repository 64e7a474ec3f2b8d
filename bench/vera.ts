/**
 * Searches of `.vera` archives beside VERA 0.3.2: whole processes and warm MCP servers, interleaved, as ratios. The archives are Footnote's, with
 * VERA's hashing vectors, which both read. Usage: bun bench/vera.ts. First: bench/corpus.sh, .ci/peers, bun run build.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const ROOT = resolve(import.meta.dir, "..");
const BINARY = join(ROOT, "dist/footnote");
const VERA = join(ROOT, ".cache/vera-venv/bin/vera");
const CORPUS = join(import.meta.dir, "corpus");
const scratch = mkdtempSync(join(tmpdir(), "footnote-vera-"));
const env = { ...(process.env as Record<string, string>), FOOTNOTE_LIBRARY: join(scratch, "library") };
const QUERIES = ["reciprocal condition number", "regular expression match", "set the default value", "what does the option do", "install a package"];
const LIBRARY = ["R-admin", "R-data", "R-lang", "apssamp", "asmeconf", "bash", "bashref", "bjfuthesis", "debian-faq-ru", "devref", "devref-ja", "fhs-3.0", "ieeepes_doc", "liboctave", "octave-refcard", "pari-refcard", "pari-tutorial-mf", "pari-tutorial", "sample-sigconf", "sample631", "testflow_doc"];
const rows: { what: string; vera: number; footnote: number; ratio: number }[] = [];

const median = (samples: number[]): number => samples.sort((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;

function record(what: string, vera: number[], footnote: number[]): void {
  const [theirs, ours] = [median(vera), median(footnote)];
  rows.push({ what, vera: theirs, footnote: ours, ratio: theirs / ours });
  console.log(`${what}: VERA ${theirs.toFixed(1)} ms, Footnote ${ours.toFixed(1)} ms, ${(theirs / ours).toFixed(1)} times`);
}

function spawn(command: string[]): number {
  const from = performance.now();
  const { exitCode, stderr } = Bun.spawnSync(command, { env, stdio: ["ignore", "ignore", "pipe"] });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
  return performance.now() - from;
}

function cold(what: string, target: string): void {
  const [vera, footnote]: [number[], number[]] = [[], []];
  for (const query of [...QUERIES, ...QUERIES.slice(0, 2)]) {
    vera.push(spawn([VERA, "search", target, query, "--json"]));
    footnote.push(spawn([BINARY, "vera", "search", target, query, "--json"]));
  }
  record(`cold, ${what}`, vera, footnote);
}

async function connect(command: string, args: string[]): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  return client;
}

/** The first rounds warm both up and do not count. */
async function warm(servers: [Client, Client], what: string, name: string, place: Record<string, unknown>, rounds = 16): Promise<void> {
  const samples: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const query of QUERIES) {
      for (const [at, client] of servers.entries()) {
        const from = performance.now();
        await client.callTool({ name, arguments: { query, ...place } });
        if (round > rounds / 4) samples[at]?.push(performance.now() - from);
      }
    }
  }
  record(`warm, ${what}`, ...samples);
}

try {
  const library = join(scratch, "archives");
  mkdirSync(library);
  for (const name of LIBRARY) spawn([BINARY, "vera", "convert", join(CORPUS, `${name}.pdf`), join(library, `${name}.vera`)]);
  const manual = join(scratch, "octave.vera");
  spawn([BINARY, "vera", "convert", join(CORPUS, "octave.pdf"), manual]);
  const small = join(library, "sample631.vera");
  cold("19 pages", small);
  cold("1,158 pages", manual);
  cold("21 archives without an index", library);
  const servers: [Client, Client] = [await connect(VERA, ["mcp"]), await connect(BINARY, ["mcp", "--profile", "vera"])];
  await warm(servers, "19 pages", "vera_search", { file: small });
  await warm(servers, "1,158 pages", "vera_search", { file: manual });
  await warm(servers, "21 archives without an index", "vera_corpus_search", { directory: library }, 4);
  for (const client of servers) await client.close();
  // Each has an index of its own beside the other's.
  spawn([VERA, "index", "build", library]);
  spawn([BINARY, "vera", "index", "build", library]);
  cold("21 archives with an index", library);
  const again: [Client, Client] = [await connect(VERA, ["mcp"]), await connect(BINARY, ["mcp", "--profile", "vera"])];
  await warm(again, "21 archives with an index", "vera_corpus_search", { directory: library });
  for (const client of again) await client.close();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const machine = { cpu: cpus()[0]?.model, cores: cpus().length, load: loadavg() };
writeFileSync(join(import.meta.dir, "results/vera.json"), `${JSON.stringify({ machine, rows }, undefined, 1)}\n`);
