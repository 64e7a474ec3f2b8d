/** Memory beside the corpus, with the model inside. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServedCorpus } from "../../engine/corpus/served.ts";
import { openEmbedder } from "../../engine/embed/open.ts";
import { memoryOf } from "./memory-settings.ts";
import { callTero, type TeroState } from "./tero-call.ts";
import { TeroError } from "./tero-error.ts";
import { toolsOf } from "./tero-tools.ts";
import { tokensOf } from "./tokens.ts";

setDefaultTimeout(60_000);

const SAMPLE = join(import.meta.dir, "../../../test/fixtures/corpus/sample.json");
const folder = mkdtempSync(join(tmpdir(), "memory-"));
let databases = 0;

async function served(): Promise<TeroState> {
  const env = { TERO_MEMORY_ENABLED: " Yes ", TERO_MEMORY_DB: join(folder, `${databases++}.db`) };
  const memory = await memoryOf(env, openEmbedder);
  if (memory === undefined) throw new Error("memory is off");
  const tokens = tokensOf({ TERO_TOKENS: "r:read a:refresh mr:memory-read mw:memory-write" });
  const now = () => new Date("2026-03-01T12:00:00Z");
  return {
    version: "1.2.3",
    tokens,
    surface: "0.2",
    memory: { ...memory, now },
    watch: false,
    corpus: new ServedCorpus([{ name: "sample", path: SAMPLE }]),
  };
}

async function call(state: TeroState, name: string, given: object = {}, token = "mw") {
  return (await callTero({ name, arguments: { ...given, token } }, state)) as Record<string, unknown>;
}

async function error(state: TeroState, name: string, given: object, token = "mw"): Promise<unknown> {
  try {
    return await call(state, name, given, token);
  } catch (thrown) {
    if (thrown instanceof TeroError) return [thrown.slug, thrown.message];
    throw thrown;
  }
}

test("the descriptors are those of tero-rs, behind the nine, then ours", () => {
  const names = toolsOf("0.2", true).map(({ name, category }) => `${name}:${category}`);
  expect(names.slice(9)).toEqual([
    "memory_store:memory",
    "memory_retrieve:memory",
    "memory_consolidate:memory",
    "memory_list:memory",
    "memory_forget:memory",
  ]);
  expect(toolsOf("0.2").length).toBe(9);
  const token = '"token":{"type":"string","description":"bearer token (from TERO_TOKENS)"}';
  expect(
    toolsOf("0.2", true)
      .slice(9, 12)
      .map((tool) => JSON.stringify(tool)),
  ).toEqual([
    `{"name":"memory_store","description":"Persist learned content via memory-gate (requires \`memory-write\`; runtime: TERO_MEMORY_ENABLED + TERO_MEMORY_DB).","category":"memory","inputSchema":{"type":"object","properties":{"content":{"type":"string","description":"text to store"},"anchors":{"type":"string","description":"optional comma-separated L1 anchors (metadata only)"},"importance":{"type":"number","description":"optional importance in [0,1]"},${token}},"required":["content","token"]}}`,
    `{"name":"memory_retrieve","description":"Dense memory retrieval (memory_hits envelope — not L1 citations; requires \`memory-read\`).","category":"memory","inputSchema":{"type":"object","properties":{"query":{"type":"string","description":"retrieval query"},"k":{"type":"integer","description":"max hits (optional)"},${token}},"required":["query","token"]}}`,
    `{"name":"memory_consolidate","description":"Run memory-gate consolidation once (requires \`memory-write\`).","category":"memory","inputSchema":{"type":"object","properties":{${token}},"required":["token"]}}`,
  ]);
});

test("what is stored is found by what it means, with its anchors cited as the index has them now", async () => {
  const state = await served();
  const content = "Raising the window size broke flow control in January.";
  const stored = await call(state, "memory_store", {
    content,
    anchors: "rfc-0007-flow-control--limits, gone,T-11 ,, gone",
    importance: 3,
  });
  expect(JSON.stringify(stored)).toMatch(/^{"kind":"memory_stored","id":"[0-9a-f]{16}"}$/);
  await call(state, "memory_store", { content: "Deploys happen on Tuesdays; never on Fridays." });
  const found = await call(state, "memory_retrieve", { query: "why was flow control broken" }, "mr");
  const [hit, ...others] = found.items as Record<string, unknown>[];
  expect([found.kind, others]).toEqual(["memory_hits", []]);
  expect(Object.keys(hit ?? {})).toEqual([
    "content",
    "domain",
    "importance",
    "metadata",
    "key",
    "score",
    "time",
    "anchor_citations",
    "anchors_unresolved",
  ]);
  expect(hit).toMatchObject({
    content,
    domain: "tero",
    importance: 1,
    metadata: {
      source: "tero-l1",
      tero_anchors: "rfc-0007-flow-control--limits, gone,T-11 ,, gone",
      tero_index: SAMPLE,
    },
    key: stored.id,
    time: "2026-03-01T12:00:00.000Z",
    anchor_citations: [
      { anchor: "rfc-0007-flow-control--limits", file: "docs/rfcs/RFC-0007-Flow-Control.md", line: 18 },
      { anchor: "T-11", id: "T-11" },
    ],
    anchors_unresolved: ["gone"],
  });
  expect(hit?.score).toBeGreaterThan(0.55);
  expect("citations" in found).toBe(false);
  expect(await call(state, "memory_retrieve", { query: "capital of France" }, "mr")).toEqual({
    kind: "refusal",
    refusal: { variant: "memory_no_match", query: "capital of France", memories_scanned: 2, threshold: 0.55 },
    message:
      "refusing to answer 'capital of France' from memory — none of 2 memories lies at or above the threshold of 0.55",
  });
});

test("memories are listed in pages, forgotten by key and consolidated", async () => {
  const state = await served();
  expect(await call(state, "memory_list", {}, "mr")).toMatchObject({
    refusal: { variant: "memory_no_match", kept: 0 },
  });
  const { id } = await call(state, "memory_store", { content: "a", importance: 0.1 });
  await call(state, "memory_store", { content: "b" });
  expect(await call(state, "memory_list", { limit: 1 }, "mr")).toMatchObject({
    kind: "memory_list",
    items: [{ importance: expect.any(Number) }],
    paging: { limit: 1, offset: 0, returned: 1, matched: 2, truncated: true },
  });
  expect(JSON.stringify(await call(state, "memory_consolidate"))).toBe(
    '{"kind":"memory_consolidated","stats":{"items_processed":2,"items_deleted":0,"duration_secs":0,"errors":0}}',
  );
  const later: TeroState = {
    ...state,
    memory: { ...(state.memory as never as object), now: () => new Date("2026-04-01") } as never,
  };
  expect(await call(later, "memory_consolidate")).toMatchObject({ stats: { items_processed: 2, items_deleted: 1 } });
  expect(await call(state, "memory_forget", { key: id })).toEqual({
    kind: "refusal",
    refusal: { variant: "memory_no_match", key: id },
    message: `no memory has the key '${id}'`,
  });
  const { id: other } = await call(state, "memory_store", { content: "b" });
  expect(await call(state, "memory_forget", { key: other })).toEqual({ kind: "memory_forgotten", id: other });
});

test("scopes of memory and of the corpus have nothing to do with each other; arguments are checked", async () => {
  const state = await served();
  const forbidden = (held: string, wanted: string) => [
    "forbidden",
    `token scope \`${held}\` does not permit this operation (requires \`${wanted}\`)`,
  ];
  for (const name of ["memory_store", "memory_consolidate", "memory_forget"])
    for (const [token, held] of [
      ["r", "read"],
      ["a", "refresh"],
      ["mr", "memory-read"],
    ] as const)
      expect(await error(state, name, {}, token)).toEqual(forbidden(held, "memory-write"));
  for (const name of ["memory_retrieve", "memory_list"])
    expect(await error(state, name, {}, "a")).toEqual(forbidden("refresh", "memory-read"));
  expect(await error(state, "identify", {})).toEqual(forbidden("memory-write", "read"));
  const store = "memory_store requires string `content`";
  for (const [name, given, message] of [
    ["memory_store", {}, store],
    ["memory_store", { content: 3 }, store],
    ["memory_store", { content: " " }, store],
    ["memory_store", { content: "a", anchors: ["x"] }, '`anchors` must be a comma-separated string, got ["x"]'],
    ["memory_store", { content: "a", importance: "1" }, "`importance` must be a number in [0,1], got '1'"],
    [
      "memory_store",
      { content: "a".repeat(100_001) },
      "`content` exceeds the 100000-character limit (100001 chars given)",
    ],
    ["memory_retrieve", {}, "memory_retrieve requires string `query`"],
    ["memory_retrieve", { query: "a", k: 0 }, "`k` must be >= 1, got 0"],
    ["memory_retrieve", { query: "a", k: "x" }, "`k` must be an integer, got 'x'"],
    ["memory_forget", { key: 3 }, "memory_forget requires string `key`"],
  ] as const)
    expect([name, await error(state, name, given)]).toEqual([name, ["bad_request", message]]);
  expect(await call(state, "memory_dream", {}, "r")).toEqual({
    kind: "refusal",
    refusal: { variant: "unavailable_in_lite", tool: "memory_dream" },
    message: "there is no memory tool 'memory_dream' (see tools/list)",
  });
  expect((await call(state, "identify", {}, "r")).operations).toEqual(toolsOf("0.2", true).map(({ name }) => name));
});

test("a database that fails meanwhile is told of, and the corpus is served on", async () => {
  const state = await served();
  state.memory?.store.close();
  for (const [name, given] of [
    ["memory_store", { content: "a" }],
    ["memory_retrieve", { query: "a" }],
    ["memory_list", {}],
    ["memory_consolidate", {}],
  ] as const)
    expect([name, await error(state, name, given)]).toEqual([
      name,
      ["internal", expect.stringMatching(/^memory cannot be used: .*closed/i)],
    ]);
  expect((await call(state, "query_by_id", { value: "T-11" }, "r")).kind).toBe("answer");
});

test("memory is off unless switched on, and what is wrong with its settings is said in the words of the original", async () => {
  const problem = async (env: Record<string, string>) => {
    try {
      return await memoryOf(env, openEmbedder);
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : thrown;
    }
  };
  for (const off of ["", "0", "no", "on"]) expect(await problem({ TERO_MEMORY_ENABLED: off })).toBeUndefined();
  expect(await problem({ TERO_MEMORY_ENABLED: "1" })).toBe(
    "TERO_MEMORY_ENABLED is set but TERO_MEMORY_DB is unset or empty",
  );
  const on = { TERO_MEMORY_ENABLED: "true", TERO_MEMORY_DB: folder };
  expect(await problem({ ...on, TERO_MEMORY_MODEL: "all-minilm-l6-v2" })).toBe(
    'TERO_MEMORY_MODEL "all-minilm-l6-v2" is not a supported catalog id',
  );
  expect(await problem({ ...on, TERO_MEMORY_MODEL: "bge-small-en-v1.5" })).toStartWith(
    "memory-gate open failed: EISDIR",
  );
});
