/**
 * How long kb_patch takes on 5 MB of Markdown, from the request to the answer over stdio in the compiled executable: prose in sections, and long lists. The pause before each edit lets the index
 * behind come up to date. Usage: bun run bench:edits [RUNS] [PAUSE in ms]. First: bun run build.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { anchorOf } from "../src/engine/markdown/anchor.ts";
import type { ElementKind } from "../src/engine/markdown/element.ts";
import { outlineOf } from "../src/engine/markdown/outline.ts";

const BINARY = process.env.FOOTNOTE ?? resolve(import.meta.dir, "../dist/footnote");
const [runs, pause] = [Number(process.argv[2] ?? 20), Number(process.argv[3] ?? 2000)];

console.log(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}, load ${loadavg()[0]?.toFixed(2)} before the first run`);
const sentence = "The quick brown fox jumps over the lazy dog while the editor measures every line. ";
const sections = (count: number, body: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `# Section ${at}\n\n${body(at)}\n`).join("");
const paragraphs = (at: number) => Array.from({ length: 16 }, (_, one) => `Paragraph ${one} of ${at}. ${sentence.repeat(6)}\n\n`).join("");
const items = (at: number) => Array.from({ length: 900 }, (_, one) => `- item ${one} of ${at} with some words behind it to be longer\n`).join("");
await measure("prose, a paragraph", sections(600, paragraphs), "paragraph", (at) => `New text ${at}.`);
await measure("lists of 900, an item", sections(100, items), "list_item", (at) => `- new item ${at}`);

async function measure(what: string, text: string, kind: ElementKind, markdown: (run: number) => string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "footnote-bench-edits-"));
  writeFileSync(join(folder, "a.md"), text);
  const { elements } = outlineOf(text);
  const some = elements.filter((one) => one.kind === kind);
  const target = some[some.length >> 1];
  if (target === undefined) throw new Error(`no ${kind}`);
  const server = new Server(folder);
  const times: number[] = [];
  let pointer = anchorOf(target);
  try {
    await server.start();
    for (let run = 0; run < runs; run++) {
      await Bun.sleep(pause);
      const began = performance.now();
      pointer = await server.patch({ kind: "replace_element", pointer, markdown: markdown(run) });
      times.push(performance.now() - began);
    }
  } finally {
    await server.end();
    rmSync(folder, { recursive: true });
  }
  const [first, ...warm] = times;
  const sorted = warm.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  console.log(
    `${what.padEnd(24)} ${(text.length / 1e6).toFixed(1)} MB, ${elements.length} elements: first ${first?.toFixed(0)} ms, then p50 ${at(0.5)} ms (${at(0)} to ${at(1)}, ${warm.length} runs; load ${loadavg()[0]?.toFixed(1)})  goal < 100`,
  );
}

/** A server on stdio, asked one thing at a time. */
class Server {
  readonly #process;
  readonly #lines;
  #id = 0;

  constructor(folder: string) {
    this.#process = Bun.spawn([BINARY, "mcp", "--allow-write", "--notes", folder], { cwd: folder, env: { HOME: folder }, stdin: "pipe", stdout: "pipe", stderr: "inherit" });
    this.#lines = createInterface({ input: Readable.fromWeb(this.#process.stdout as never) })[Symbol.asyncIterator]();
  }

  async start(): Promise<void> {
    await this.#call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  }

  /** Gives the pointer of what stands there now. */
  async patch(operation: object): Promise<string> {
    const answer = await this.#call("tools/call", { name: "kb_patch", arguments: { path: "a.md", operations: [operation] } });
    const pointer = answer.result?.structuredContent?.touched?.[0]?.pointer;
    if (typeof pointer !== "string") throw new Error(JSON.stringify(answer).slice(0, 300));
    return pointer;
  }

  async #call(method: string, params: object) {
    const id = ++this.#id;
    this.#process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const message = JSON.parse(String((await this.#lines.next()).value));
      if (message.id === id) return message;
    }
  }

  async end(): Promise<void> {
    await this.#process.stdin.end();
    await this.#process.exited;
  }
}
