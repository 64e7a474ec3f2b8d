import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Evidence, Verdict } from "../../src/engine/answers.ts";
import { CLIENTS, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

const QUOTE = "/var/cache is intended for cached data from applications.";
const NOTES = `# Harbour rules

## Mooring

Boats longer than 12 metres moor at the outer pier. Mooring at the inner pier costs 40 crowns a day.

## Noise

Engines are silent from ten at night until six in the morning.
`;

interface Answer {
  readonly results: readonly Evidence[];
  readonly verdicts: readonly Verdict[];
  readonly citation: string;
}

const folder = emptyFolder();
const library = join(folder.path, "library");
const elsewhere = join(folder.path, "elsewhere");
const run = (...args: string[]) => footnote([...args, "--library", library], { cwd: elsewhere });
const data = (...args: string[]) => JSON.parse(run(...args, "--json").out).data;

beforeAll(() => {
  mkdirSync(elsewhere);
  writeFileSync(join(folder.path, "harbour.md"), NOTES);
});
afterAll(() => folder[Symbol.dispose]());

test("footnote add tells events, then the report; again, nothing changed", () => {
  const paths = [join(FIXTURES, "pdf/fhs-3.0.pdf"), join(folder.path, "harbour.md")];
  const first = run("add", ...paths, "--json");
  expect(first).toMatchObject({ code: 0, err: "" });
  const lines = first.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines[0]).toEqual({ event: { kind: "start", files: 2 } });
  expect(lines.filter(({ event }) => event?.kind === "file-done").map(({ event }) => event.outcome)).toEqual([
    "added",
    "added",
  ]);
  expect(lines.at(-1).ok).toBe(true);
  expect(lines.filter(({ ok }) => ok !== undefined)).toHaveLength(1);
  expect(data("status").vectors).toMatchObject({});
  expect(run("add", ...paths, "--json").out).toContain('"outcome":"unchanged"');
}, 60_000);

test("footnote add goes on past a bad file and exits with 3", () => {
  using other = emptyFolder();
  writeFileSync(join(other.path, "broken.pdf"), "%PDF-1.7\n1 0 obj << /Type /Catalog >>\n%%EOF");
  writeFileSync(join(other.path, "empty.pdf"), "");
  writeFileSync(join(other.path, "good.md"), NOTES);
  const { code, out } = footnote(
    ["add", other.path, "--vectors", "off", "--json", "--library", join(other.path, "lib")],
    { cwd: other.path },
  );
  expect(code).toBe(3);
  const done = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).event)
    .filter((event) => event?.kind === "file-done");
  expect(done.map(({ outcome, code }) => [outcome, code])).toEqual([
    ["failed", expect.any(String)],
    ["failed", "empty_file"],
    ["added", undefined],
  ]);
});

test("search, read, verify and cite on the command line", () => {
  const { results } = data("search", "cached data from applications", "--limit", "3");
  expect(results[0]).toMatchObject({
    id: "e1",
    text: expect.stringContaining(QUOTE),
    source: { path: expect.stringContaining("fhs-3.0.pdf") },
  });
  expect(data("read", results[0].locator).results[0].text).toContain(QUOTE);
  expect(data("verify", "--quote", QUOTE).verdicts).toMatchObject([{ quote: QUOTE, verdict: "supported" }]);
  const altered = run("verify", "--quote", "Mooring at the inner pier costs 45 crowns a day.", "--json");
  expect(altered.code).toBe(1);
  expect(JSON.parse(altered.out).data.verdicts).toMatchObject([
    { verdict: "altered", evidence: { where: expect.stringContaining("Mooring") } },
  ]);
  expect(data("cite", results[0].locator, "--format", "bibtex").citation).toContain("Filesystem Hierarchy Standard");
});

test("what the documents do not hold is a refusal and exit code 1", () => {
  const { code, out } = run("search", "photosynthesis chlorophyll spectroscopy", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    data: { refusal: { reason: expect.any(String), scanned: { documents: 2 } } },
  });
});

describe.each(CLIENTS)("one conversation of a client %s", (kind) => {
  test("search → read → verify → cite", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], elsewhere);
    const { client } = connected;
    await client.listTools();
    const call = async (name: string, input: Record<string, unknown>) => {
      const { structuredContent, isError } = await client.callTool({ name, arguments: input });
      expect(isError).not.toBe(true);
      return structuredContent as Answer;
    };
    const { results } = await call("search", { query: "cached data from applications" });
    const locator = results[0]?.locator ?? "";
    expect((await call("read", { target: locator })).results[0]?.text).toContain(QUOTE);
    const resource = await client.readResource({ uri: locator });
    expect(JSON.stringify(resource.contents)).toContain("cached data from applications");
    expect((await call("verify", { quote: [QUOTE], locator })).verdicts).toMatchObject([{ verdict: "supported" }]);
    expect((await call("cite", { locator, format: "markdown" })).citation).toContain("Filesystem Hierarchy Standard");
    const { resources } = await client.listResources();
    expect(resources.map(({ name }) => name)).toContainEqual(expect.stringContaining("Harbour rules"));
  });
});
