/**
 * How long an edit of a 5 MB Markdown file takes, from the call to the written file: in process, and over MCP with the index behind it. Medians with spread; the first edit of
 * a file, for which nothing is remembered, apart. The files are generated.
 * Usage: bun run bench:edit [ROUNDS].
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { applyPatch } from "../src/engine/edit/patch.ts";
import { openWorkspace } from "../src/engine/workspace/workspace.ts";
import { xxh64 } from "../src/engine/markdown/hash.ts";

const SIZE = 5_000_000;
const ROUNDS = Number(process.argv[2] ?? 9);

/** Repeats pieces up to the size; each gets its number. */
function grown(piece: (at: number) => string): string {
  const pieces: string[] = [];
  for (let at = 0, size = 0; size < SIZE; at++) {
    const next = piece(at);
    pieces.push(next);
    size += next.length;
  }
  return pieces.join("");
}

const sentence = (at: number) => `The ${at}th sentence says something about tides, grain and the price of rope. `;
const prose = (at: number) => `${sentence(at)}${sentence(at + 1)}${sentence(at + 2)}`.trim() + "\n\n";

interface Case {
  readonly name: string;
  readonly text: string;
  /** The first line of this form in the second half is edited; what it is an element of. */
  readonly line: RegExp;
  readonly form: "p1" | "li1";
}

const small = grown((at) => `## S ${at}\n\nText ${at}.\n\n- a ${at}\n- b ${at}\n\n> q ${at}\n\n`);
const CASES: readonly Case[] = [
  { name: "prose in sections", text: grown((at) => `## Section ${at}\n\n${prose(at * 9)}${prose(at * 9 + 3)}${prose(at * 9 + 6)}`), line: /^The .*$/m, form: "p1" },
  { name: "small elements in sections, a paragraph", text: small, line: /^Text .*$/m, form: "p1" },
  { name: "small elements in sections, an item", text: small, line: /^- a .*$/m, form: "li1" },
  { name: "one nested list, an item", text: grown((at) => `- item ${at}\n  - child ${at}\n    - grandchild ${at}\n  - other ${at}\n`), line: /^- item .*$/m, form: "li1" },
  { name: "prose without headings", text: grown((at) => prose(at * 3)), line: /^The .*$/m, form: "p1" },
  { name: "small elements without headings", text: grown((at) => `Text ${at}.\n\n- a ${at}\n- b ${at}\n\n`), line: /^Text .*$/m, form: "p1" },
];

function row(what: string, samples: readonly number[], first: number): void {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN).toFixed(0);
  console.log(`${what.padEnd(52)} p50 ${at(0.5).padStart(5)} ms (${at(0)} to ${at(1)}, ${sorted.length} runs; first ${first.toFixed(0)}; load ${loadavg()[0]?.toFixed(1)})`);
}

const folder = mkdtempSync(join(tmpdir(), "footnote-bench-edit-"));
console.log(`${cpus().length} × ${cpus()[0]?.model}, Bun ${Bun.version}`);
try {
  for (const each of CASES) {
    writeFileSync(join(folder, "file.md"), each.text);
    await measure(each.name, each, await inProcess());
  }
  for (const each of CASES) {
    writeFileSync(join(folder, "file.md"), each.text);
    const { edit, close } = await overMcp();
    await measure(`over MCP: ${each.name}`, each, edit);
    await close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Gives the pointer of what was edited. */
type Edit = (operation: { kind: "replace_element"; pointer: string; markdown: string }) => Promise<string>;

async function measure(name: string, { text, line, form }: Case, edit: Edit): Promise<void> {
  let markdown = text.slice(text.indexOf("\n", text.length / 2) + 1).match(line)?.[0] ?? "";
  // Nothing else is the same, so the hash of its text finds it.
  let pointer = `${form}~${xxh64(markdown)}`;
  const samples: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    markdown += "x";
    const start = performance.now();
    pointer = await edit({ kind: "replace_element", pointer, markdown });
    samples.push(performance.now() - start);
  }
  const [first = 0, ...rest] = samples;
  row(name, rest, first);
}

async function inProcess(): Promise<Edit> {
  const workspace = await openWorkspace(folder, { allowWrites: true, indexFolder: join(folder, ".index") });
  return async (operation) => {
    const { value } = await workspace.update("file.md", (file) => applyPatch(file, [operation]));
    return value.touched[0]?.pointer ?? "";
  };
}

async function overMcp(): Promise<{ edit: Edit; close: () => Promise<void> }> {
  const client = new Client({ name: "bench", version: "1" });
  const main = resolve(import.meta.dir, "../src/main.ts");
  const args = [main, "mcp", "--notes", folder, "--allow-write"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "inherit" }));
  return {
    async edit(operation) {
      const { isError, content, structuredContent } = await client.callTool({ name: "kb_patch", arguments: { path: "file.md", operations: [operation] } });
      if (isError === true) throw new Error(JSON.stringify(content));
      const { touched = [] } = structuredContent as { touched?: readonly { pointer: string }[] };
      return touched[0]?.pointer ?? "";
    },
    close: () => client.close(),
  };
}
