/** The golden results of the servers that this replaces, over one sample index (observed on the Python server). */
import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServedCorpus } from "../../engine/corpus/served.ts";
import { callTero, type TeroState } from "./tero-call.ts";
import { TeroError } from "./tero-error.ts";
import { toolsOf } from "./tero-tools.ts";
import { tokensOf } from "./tokens.ts";

const SAMPLE = join(import.meta.dir, "../../../test/fixtures/corpus/sample.json");
const state: TeroState = {
  version: "1.2.3",
  tokens: tokensOf({ TERO_TOKENS: "r:read a:refresh, m:memory-write" }),
  surface: "0.2",
  watch: false,
  corpus: new ServedCorpus([{ name: "sample", path: SAMPLE }]),
};

interface Envelope {
  kind: string;
  items: { anchor: string }[];
  citations: Record<string, unknown>[];
  explain: {
    query: string;
    candidates_scanned: number;
    candidates_matched: number;
    hits: { anchor: string; score: number; why: string }[];
    unresolved_edges: string[];
  };
  refusal: Record<string, unknown>;
  message: string;
}

const call = async (name: string, given: Record<string, unknown> = {}, token: unknown = "r") =>
  (await callTero({ name, arguments: { ...given, token } }, state)) as Envelope;
const anchors = ({ items }: Envelope) => items.map(({ anchor }) => anchor);
const hits = ({ explain }: Envelope) => explain.hits.map(({ anchor, score, why }) => [anchor, score, why]);

async function error(
  name: string,
  given: Record<string, unknown> = {},
  token: unknown = "r",
): Promise<[string, string]> {
  try {
    await call(name, given, token);
  } catch (thrown) {
    if (thrown instanceof TeroError) return [thrown.slug, thrown.message];
    throw thrown;
  }
  throw new Error("it was answered");
}

test("an id on several rows gives all of them", async () => {
  const found = await call("query_by_id", { value: "T-11" });
  expect(Object.keys(found)).toEqual(["kind", "items", "citations", "explain"]);
  expect(anchors(found)).toEqual(["T-11", "cl--t-11-flow-metrics-2026-01-05"]);
  expect(found.explain).toMatchObject({
    query: "id == 'T-11'",
    candidates_scanned: 8,
    candidates_matched: 2,
    unresolved_edges: [],
  });
  expect(hits(found).map(([, score, why]) => [score, why])).toEqual([
    [0, "exact id match"],
    [0, "exact id match"],
  ]);
});

test("status and kind match without case, and are quoted as given", async () => {
  const done = await call("query_by_status", { value: "DONE" });
  expect([anchors(done), done.explain.query, done.explain.hits[0]?.why]).toEqual([
    ["T-11"],
    "status == 'DONE' (case-insensitive)",
    "status field == 'DONE'",
  ]);
  const sections = await call("query_by_kind", { value: "Section" });
  expect(anchors(sections)).toEqual(["rfc-0007-flow-control--limits", "rfc-0007-flow-control--windows-2"]);
  expect(sections.citations[0]).toEqual({
    anchor: "rfc-0007-flow-control--limits",
    id: null,
    family: "doc",
    kind: "section",
    file: "docs/rfcs/RFC-0007-Flow-Control.md",
    line: 18,
    item_tag: "Declared",
    guarantee_tag: null,
  });
});

test("references are walked, clamped and accounted for", async () => {
  const walked = await call("cross_ref", { start: "T-10", depth: "99" });
  expect(hits(walked)).toEqual([
    ["T-10", 0, "start node"],
    ["rfc-0007-flow-control--limits", -1, "doc_refs: T-10 -> rfc-0007-flow-control--limits"],
    ["rfc-0007-flow-control--windows-2", -1, "doc_refs: T-10 -> rfc-0007-flow-control--windows-2"],
    ["T-11", -1, "depends_on: T-10 -> T-11"],
  ]);
  expect(walked.explain).toMatchObject({
    query: "cross_ref(start='T-10', depth=99 -> clamped to 6)",
    candidates_scanned: 6,
    candidates_matched: 4,
    unresolved_edges: [
      "T-10 --depends_on--> T-99 (no issue with that id in the Layer-1 index)",
      "T-10 --doc_refs--> src:lib/queue.ts:12 (unresolved within Layer 1 — an api:/src: reference, or a corpus: doc/anchor this index does not carry)",
    ],
  });
  const start = await call("cross_ref", { start: "T-10", depth: 0 });
  expect([anchors(start), start.explain.candidates_scanned, start.explain.query]).toEqual([
    ["T-10"],
    0,
    "cross_ref(start='T-10', depth=0)",
  ]);
  expect(Object.is(start.explain.hits[0]?.score, 0)).toBe(true);
  const alone = await call("cross_ref", { start: "rfc-0007-flow-control--limits" });
  expect([anchors(alone), alone.explain.query]).toEqual([
    ["rfc-0007-flow-control--limits"],
    "cross_ref(start='rfc-0007-flow-control--limits', depth=1)",
  ]);
});

test("text is ranked by where its words stand, then canonically", async () => {
  const found = await call("text_search", { value: "Queue  flow queue" });
  expect(found.explain).toMatchObject({
    query: "text('Queue  flow queue') — terms ['queue', 'flow']",
    candidates_matched: 6,
  });
  expect(hits(found).map(([anchor, score]) => [anchor, score])).toEqual([
    ["01-queue-study-record", 4],
    ["T-10", 4],
    ["T-11", 4],
    ["cl--t-11-flow-metrics-2026-01-05", 4],
    ["sk--queue-check", 4],
    ["rfc-0007-flow-control", 3],
  ]);
  expect([hits(found)[0]?.[2], hits(found)[5]?.[2]]).toEqual(["title~'queue', summary~'queue'", "title~'flow'"]);
});

test("cite and explain give only their part, and refuse as the query does", async () => {
  expect(await call("cite", { kind: "id", value: "RFC-0007" })).toEqual({
    kind: "citations",
    citations: [expect.objectContaining({ guarantee_tag: "Empirical", item_tag: "Declared" })],
  } as never);
  const refused = await call("explain", { kind: "text", value: "it's" });
  expect(refused).toEqual({
    kind: "refusal",
    refusal: { variant: "no_text_match", query: "it's", candidates_scanned: 8 },
    message: `refusing to answer text query "it's" — 0 of 8 row(s) matched any query term in id/title/summary`,
  } as never);
  expect(Object.keys(await call("explain", { kind: "kind", value: "issue" }))).toEqual(["kind", "explain"]);
});

test("refusals name what was looked for and at", async () => {
  expect((await call("query_by_id", { value: "it's" })).refusal).toEqual({
    variant: "no_match",
    query: `id == "it's"`,
    candidates_scanned: 8,
  });
  expect((await call("query_by_id", { value: "" })).refusal.query).toBe("id == ''");
  expect((await call("text_search", { value: "   " })).refusal).toEqual({
    variant: "no_text_match",
    query: "   ",
    candidates_scanned: 8,
  });
  expect((await call("cross_ref", { start: "nope" })).refusal).toEqual({
    variant: "unknown_anchor",
    start: "nope",
    candidates_scanned: 8,
  });
  const unavailable = (tool: string) => ({
    kind: "refusal",
    refusal: { variant: "unavailable_in_lite", tool },
    message: "memory tools require tero-rs binary (not available in lite)",
  });
  const hint = "memory tools require TERO_MEMORY_ENABLED=1 (or true) and TERO_MEMORY_DB";
  expect(await call("memory_custom_future")).toEqual(unavailable("memory_custom_future") as never);
  expect(await call("memory_store", {}, "m")).toEqual({ ...unavailable("memory_store"), hint } as never);
});

test("errors are those that clients know, in their order", async () => {
  expect(await error("nosuch")).toEqual(["bad_request", "unknown tool 'nosuch' (see tools/list)"]);
  expect(await error("nosuch", {}, "zz")).toEqual(["unauthorized", "invalid token"]);
  for (const token of [null, "", 7, ["r"]])
    expect(await error("identify", {}, token)).toEqual([
      "unauthorized",
      "missing bearer token (Authorization: Bearer <token>)",
    ]);
  expect(await error("refresh")).toEqual([
    "forbidden",
    "token scope `read` does not permit this operation (requires `refresh`)",
  ]);
  expect((await error("memory_store"))[0]).toBe("forbidden");
  expect((await error("identify", {}, "m"))[0]).toBe("forbidden");
  expect(await error("cite")).toEqual([
    "bad_request",
    "unknown query kind '' (expected one of: id, status, kind, cross_ref, text)",
  ]);
  expect(await error("query_by_id")).toEqual(["bad_request", "missing required argument `value`"]);
  expect((await error("query_by_status", { value: 42 }))[1]).toBe("missing required argument `value`");
  expect((await error("cross_ref"))[1]).toBe("missing required argument `start`");
  for (const [depth, shown] of [
    ["x", "'x'"],
    ["-1", "'-1'"],
    [-1, "-1"],
    [1.5, "1.5"],
    [true, "true"],
    ["1_0", "'1_0'"],
    [[], "[]"],
  ])
    expect((await error("cross_ref", { start: "T-10", depth }))[1]).toBe(
      `\`depth\` must be a non-negative integer, got ${shown}`,
    );
  expect((await call("cross_ref", { start: "T-10", depth: " +2 " })).explain.query).toBe(
    "cross_ref(start='T-10', depth=2)",
  );
  await expect(callTero({ name: 3 }, state)).rejects.toThrow("tools/call requires a string `name`");
  await expect(callTero(undefined, state)).rejects.toThrow("tools/call requires a string `name`");
  await expect(callTero({ name: "identify", arguments: [] }, state)).rejects.toThrow("must be an object");
});

test("identify tells of this server with the keys that clients read", async () => {
  const told = (await call("identify")) as unknown as Record<string, unknown>;
  expect(Object.keys(told).slice(0, 7)).toEqual([
    "name",
    "summary",
    "version",
    "engine",
    "layer2_enabled",
    "operations",
    "siblings",
  ]);
  expect(told).toMatchObject({
    version: "1.2.3",
    layer2_enabled: false,
    operations: toolsOf("0.2").map(({ name }) => name),
    rows: 8,
    flagged: 1,
  });
});

test("refresh swaps the rows whole, and keeps the old ones when it cannot", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "corpus-")), "index.json");
  cpSync(SAMPLE, path);
  const own: TeroState = { ...state, watch: false, corpus: new ServedCorpus([{ name: "sample", path: path }]) };
  const again = () => callTero({ name: "refresh", arguments: { token: "a" } }, own);
  expect(JSON.stringify(await again())).toBe('{"kind":"refreshed","ok":true,"items":8}');
  writeFileSync(path, '{"items": [{"anchor": "x"}]}');
  await expect(again()).rejects.toThrow(
    `could not reload ${path}: ${path}: row 0 of \`items\` (x) has no text \`family\``,
  );
  expect(own.corpus.index.rows.length).toBe(8);
  writeFileSync(path, '{"items": []}');
  expect(await again()).toEqual({ kind: "refreshed", ok: true, items: 0 });
});

test("with --watch a changed index is served at the next call; identify says why one is not", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "corpus-")), "index.json");
  cpSync(SAMPLE, path);
  const own: TeroState = { ...state, watch: true, corpus: new ServedCorpus([{ name: "own", path }]) };
  const identify = async () =>
    (await callTero({ name: "identify", arguments: { token: "r" } }, own)) as Record<string, unknown>;
  expect(await identify()).toMatchObject({ rows: 8, loaded: [{ name: "own", rows: 8, bytes: 2861 }] });
  writeFileSync(path, '{"items": 3}');
  expect(await identify()).toMatchObject({ rows: 8, reload_error: "index.json: `items` must be a JSON array" });
  writeFileSync(path, '{"items": []}');
  const told = await identify();
  expect([told.rows, "reload_error" in told]).toEqual([0, false]);
  writeFileSync(path, '{"items": 3}');
  await expect(callTero({ name: "identify", arguments: { token: "wrong" } }, own)).rejects.toThrow("invalid token");
  expect(own.corpus.problem).toBeUndefined();
});

test("a text of more words than can be looked for is refused", async () => {
  expect(await error("text_search", { value: "a".repeat(10_001) })).toEqual([
    "bad_request",
    "`value` exceeds the 10000-character limit (10001 chars given)",
  ]);
  expect((await call("text_search", { value: "a".repeat(10_000) })).kind).toBe("refusal");
});
