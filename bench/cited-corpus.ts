/**
 * Speed and memory of the cited corpus in the compiled executable, over stdio: an index as given (INDEX.json; else one of 5,652 generated rows), then one of 1,000,000 generated rows.
 * Usage: bun run bench:corpus [INDEX.json]. First: bun run build.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";

interface Row {
  readonly id?: string;
  readonly family: string;
  readonly kind: string;
  readonly depends_on?: readonly string[];
  readonly title: string;
}

const BINARY = process.env.FOOTNOTE ?? resolve(import.meta.dir, "../dist/footnote");
const STARTS = 7;
const CALLS = 200;

console.log(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, load ${loadavg()[0]?.toFixed(2)} before the first run`);
const scratch = mkdtempSync(join(tmpdir(), "footnote-bench-corpus-"));
try {
  const [given] = process.argv.slice(2);
  await measure(given === undefined ? generated(5_652) : resolve(given), { start: "< 150 ms", text: "< 5 ms" });
  await measureOwn(given === undefined ? generated(5_652) : resolve(given));
  await measure(generated(1_000_000), { start: "< 2,000 ms", text: "< 100 ms" });
} finally {
  rmSync(scratch, { recursive: true });
}

async function measure(path: string, goals: { readonly start: string; readonly text: string }): Promise<void> {
  const rows: readonly Row[] = JSON.parse(readFileSync(path, "utf8")).items;
  const ids = rows.flatMap(({ id }) => id ?? []);
  const linked = rows.filter(({ depends_on }) => (depends_on?.length ?? 0) > 0).flatMap(({ id }) => id ?? []);
  const titles = rows.map(({ title }) => title.split(" ").slice(0, 3).join(" "));
  const at = <T>(list: readonly T[], call: number): T => list[(call * 7919) % list.length] as T;
  console.log(`\n${rows.length} rows, ${(Bun.file(path).size / 1e6).toFixed(0)} MB`);
  const starts: number[] = [];
  for (let run = 0; run < STARTS; run++) {
    const began = performance.now();
    const server = new Server(path);
    await server.call("query_by_id", { value: at(ids, run) });
    starts.push(performance.now() - began);
    await server.end();
  }
  report("start to the first answer", starts, goals.start);
  const server = new Server(path);
  const series: [what: string, goal: string, tool: string, given: (call: number) => object][] = [
    ["by id", "p50 < 1 ms", "query_by_id", (call) => ({ value: at(ids, call) })],
    ["text, three words of a title", `p50 ${goals.text}`, "text_search", (call) => ({ value: at(titles, call) })],
    ["references, depth 6", "p50 < 5 ms", "cross_ref", (call) => ({ start: at(linked, call), depth: "6" })],
  ];
  for (const [what, goal, tool, given] of series) {
    const times: number[] = [];
    await server.call(tool, given(0));
    for (let call = 1; call <= CALLS; call++) {
      const began = performance.now();
      await server.call(tool, given(call));
      times.push(performance.now() - began);
    }
    report(what, times, goal);
  }
  console.log(`peak memory ${(server.peakBytes() / 1e6).toFixed(0)} MB`);
  await server.end();
}

/** The same index in Footnote's own profile: by words, and by words and meaning, each citation held against its file or not. */
async function measureOwn(path: string): Promise<void> {
  const rows: readonly Row[] = JSON.parse(readFileSync(path, "utf8")).items;
  const library = join(scratch, "library");
  const began = performance.now();
  Bun.spawnSync([BINARY, "corpus", "search", "anything at all", "--mode", "dense", "--no-floor", "--corpus", path, "--library", library], { env: { HOME: scratch } });
  console.log(`vectors of ${rows.length} rows in ${((performance.now() - began) / 1000).toFixed(0)} s, once`);
  const server = new Server(path, [BINARY, "mcp", "--corpus", path, "--library", library]);
  await server.handshake();
  const titles = rows.map(({ title }) => title.split(" ").slice(0, 6).join(" "));
  for (const [what, goal, mode, check] of [
    ["corpus_search, words", "", "lexical", false],
    ["corpus_search, words and meaning", "p50 < 40 ms", "hybrid", false],
    ["the same, citations checked", "", "hybrid", true],
  ] as const) {
    const times: number[] = [];
    for (let call = 0; call <= CALLS; call++) {
      const start = performance.now();
      const query = titles[(call * 7919) % titles.length] ?? "";
      await server.call("corpus_search", { query, mode, check, floor: false });
      if (call > 0) times.push(performance.now() - start);
    }
    report(what, times, goal);
  }
  console.log(`peak memory ${(server.peakBytes() / 1e6).toFixed(0)} MB`);
  await server.end();
}

/** A server on stdio, asked one thing at a time. */
class Server {
  readonly #process;
  readonly #lines;
  readonly #token: object;

  constructor(path: string, command?: readonly string[]) {
    this.#token = command === undefined ? { token: "r" } : {};
    this.#process = Bun.spawn([...(command ?? [BINARY, "tero-mcp-lite", "--index", path])], {
      env: command === undefined ? { TERO_TOKENS: "r:read" } : { HOME: scratch },
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    });
    this.#lines = createInterface({ input: process.getBuiltinModule("node:stream").Readable.fromWeb(this.#process.stdout as never) })[
      Symbol.asyncIterator
    ]();
  }

  async call(name: string, given: object): Promise<void> {
    const params = { name, arguments: { ...given, ...this.#token } };
    await this.#ask("tools/call", params);
  }

  async handshake(): Promise<void> {
    await this.#ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  }

  async #ask(method: string, params: object): Promise<void> {
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })}\n`);
    const { value } = await this.#lines.next();
    if (JSON.parse(String(value)).result === undefined) throw new Error(`no answer: ${String(value).slice(0, 300)}`);
  }

  peakBytes(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  }

  async end(): Promise<void> {
    await this.#process.stdin.end();
    await this.#process.exited;
  }
}

/** An index of `count` rows: half documents with sections, half issues that depend on one another. */
function generated(count: number): string {
  const words = "runner isolation memory lane swap index query token guard ledger signal bound proof cache folder branch".split(" ");
  const word = (at: number): string => words[(at * 31 + (at >> 4)) % words.length] as string;
  const titleOf = (at: number): string => `${word(at)} ${word(at * 3 + 1)} ${word(at * 7 + 2)} ${at}`;
  const path = join(scratch, `${count}.json`);
  const lines = Array.from({ length: count }, (_, at) => {
    const shared = { title: titleOf(at), summary: `How the ${titleOf(at + 1)} meets the ${titleOf(at + 5)}.`, tag: "Declared" };
    const row =
      at % 2 === 0
        ? { anchor: `doc-${at >> 4}--${at}`, family: "doc", kind: "section", file: `docs/${at >> 4}.md`, line: (at % 16) * 9 + 1, ...shared }
        : {
            anchor: `M-${at}`,
            family: "issue",
            kind: "issue",
            id: `M-${at}`,
            file: "tools/github/issues.yaml",
            line: at,
            status: at % 3 === 0 ? "done" : "todo",
            depends_on: at > 20 ? [`M-${at - 2}`, `M-${at - 18}`] : [],
            ...shared,
          };
    return JSON.stringify(row);
  });
  writeFileSync(path, `{"items":[${lines.join(",\n")}]}`);
  return path;
}

function report(what: string, values: readonly number[], goal: string): void {
  const sorted = [...values].sort((a, b) => a - b);
  const share = (part: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(2);
  console.log(
    `${what.padEnd(32)} p50 ${share(0.5)} ms  (${share(0)} to ${share(1)}, p95 ${share(0.95)}, ${values.length} runs; load ${loadavg()[0]?.toFixed(1)})  goal ${goal}`,
  );
}
