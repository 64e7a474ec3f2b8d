import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CLIENTS, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, footnote } from "./binary.ts";

const folder = emptyFolder();
const repo = join(folder.path, "harbour");
const library = join(folder.path, "library");
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(repo, path)), { recursive: true });
  writeFileSync(join(repo, path), text);
};
const run = (...args: string[]) => footnote([...args, "--library", library], { cwd: repo });
const data = (...args: string[]) => JSON.parse(run(...args, "--json").out).data;

const RFC = `# RFC-0007 — Mooring

| **Status** | Accepted |

How boats are moored.

## 4 Limits

Boats longer than 12 metres moor at the outer pier.

### 4.7 Fees

Mooring at the inner pier costs 40 crowns a day.
`;
const ISSUES = `issues:
  - id: E-1
    title: "Piers"
    labels: [type:epic, status:todo]
  - id: M-10
    title: "Bound the queue of boats"
    labels: [status:todo]
    epic: E-1
    depends_on: [M-11]
    doc_refs: [corpus:RFC-0007#4.7, src:src/pier.ts:2, src:src/gone.ts]
    body: |
      Boats wait in a line that is never longer than the pier.
  - id: M-11
    title: "Measure the pier"
    labels: [status:done]
`;

beforeAll(() => {
  put("docs/rfcs/RFC-0007-Mooring.md", RFC);
  put("tools/github/issues.yaml", ISSUES);
  put("CHANGELOG.md", "# Changes\n\n## 1.0\n\n### M-11 measured\n");
  put("src/pier.ts", "// length\nexport const LENGTH = 12;\n");
  expect(run("corpus", "build").code).toBe(0);
});
afterAll(() => folder[Symbol.dispose]());

test("footnote corpus search finds rows by words with any filters together, and refuses what no row answers", () => {
  const rows = (...args: string[]) =>
    data("corpus", "search", ...args).rows?.map((row: { anchor: string }) => row.anchor);
  expect(rows("mooring fees", "--mode", "lexical")[0]).toBe("rfc-0007-mooring--4-limits--4-7-fees");
  expect(rows("--status", "todo", "--family", "issue")).toEqual(["E-1", "M-10"]);
  expect(rows("--status", "TODO", "--kind", "issue", "--epic", "E-1")).toEqual(["M-10"]);
  expect(rows("pier", "--family", "issue", "--mode", "lexical")).not.toContain("rfc-0007-mooring");
  const none = run("corpus", "search", "recipe for apple strudel", "--mode", "lexical", "--json");
  expect([none.code, JSON.parse(none.out).data.refusal.reason]).toEqual([1, "no_match"]);
  const other = data("corpus", "search", "which pier serves apple strudel with cream", "--mode", "lexical");
  expect(other.refusal.reason).toBe("below_floor");
  expect(data("corpus", "search", "--status", "nope").refusal).toMatchObject({
    reason: "no_match",
    message: "No row has status nope.",
  });
});

test("its answers go on by cursor, explain themselves, and say where each row stands and whether it still does", () => {
  const first = data("corpus", "search", "--family", "issue", "--limit", "2");
  const second = data("corpus", "search", "--family", "issue", "--limit", "2", "--cursor", first.cursor);
  expect([first.more, second.more, second.rows.map((row: { anchor: string }) => row.anchor)]).toEqual([1, 0, ["M-11"]]);
  const found = data("corpus", "search", "bound the queue", "--mode", "lexical", "--passages");
  expect(found.rows[0]).toMatchObject({
    corpus: "harbour",
    anchor: "M-10",
    status: "todo",
    file: "tools/github/issues.yaml",
    line: 5,
    check: { verdict: "current", by: "digest", line: 5, end_line: 12 },
    why: "title: bound queue",
    locator: "footnote:corpus/harbour#M-10",
  });
  expect(found.rows[0].text).toStartWith("  - id: M-10\n");
  expect(found.explain).toMatchObject({ query: "“bound the queue”", lane: "lexical" });
});

test("by meaning rows are found whose words are others, once their vectors are made", () => {
  const found = data("corpus", "search", "price for tying up a vessel", "--mode", "dense", "--no-floor");
  expect(found.explain.vectors.ready).toBe(found.explain.vectors.of);
  expect(found.rows.slice(0, 3).map((row: { anchor: string }) => row.anchor)).toContain(
    "rfc-0007-mooring--4-limits--4-7-fees",
  );
}, 60_000);

test("footnote corpus read and refs follow edges both ways, by any name of a row", () => {
  const read = data("corpus", "read", "corpus:RFC-0007#47");
  expect(read.row).toMatchObject({ anchor: "rfc-0007-mooring--4-limits--4-7-fees", check: { verdict: "current" } });
  expect(read.row.text).toBe("### 4.7 Fees\n\nMooring at the inner pier costs 40 crowns a day.");
  expect(read.to.map((edge: { from: { anchor: string } }) => edge.from.anchor)).toEqual(["M-10"]);
  expect(data("corpus", "read", "M-11").others[0].family).toBe("changelog");
  const refs = data("corpus", "refs", "M-10", "--depth", "2");
  expect(refs.rows.map(({ anchor, distance, by }: Record<string, unknown>) => [anchor, distance, by])).toEqual([
    ["M-10", 0, "the start"],
    ["M-11", 1, "depends_on: M-10 → M-11"],
    ["rfc-0007-mooring--4-limits--4-7-fees", 1, "doc_refs: M-10 → rfc-0007-mooring--4-limits--4-7-fees"],
    ["E-1", 1, "epic: M-10 → E-1"],
    ["cl--m-11-measured", 2, "mention: cl--m-11-measured → M-11"],
  ]);
  expect(refs.unresolved.map(({ reference, how }: Record<string, unknown>) => [reference, how])).toEqual([
    ["src:src/gone.ts", "src/gone.ts is not there"],
  ]);
  expect(run("corpus", "read", "nothing-of-that-name").err).toContain("No row of the corpus is nothing-of-that-name");
});

test("a row is evidence: read, cite and verify take its locator, search names it", () => {
  const locator = "footnote:corpus/harbour#rfc-0007-mooring--4-limits--4-7-fees";
  const [evidence] = data("read", locator).results;
  expect(evidence).toMatchObject({
    lines: [11, 13],
    row: { anchor: "rfc-0007-mooring--4-limits--4-7-fees", verdict: "current", locator },
  });
  expect(run("cite", locator).out).toContain("RFC-0007-Mooring.md, lines 11–13");
  expect(
    run("verify", "--quote", "Mooring at the inner pier costs 40 crowns a day.", "--locator", locator).out,
  ).toContain("1 supported.");
  writeFileSync(join(folder.path, "answer.md"), `> Mooring at the inner pier costs 50 crowns a day.\n\n${locator}\n`);
  expect(run("verify", join(folder.path, "answer.md")).out).toContain("1 altered");
  const found = data("search", "which boats moor at the outer pier", "--in", "corpus:", "--mode", "lexical").results[0];
  expect([found.row.anchor, found.row.verdict]).toEqual(["rfc-0007-mooring--4-limits", "current"]);
});

test("footnote corpus check tells what has moved, changed and gone since, and so does every answer", () => {
  const before = run("corpus", "check", "--json");
  expect([before.code, JSON.parse(before.out).data.unresolvedCount]).toEqual([1, 1]);
  put(
    "docs/rfcs/RFC-0007-Mooring.md",
    RFC.replace("How boats", "In short: how boats")
      .replace("## 4 Limits", "Two lines more.\n\n## 4 Limits")
      .replace("40 crowns", "45 crowns"),
  );
  put("tools/github/issues.yaml", ISSUES.replace(/ {2}- id: M-11[\s\S]*/, ""));
  const { verdicts, notCurrent } = data("corpus", "check");
  expect(
    notCurrent.map(({ anchor, check }: { anchor: string; check: Record<string, unknown> }) => [
      anchor,
      check.verdict,
      check.line,
    ]),
  ).toEqual([
    ["rfc-0007-mooring", "changed", 1],
    ["rfc-0007-mooring--4-limits", "moved", 9],
    ["rfc-0007-mooring--4-limits--4-7-fees", "changed", 13],
    ["M-11", "missing", undefined],
  ]);
  expect(verdicts).toMatchObject({ moved: 1, changed: 2, missing: 1, unknown: 0 });
  const [moved] = data("read", "footnote:corpus/harbour#rfc-0007-mooring--4-limits").results;
  expect([moved.lines, moved.row.verdict]).toEqual([[9, 11], "moved"]);
  expect(JSON.parse(run("read", "footnote:corpus/harbour#M-11", "--json").out).error.code).toBe("row_missing");
  expect(run("corpus", "build", "--check").code).toBe(1);
  put("docs/rfcs/RFC-0007-Mooring.md", RFC);
  put("tools/github/issues.yaml", ISSUES);
});

test("where tokens are set, the launch must hold one that permits reading; nothing outside of the roots is read", () => {
  const asked = (env: Record<string, string>, ...args: string[]) =>
    footnote(["corpus", "overview", ...args, "--library", library], { cwd: repo, env });
  expect(asked({ TERO_TOKENS: "secret:read" }).err).toContain("FOOTNOTE_CORPUS_TOKEN holds none of its tokens");
  expect(asked({ TERO_TOKENS: "secret:memory-write", FOOTNOTE_CORPUS_TOKEN: "secret" }).err).toContain(
    "does not permit reading",
  );
  for (const scope of ["read", "refresh"])
    expect(asked({ TERO_TOKENS: `secret:${scope}`, FOOTNOTE_CORPUS_TOKEN: "secret" }).code).toBe(0);
  const outside = footnote(
    [
      "corpus",
      "search",
      "--family",
      "issue",
      "--corpus",
      join(repo, "docs/tero-index/index.json"),
      "--root",
      library,
      "--json",
    ],
    {
      cwd: folder.path,
    },
  );
  expect(JSON.parse(outside.out).data.rows[0].check.verdict).toBe("unknown");
});

describe.each(CLIENTS)("a %s client", (kind) => {
  test("has the tools in the default profile, and gets a changed index without asking for it", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], repo);
    const { client } = connected;
    const { tools } = await client.listTools();
    for (const name of ["search", "read", "overview", "refs", "check"])
      expect(tools.map((tool) => tool.name)).toContain(`corpus_${name}`);
    expect(tools.map((tool) => tool.name)).not.toContain("corpus_build");
    const count = async () => {
      const { structuredContent } = await client.callTool({ name: "corpus_overview", arguments: {} });
      return (structuredContent as { corpora: { rows: number; reloadError?: string }[] }).corpora[0];
    };
    const before = (await count())?.rows ?? 0;
    put("CHANGELOG.md", "# Changes\n\n## 1.1\n\n### M-10 bounded\n\n## 1.0\n\n### M-11 measured\n");
    expect(run("corpus", "build").code).toBe(0);
    expect((await count())?.rows).toBe(before + 2);
    put("docs/tero-index/index.json", "{");
    expect(await count()).toMatchObject({ rows: before + 2, reloadError: expect.any(String) });
    put("CHANGELOG.md", "# Changes\n\n## 1.0\n\n### M-11 measured\n");
    expect(run("corpus", "build").code).toBe(0);
    expect((await count())?.rows).toBe(before);
  }, 30_000);
});
