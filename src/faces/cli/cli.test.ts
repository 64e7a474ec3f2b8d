import { expect, test } from "bun:test";
import { sampleOperations } from "../../../test/sample-operations.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import { runCli } from "./cli.ts";

const controller = (aborted: boolean): AbortSignal => (aborted ? AbortSignal.abort() : new AbortController().signal);

async function run(line: string | string[], { interactive = false, aborted = false } = {}) {
  const args = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  let out = "";
  let err = "";
  const globals: Record<string, unknown>[] = [];
  const code = await runCli(args, {
    operations: sampleOperations,
    version: "1.2.3",
    signal: controller(aborted),
    now: () => 0,
    terminal: {
      interactive,
      interactiveErrors: false,
      color: true,
      columns: 80,
      async out(text) {
        out += text;
      },
      err(text) {
        err += text;
      },
    },
    open(given, progress, signal) {
      globals.push(given);
      const never = () => Promise.reject(new Error("not in this test"));
      const log = { warn: () => {}, debug: () => {} };
      return { library: never, embedder: never, roots: anywhere(), cwd: "/", log, progress, signal };
    },
  });
  return { code, out, err, globals };
}

test("runCli() spells fields as arguments and options and gives the defaults", async () => {
  expect(await run(["count", "to be or not To Be", "--json"])).toMatchObject({
    code: 0,
    out: '{"ok":true,"data":{"count":6,"mode":"words"}}\n',
    err: "",
  });
  expect((await run(["count", "to be or not To Be", "--only", "be", "--only", "or", "--json"])).out).toContain(
    '"count":3',
  );
  expect((await run(["count", "to be or not To Be", "--only", "be", "--no-fold", "--json"])).out).toContain(
    '"count":1',
  );
  expect((await run(["count", "a bcd ef", "--min-length", "2", "-m", "letters", "--json"])).out).toContain(
    '"count":5,"mode":"letters"',
  );
});

test("runCli() prints Markdown as it is when piped, and tables with escapes on a terminal", async () => {
  expect((await run("count one")).out).toBe("# 1 words\n\n| what | n |\n| --- | --- |\n| words | 1 |\n");
  expect((await run("count one", { interactive: true })).out).toContain("\u001b[1m1 words\u001b[22m");
  expect((await run("count one --no-color", { interactive: true })).out).toStartWith(
    "1 words\n\n┌───────┬───┐\n│ what  │ n │\n",
  );
});

test("runCli() returns the operation's exit code: 1 nothing found, 3 partly done", async () => {
  expect(await run("count a --min-length 9")).toMatchObject({ code: 1, err: "" });
  expect(await run("store good bad --quiet")).toMatchObject({ code: 3, out: "good\nbad\n", err: "" });
});

test("runCli() takes global options before and after the command", async () => {
  const expected = { library: "/l", root: ["/a", "/b"], quiet: true };
  expect((await run("--library /l --root /a count x --root /b --quiet")).globals).toEqual([
    expect.objectContaining(expected),
  ]);
});

test("runCli() writes failures of input as message and remedy, never a stack trace", async () => {
  expect(await run("count boom")).toMatchObject({
    code: 4,
    out: "",
    err: "footnote: boom.pdf cannot be read as PDF: no header.\nExport or download the document again.\n",
  });
  const bug = await run("count bug");
  expect(bug.code).toBe(4);
  expect(bug.err.split("\n")).toHaveLength(3);
  expect(JSON.parse((await run("count boom --json")).out)).toEqual({
    ok: false,
    error: {
      code: "damaged_document",
      message: "boom.pdf cannot be read as PDF: no header.",
      remedy: "Export or download the document again.",
    },
  });
});

test("runCli() answers wrong usage with exit code 2, the thing, and a suggestion", async () => {
  const wrong: [line: string, message: string][] = [
    ["conut x", "There is no command “conut”.\nRun `footnote help` for the list, or try `footnote count`."],
    ["help conut", "There is no command “conut”.\nRun `footnote help` for the list, or try `footnote count`."],
    ["help nope", "There is no command “nope”.\nRun `footnote help` for the list."],
    ["--quiet", "footnote: no command is given"],
    ["count x --mdoe letters", "--mdoe: unknown option; did you mean --mode?"],
    ["count x --zzzzzz", "--zzzzzz: unknown option\nSee `footnote help count`"],
    ["--libary l count x", "--libary: unknown option; did you mean --library?\nSee `footnote help` for"],
    ["count", "TEXT: missing\nSee `footnote help count`"],
    ["count x y", "Expected 1 argument but got 2: x, y. Put what belongs together into quotes."],
    ["count x --mode lines", "--mode: “lines” is none of words, letters"],
    ["count x --min-length two", "--min-length: “two” is not a number"],
    ["count x --min-length 0", "--min-length: 0 is less than 1"],
    ["count x --min-length", "--min-length: its value <n> is missing"],
    ["count x -m", "--mode: its value <text> is missing"],
    ["store", "PATHS: missing"],
  ];
  for (const [line, message] of wrong) {
    const { code, out, err } = await run(line);
    expect({ line, code, out }).toEqual({ line, code: 2, out: "" });
    expect(err).toContain(message);
  }
  expect(JSON.parse((await run("count x --mdoe letters --json")).out)).toMatchObject({
    ok: false,
    error: { code: "invalid_argument" },
  });
});

test("runCli() prints an operation's events as JSON lines before the envelope, when it writes", async () => {
  const { out, err } = await run("store a b --json");
  expect(err).toBe("");
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { event: { kind: "start", files: 2 } },
    { event: { kind: "file-done", path: "a", outcome: "added", pages: 1, passages: 2 } },
    { event: { kind: "file-done", path: "b", outcome: "added", pages: 1, passages: 2 } },
    { ok: true, data: { stored: ["a", "b"] } },
  ]);
});

test("runCli() writes progress as plain lines to stderr where there is no terminal", async () => {
  expect((await run("store a b")).err).toBe("2 files\na: added, 1 page, 2 passages\nb: added, 1 page, 2 passages\n");
});

test("runCli() ends with 130 when it was interrupted", async () => {
  expect(await run("count boom", { aborted: true })).toMatchObject({
    code: 130,
    err: expect.stringContaining("Stopped on request."),
  });
});

test("runCli() derives help from the declaration", async () => {
  const help = (await run("help count")).out;
  expect(help).toBe((await run("count --help")).out);
  expect(help).toContain("Counts the words of a text.");
  expect(help).toContain("TEXT  ");
  expect(help).toMatch(/-m, --mode <text>\s+what to count \(default: words\) \(choices: "words",\s+"letters"\)/);
  expect(help).toMatch(/--only <text>\s+count these words alone \(repeatable\)/);
  expect(help).toContain("--no-fold");
  expect(help).toContain("footnote count 'to be or not to be' --only be");
  expect(help).toContain("--library <DIR>");
  const list = (await run("help")).out;
  expect(list).toBe((await run("")).out);
  for (const line of [/count\s.*Count words/, /store\s.*Store files/, /mcp\s.*Serve agents/, /completions\s/])
    expect(list).toMatch(line);
  expect(list).toBe((await run("help help")).out);
  expect(list).toEndWith("  footnote help search\n");
  expect((await run("--version")).out).toBe("footnote 1.2.3\n");
});
