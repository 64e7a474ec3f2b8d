import { z } from "zod";
import { FootnoteError } from "../src/foundation/errors.ts";
import { defineOperation, type Operation } from "../src/toolsets/operation.ts";

/** Two operations for tests of the faces: one that reads, one that writes. */
const count = defineOperation({
  name: "count",
  title: "Count words",
  description: "Counts the words of a text.",
  input: z.strictObject({
    text: z.string().min(1).describe("what to count in"),
    only: z.array(z.string()).default([]).describe("count these words alone"),
    mode: z.enum(["words", "letters"]).default("words").describe("what to count"),
    minLength: z.int().min(1).default(1).describe("shortest word"),
    fold: z.boolean().default(true).describe("count regardless of case"),
  }),
  output: z.object({ count: z.int(), mode: z.string() }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["text"],
    short: { mode: "m" },
    examples: ["footnote count 'to be or not to be' --only be"],
  },
  async run({ text, only, mode, minLength, fold }) {
    if (text === "boom")
      throw new FootnoteError("damaged_document", { path: "boom.pdf", format: "PDF", problem: "no header" });
    if (text === "bug") throw new TypeError("x is not a function");
    const view = fold ? text.toLowerCase() : text;
    const words = view
      .split(" ")
      .filter((word) => word.length >= minLength && (only.length === 0 || only.includes(word)));
    return { count: mode === "words" ? words.length : words.join("").length, mode };
  },
  render: ({ count, mode }) => `# ${count} ${mode}\n\n| what | n |\n| --- | --- |\n| ${mode} | ${count} |`,
  exitCode: ({ count }) => (count === 0 ? 1 : 0),
});

const store = defineOperation({
  name: "store",
  title: "Store files",
  description: "Stores files.",
  input: z.object({
    paths: z.array(z.string()).min(1).describe("files"),
    slow: z.boolean().default(false).describe("wait for ever"),
  }),
  output: z.object({ stored: z.array(z.string()) }),
  effects: { reads: true, writes: true, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["paths"], examples: [] },
  async run({ paths, slow }, { progress, signal }) {
    progress({ kind: "start", files: paths.length });
    for (const path of paths) progress({ kind: "file-done", path, outcome: "added", pages: 1, passages: 2 });
    if (slow) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return { stored: paths };
  },
  render: ({ stored }) => stored.join("\n"),
  exitCode: ({ stored }) => (stored.includes("bad") ? 3 : 0),
});

const read = defineOperation({
  name: "read",
  title: "Read",
  description: "Reads a locator.",
  input: z.object({ locator: z.string().startsWith("footnote:doc/") }),
  output: z.object({ text: z.string() }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["locator"], examples: [] },
  run: async ({ locator }) => ({ text: `text of ${locator}` }),
  render: ({ text }) => text,
  exitCode: () => 0,
});

export const sampleOperations: readonly Operation[] = [count, store, read];
