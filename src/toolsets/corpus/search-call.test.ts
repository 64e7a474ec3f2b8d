/** The six tools of the 0.3 surface (corpus.md, appendix A), over a sample and over the six rows that the reference's suite uses. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServedCorpus } from "../../engine/corpus/served.ts";
import { callTero, type TeroState } from "./tero-call.ts";
import { TeroError } from "./tero-error.ts";
import { toolsOf } from "./tero-tools.ts";
import { tokensOf } from "./tokens.ts";

const SAMPLE = join(import.meta.dir, "../../../test/fixtures/corpus/sample.json");

function served(path: string): TeroState {
  return {
    version: "1.2.3",
    tokens: tokensOf({ TERO_TOKENS: "r:read" }),
    surface: "0.3",
    watch: false,
    corpus: new ServedCorpus([{ name: "sample", path: path }]),
  };
}
const state = served(SAMPLE);

interface Envelope {
  kind: string;
  items: Record<string, unknown>[];
  citations: Record<string, unknown>[];
  explain: {
    query: string;
    candidates_scanned: number;
    candidates_matched: number;
    order_by: string[];
    hits: { anchor: string; score: number; why: string }[];
  };
  paging: object;
  refusal: Record<string, unknown>;
  message: string;
}

const call = async (name: string, given: Record<string, unknown> = {}, on = state) =>
  (await callTero({ name, arguments: { ...given, token: "r" } }, on)) as Envelope;
const search = (given: Record<string, unknown> = {}) => call("search", given);
const anchors = ({ items }: Envelope) => items.map(({ anchor }) => anchor);

async function error(name: string, given: Record<string, unknown>): Promise<string> {
  try {
    await call(name, given);
  } catch (thrown) {
    if (thrown instanceof TeroError && thrown.slug === "bad_request") return thrown.message;
    throw thrown;
  }
  throw new Error("it was answered");
}

describe("descriptors", () => {
  const token = '"token":{"type":"string","description":"bearer token (from TERO_TOKENS)"}';
  const text = (name: string) => JSON.stringify(toolsOf("0.3").find((tool) => tool.name === name));

  test("six, in order, with their categories", async () => {
    expect(toolsOf("0.3").map(({ name, category }) => `${name}:${category}`)).toEqual([
      "identify:introspection",
      "search:query",
      "cross_ref:query",
      "cite:explain",
      "explain:explain",
      "refresh:maintenance",
    ]);
    for (const name of ["identify", "cross_ref", "refresh"])
      expect(text(name)).toBe(JSON.stringify(toolsOf("0.2").find((tool) => tool.name === name)));
  });

  test("search, to the letter", async () => {
    expect(text("search")).toBe(
      '{"name":"search","description":"Composable corpus search: search(text) alone answers ~most calls. Add id/kind/family/limit for common filters (all AND-ed with text); everything rarer (offset, field projection, output format, explicit ordering, status/tag filters) lives in `advanced`. Returns compact, field-projected hits with resolvable citations by default — pass advanced.format=\'full\' for complete rows.","category":"query","inputSchema":{"type":"object","properties":{' +
        '"text":{"type":"string","description":"free-text over id/title/summary, ranked — the common case: search(text=\\"runner isolation\\") is a complete call on its own"},' +
        '"id":{"type":"string","description":"exact corpus id filter (e.g. RFC-0034, M-1015)"},' +
        '"kind":{"type":"string","description":"exact kind filter, case-insensitive (rfc, adr, note, section, issue, …)"},' +
        '"family":{"type":"string","description":"exact family filter: doc|research|issue|changelog|skill"},' +
        '"limit":{"type":"integer","description":"max rows returned (default 10, hard cap 50)"},' +
        '"advanced":{"type":"object","description":"rare/paging options — most calls don\'t need this object at all","properties":{' +
        '"status":{"type":"string","description":"exact status match, case-insensitive (e.g. Accepted, todo, done)"},' +
        '"tag":{"type":"string","description":"exact match on the row\'s extraction-honesty tag"},' +
        '"offset":{"type":"integer","description":"paging offset into the *matched* set, default 0"},' +
        '"fields":{"type":"array","items":{"type":"string"},"description":"project each returned row to only these field names (anchor is always included); default in format=compact is [anchor,title,kind,score]"},' +
        '"format":{"type":"string","description":"\'compact\' (default: trimmed fields, no per-hit EXPLAIN detail) or \'full\' (every row field, full EXPLAIN hits) — citations are always full-shape in either format"},' +
        '"order":{"type":"string","description":"\'auto\' (default: relevance when `text` is given, else canonical), \'relevance\', or \'canonical\' (force stable family/file/line/anchor order even with `text`)"}' +
        `},"required":[]},${token}},"required":["token"]}}`,
    );
  });

  test("cite and explain, to the letter", async () => {
    const schema =
      '"category":"explain","inputSchema":{"type":"object","properties":{' +
      '"ref":{"type":"string","description":"the common case: a known anchor or id (e.g. from an earlier search/cross_ref hit)"},' +
      '"query":{"type":"object","description":"the same shape `search` takes (or `start`/`depth` for a cross_ref trace) — only for the rarer \'cite/explain a fresh query\' case","properties":{' +
      '"text":{"type":"string"},"id":{"type":"string"},"kind":{"type":"string"},"family":{"type":"string"},"status":{"type":"string"},"tag":{"type":"string"},"limit":{"type":"integer"},"offset":{"type":"integer"},' +
      '"start":{"type":"string","description":"set this for a cross_ref trace instead of a search"},"depth":{"type":"integer"}}},' +
      `${token}},"required":["token"]}}`;
    expect(text("cite")).toBe(
      `{"name":"cite","description":"Citations only, no item bodies — the cheapest way to get a resolvable citation. cite(ref=<anchor-or-id>) for a row you already found; cite(query={...}) (same shape as search, or start/depth for cross_ref) only for citing a fresh query's results.",${schema}`,
    );
    expect(text("explain")).toBe(
      `{"name":"explain","description":"The EXPLAIN trace only (why these rows, in what order) — no item bodies. explain(ref=<anchor-or-id>) or explain(query={...}), same shape as \`cite\`.",${schema}`,
    );
  });
});

describe("search", () => {
  test("a default search is compact, to the letter", async () => {
    expect(JSON.stringify(await search({ text: "back-pressure" }))).toBe(
      '{"kind":"answer","items":[{"anchor":"rfc-0007-flow-control","title":"RFC-0007 — Flow control","kind":"rfc","score":1}],' +
        '"citations":[{"anchor":"rfc-0007-flow-control","id":"RFC-0007","family":"doc","kind":"rfc","file":"docs/rfcs/RFC-0007-Flow-Control.md","line":1,"item_tag":"Declared","guarantee_tag":"Empirical"}],' +
        '"explain":{"query":"search(text ~ \'back-pressure\', limit=10, offset=0)","candidates_scanned":8,"candidates_matched":1,"order_by":["match score, descending (id match x4 + title match x3 + summary match x1, per matched term), then canonical index order (family, file, line, anchor)"],"unresolved_edges":[]},' +
        '"paging":{"limit":10,"offset":0,"returned":1,"matched":1,"truncated":false}}',
    );
  });

  test("all conditions hold together, wherever they stand, and are told of in one order", async () => {
    const found = await search({
      text: "flow",
      kind: "Issue",
      family: "issue",
      id: "T-11",
      advanced: { status: "DONE", tag: "Declared", format: "full" },
    });
    expect(found.explain.query).toBe(
      "search(id == 'T-11' AND kind == 'Issue' (ci) AND family == 'issue' AND tag == 'Declared' AND status == 'DONE' (ci) AND text ~ 'flow', limit=10, offset=0)",
    );
    expect(found.explain.hits).toEqual([
      {
        anchor: "T-11",
        score: 4,
        why: "id == 'T-11', kind == 'Issue' (ci), family == 'issue', tag == 'Declared', status == 'DONE' (ci), title~'flow', summary~'flow'",
      },
    ]);
    expect(found.items).toEqual([state.corpus.index.at("T-11") as never]);
    expect(anchors(await search({ id: "T-11" }))).toEqual(["T-11", "cl--t-11-flow-metrics-2026-01-05"]);
    expect(anchors(await search({ id: "T-11", family: "changelog" }))).toEqual(["cl--t-11-flow-metrics-2026-01-05"]);
    expect((await search({ id: "T-11", advanced: { tag: "declared" } })).refusal).toEqual({
      variant: "no_match",
      query: "search(id == 'T-11' AND tag == 'declared')",
      candidates_scanned: 8,
    });
  });

  test("ranking by words is that of the nine tools; the canonical order can be had instead", async () => {
    const order = async (given: Record<string, unknown>) =>
      anchors(await search({ text: "Queue  flow queue", ...given }));
    const ranked = [
      "01-queue-study-record",
      "T-10",
      "T-11",
      "cl--t-11-flow-metrics-2026-01-05",
      "sk--queue-check",
      "rfc-0007-flow-control",
    ];
    expect(await order({})).toEqual(ranked);
    expect(await order({ advanced: { order: "relevance" } })).toEqual(ranked);
    const canonical = await search({ text: "queue flow", advanced: { order: "canonical" } });
    expect(anchors(canonical)).toEqual(["rfc-0007-flow-control", ...ranked.slice(0, 5)]);
    expect(canonical.explain.order_by).toEqual([
      "canonical index order (family, file, line, anchor) — no text predicate ranks it (order='canonical' override)",
    ]);
    expect((await search({ kind: "issue", advanced: { order: "relevance" } })).explain.order_by).toEqual([
      "canonical index order (family, file, line, anchor) — no text predicate ranks it",
    ]);
  });

  test("pages: cut to 50 and said so, the rest counted, a page beyond the last refused as such", async () => {
    const all = await search({ limit: 99 });
    expect([all.items.length, all.explain.query, all.paging]).toEqual([
      8,
      "search((no predicate — browsing the full index), limit=99 -> clamped to 50, offset=0)",
      { limit: 50, offset: 0, returned: 8, matched: 8, truncated: false },
    ]);
    const some = await search({ limit: 3, advanced: { offset: 4 } });
    expect([anchors(some), some.paging]).toEqual([
      ["T-10", "T-11", "cl--t-11-flow-metrics-2026-01-05"],
      { limit: 3, offset: 4, returned: 3, matched: 8, truncated: true },
    ]);
    const beyond = await search({ kind: "issue", limit: 99, offset: 2 });
    expect(beyond).toEqual({
      kind: "refusal",
      refusal: {
        variant: "empty_page",
        query: "search(kind == 'issue' (ci))",
        candidates_scanned: 8,
        candidates_matched: 2,
        limit: 50,
        offset: 2,
      },
      message:
        "2 row(s) matched search(kind == 'issue' (ci)), but offset=2 is beyond them (limit=50) — lower `offset` (or drop it) to see them; this is a paging miss, not an empty corpus",
    } as never);
    expect((await search({ text: " \t" })).message).toBe(
      "refusing to answer search(text ~ ' \\t') — 0 of 8 row(s) matched, so there is no resolvable citation to answer with",
    );
  });

  test("fields are projected in the order asked for, the anchor first", async () => {
    const shown = await search({
      text: "cap",
      advanced: { fields: ["why", "status", "guarantee_tag", "anchor", "score"] },
    });
    expect(JSON.stringify(shown.items)).toBe(`[{"anchor":"T-10","why":"summary~'cap'","status":"todo","score":1}]`);
    expect(shown.explain.hits).toEqual([{ anchor: "T-10", score: 1, why: "summary~'cap'" }]);
    const full = await search({ id: "T-10", advanced: { fields: ["line"], format: "full" } });
    expect(full.items).toEqual([{ anchor: "T-10", line: 3 }]);
  });

  test("what cannot be asked is rejected in the words that clients know", async () => {
    const given: [Record<string, unknown>, string][] = [
      [{ family: "f" }, "unknown family 'f' (expected one of: changelog, doc, issue, research, skill)"],
      [{ text: "é".repeat(2001) }, "`text` exceeds the 2000-character limit (2001 chars given)"],
      [{ text: "😀".repeat(2001) }, "`text` exceeds the 2000-character limit (2001 chars given)"],
      [{ text: 7 }, "`text` must be a string, got int"],
      [{ id: 1.5 }, "`id` must be a string, got float"],
      [{ kind: [] }, "`kind` must be a string, got list"],
      [{ advanced: { status: {} } }, "`status` must be a string, got dict"],
      [{ advanced: { tag: true } }, "`tag` must be a string, got bool"],
      [{ family: 3 }, "`family` must be a string, got int"],
      [{ limit: 0 }, "`limit` must be >= 1, got 0"],
      [{ advanced: { offset: -1 } }, "`offset` must be >= 0, got -1"],
      [{ limit: "many" }, "`limit` must be an integer, got 'many'"],
      [{ limit: 1.5 }, "`limit` must be an integer, got 1.5"],
      [{ advanced: { fields: "title" } }, "`fields` must be an array of field-name strings"],
      [{ advanced: { fields: [1] } }, "`fields` must be an array of field-name strings"],
      [
        { advanced: { fields: ["x", "title", "__proto__"] } },
        "unknown field(s) ['x', '__proto__'] (expected one of: anchor, depends_on, doc_refs, epic, family, file, gh_issue, guarantee_tag, id, kind, line, score, status, summary, tag, title, why)",
      ],
      [{ advanced: { format: "wide" } }, "`format` must be 'compact' or 'full', got 'wide'"],
      [{ advanced: { order: "x" } }, "`order` must be 'auto', 'relevance', or 'canonical', got 'x'"],
      [{ advanced: [] }, "`advanced` must be an object"],
    ];
    for (const [asked, message] of given) expect([asked, await error("search", asked)]).toEqual([asked, message]);
    expect((await search({ text: "😀".repeat(2000) })).kind).toBe("refusal");
    expect((await search({ text: null, limit: "1", advanced: null })).paging).toEqual({
      limit: 1,
      offset: 0,
      returned: 1,
      matched: 8,
      truncated: true,
    });
  });
});

describe("cite and explain", () => {
  test("a reference is an id, else an anchor", async () => {
    expect((await call("cite", { ref: "T-11" })).citations.map(({ anchor }) => anchor)).toEqual(["T-11"]);
    expect(JSON.stringify(await call("explain", { ref: "sk--queue-check" }))).toBe(
      `{"kind":"explain","explain":{"query":"ref == 'sk--queue-check'","candidates_scanned":8,"candidates_matched":1,"order_by":["exact id-or-anchor match — a single row, no ranking signal applies"],"hits":[{"anchor":"sk--queue-check","score":0,"why":"exact id or anchor match"}],"unresolved_edges":[]}}`,
    );
    expect((await call("cite", { ref: "nope" })).refusal).toEqual({
      variant: "no_match",
      query: "ref == 'nope'",
      candidates_scanned: 8,
    });
  });

  test("a query is a search, or a walk where it has a start", async () => {
    expect(JSON.stringify(await call("cite", { query: { text: "cap", limit: 1 } }))).toBe(
      '{"kind":"citations","citations":[{"anchor":"T-10","id":"T-10","family":"issue","kind":"issue","file":"tools/github/issues.yaml","line":3,"item_tag":"Declared","guarantee_tag":null}],"paging":{"limit":1,"offset":0,"returned":1,"matched":1,"truncated":false}}',
    );
    expect((await call("explain", { query: { kind: "issue", limit: 1 } })).explain).toMatchObject({
      query: "search(kind == 'issue' (ci), limit=1, offset=0)",
      candidates_matched: 2,
      hits: [{ anchor: "T-10", score: 0, why: "kind == 'issue' (ci)" }],
    });
    expect((await call("explain", { query: { start: "T-10", depth: 1 } })).explain.query).toBe(
      "cross_ref(start='T-10', depth=1)",
    );
    expect((await call("cite", { query: { start: "nope" } })).refusal.variant).toBe("unknown_anchor");
  });

  test("exactly one of them is given", async () => {
    const neither = "cite/explain requires either `ref` (a known anchor/id) or a nested `query` object";
    const given: [Record<string, unknown>, string][] = [
      [{ ref: "a", query: {} }, "give either `ref` or `query`, not both"],
      [{}, neither],
      [{ ref: null, query: null }, neither],
      [{ ref: "" }, "`ref` must be a non-empty string (an anchor or id)"],
      [{ ref: 3 }, "`ref` must be a non-empty string (an anchor or id)"],
      [{ query: [] }, "`query` must be an object"],
      [{ query: { start: 3 } }, "missing required argument `start`"],
      [{ query: { start: "T-10", depth: -1 } }, "`depth` must be a non-negative integer, got -1"],
    ];
    for (const name of ["cite", "explain"])
      for (const [asked, message] of given)
        expect([name, asked, await error(name, asked)]).toEqual([name, asked, message]);
  });
});

test("a walk keeps whole rows and the reasons of its edges, which the original loses", async () => {
  const walked = await call("cross_ref", { start: "T-10" });
  expect(Object.keys(walked)).toEqual(["kind", "items", "citations", "explain"]);
  expect(walked.items[0]).toMatchObject({ gh_issue: "41" });
  expect(walked.explain.hits[1]?.why).toBe("doc_refs: T-10 -> rfc-0007-flow-control--limits");
});

test("the tools of the other surface are not there", async () => {
  expect(await error("query_by_id", { value: "T-10" })).toBe("unknown tool 'query_by_id' (see tools/list)");
  await expect(callTero({ name: "search", arguments: { token: "r" } }, { ...state, surface: "0.2" })).rejects.toThrow(
    "unknown tool 'search' (see tools/list)",
  );
  expect((await call("identify")) as unknown).toMatchObject({
    operations: ["identify", "search", "cross_ref", "cite", "explain", "refresh"],
  });
});

test("a default search over the six rows of the reference's suite stays under 900 characters", async () => {
  const row = (anchor: string, family: string, kind: string, title: string, file: string, more: object = {}) => ({
    anchor,
    family,
    kind,
    title,
    file,
    line: 1,
    tag: "Declared",
    ...more,
  });
  const path = join(mkdtempSync(join(tmpdir(), "corpus-")), "six.json");
  const items = [
    row("rfc-0001-x", "doc", "rfc", "RFC-0001 — Runner isolation", "docs/rfcs/RFC-0001.md", {
      id: "RFC-0001",
      status: "Accepted",
      guarantee_tag: "Exact",
    }),
    row("rfc-0001-x--goal", "doc", "section", "Goal", "docs/rfcs/RFC-0001.md"),
    row("M-1", "issue", "issue", "M-1 — isolate the runner", "tools/github/issues.yaml", {
      id: "M-1",
      status: "todo",
      depends_on: ["M-2"],
      doc_refs: ["corpus:RFC-0001"],
    }),
    row("M-2", "issue", "issue", "M-2 — measure", "tools/github/issues.yaml", { id: "M-2", status: "done" }),
    row("cl--m-1", "changelog", "entry", "M-1 started", "CHANGELOG.md"),
    row("sk--check", "skill", "skill", "check", ".claude/skills/check/SKILL.md"),
  ];
  writeFileSync(path, JSON.stringify({ items }));
  const found = await call("search", { text: "runner isolation" }, served(path));
  expect(anchors(found)).toEqual(["rfc-0001-x", "M-1"]);
  const compact = JSON.stringify(found).length;
  const full = JSON.stringify(
    await call("search", { text: "runner isolation", advanced: { format: "full" } }, served(path)),
  ).length;
  expect(compact).toBeLessThan(900);
  expect(full).toBeGreaterThan(compact);
});
