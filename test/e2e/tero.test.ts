/** The cited corpus in the executable, as clients of tero-mcp-lite start and ask it. */
import { describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, FIXTURES } from "./binary.ts";

const SAMPLE = join(FIXTURES, "corpus/sample.json");
const TOKENS = "r:read a:refresh";

/** Runs it on lines of requests; a string is a line as it is. */
function run(
  args: readonly string[],
  requests: readonly unknown[] = [],
  env: Record<string, string> = { TERO_TOKENS: TOKENS },
  cwd = "/",
) {
  const stdin = Buffer.from(requests.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join(""));
  const ended = Bun.spawnSync([BINARY, ...args], {
    cwd,
    env: { HOME: cwd, ...env },
    stdin,
    stdout: "pipe",
    stderr: "pipe",
  });
  const out = ended.stdout.toString();
  return {
    code: ended.exitCode,
    out,
    err: ended.stderr.toString(),
    lines: out.split("\n").filter((line) => line !== ""),
  };
}

const served = ["tero-mcp-lite", "--index", SAMPLE];
const callOf = (id: unknown, name: string, given: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: given },
});

test("handshake, tools, calls, refusals and errors come in the order of their lines, to the letter", () => {
  const { lines, code, err } = run(served, [
    { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: "2024-11-05" } },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    callOf("a", "query_by_id", { value: "RFC-0007", token: "r" }),
    "",
    callOf(2, "query_by_id", { value: "NOPE", token: "r" }),
    callOf(3, "identify", {}),
    callOf(4, "refresh", { token: "r" }),
    callOf(5, "refresh", { token: "a" }),
    { jsonrpc: "2.0", id: 6, method: "resources/list" },
    { jsonrpc: "2.0", id: 7 },
    { jsonrpc: "2.0", id: null, method: "ping" },
    "no JSON",
    "[1]",
    { jsonrpc: "2.0", id: 8, method: "tools/call", params: 3 },
    callOf(9, "text_search", { value: { deep: 1 }, token: "r" }),
    callOf(10, "query_by_kind", { value: "skill", token: "r" }),
  ]);
  expect([code, err]).toEqual([0, ""]);
  const rfc =
    '{"kind":"answer","items":[{"anchor":"rfc-0007-flow-control","family":"doc","kind":"rfc","id":"RFC-0007","title":"RFC-0007 — Flow control","file":"docs/rfcs/RFC-0007-Flow-Control.md","line":1,"status":"Accepted","guarantee_tag":"Empirical","summary":"How back-pressure moves upstream.","tag":"Declared"}],' +
    '"citations":[{"anchor":"rfc-0007-flow-control","id":"RFC-0007","family":"doc","kind":"rfc","file":"docs/rfcs/RFC-0007-Flow-Control.md","line":1,"item_tag":"Declared","guarantee_tag":"Empirical"}],' +
    `"explain":{"query":"id == 'RFC-0007'","candidates_scanned":8,"candidates_matched":1,"order_by":["canonical index order (family, file, line, anchor) — every match is an equally exact hit, so no ranking signal is applied"],"hits":[{"anchor":"rfc-0007-flow-control","score":0,"why":"exact id match"}],"unresolved_edges":[]}}`;
  const error = (id: unknown, code: number, message: string) =>
    JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  expect(JSON.parse(lines[0] ?? "").result).toMatchObject({
    protocolVersion: "2025-06-18",
    capabilities: { tools: { listChanged: false } },
  });
  expect(lines[1]).toBe(
    `{"jsonrpc":"2.0","id":"a","result":{"content":[{"type":"text","text":${JSON.stringify(rfc)}}],"isError":false}}`,
  );
  const refused = JSON.parse(lines[2] ?? "").result;
  expect([refused.isError, JSON.parse(refused.content[0].text)]).toEqual([
    false,
    {
      kind: "refusal",
      refusal: { variant: "no_match", query: "id == 'NOPE'", candidates_scanned: 8 },
      message:
        "refusing to answer id == 'NOPE' — 0 of 8 row(s) matched, so there is no resolvable citation to answer with",
    },
  ]);
  expect(lines.slice(3, 5)).toEqual([
    error(3, -32001, "missing bearer token (Authorization: Bearer <token>)"),
    error(4, -32002, "token scope `read` does not permit this operation (requires `refresh`)"),
  ]);
  expect(JSON.parse(lines[5] ?? "").result.content[0].text).toBe('{"kind":"refreshed","ok":true,"items":8}');
  expect(lines.slice(6, 13)).toEqual([
    error(6, -32601, "method not handled: resources/list"),
    error(7, -32601, "method not handled: "),
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    error(null, -32700, "the line is not JSON"),
    error(null, -32600, "a request is a JSON object"),
    error(8, -32602, "tools/call requires a string `name`"),
    error(9, -32602, "missing required argument `value`"),
  ]);
  expect(JSON.parse(JSON.parse(lines[13] ?? "").result.content[0].text).items).toMatchObject([
    { anchor: "sk--queue-check" },
  ]);
});

test("the nine descriptors are those of the release, key order included", () => {
  const token = '{"type":"string","description":"bearer token (from TERO_TOKENS)"}';
  const { lines } = run(served, [{ jsonrpc: "2.0", id: 1, method: "tools/list" }]);
  expect(lines[0]).toStartWith(
    `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"identify","description":"Server identity, version, and whether the Layer-2 gate is open.","category":"introspection","inputSchema":{"type":"object","properties":{"token":${token}},"required":["token"]}},{"name":"query_by_id","description":"Exact lookup by corpus id (RFC-0034, M-1015, DN-87, an issue id).","category":"query","inputSchema":{"type":"object","properties":{"value":{"type":"string","description":"the id to match"},"token":${token}},"required":["value","token"]}},{"name":"query_by_status","description":"All rows with a given status (Accepted, todo, done, …)."`,
  );
  const { tools } = JSON.parse(lines[0] ?? "").result;
  expect(tools.map(({ name, category }: { name: string; category: string }) => `${name}:${category}`)).toEqual([
    "identify:introspection",
    "query_by_id:query",
    "query_by_status:query",
    "query_by_kind:query",
    "cross_ref:query",
    "text_search:query",
    "cite:explain",
    "explain:explain",
    "refresh:maintenance",
  ]);
  expect(JSON.stringify(tools[6].inputSchema)).toBe(
    `{"type":"object","properties":{"kind":{"type":"string","description":"id|status|kind|cross_ref|text"},"value":{"type":"string"},"start":{"type":"string"},"depth":{"type":"string"},"token":${token}},"required":["kind","token"]}`,
  );
});

test("`--surface 0.3` serves the six tools, by any name", () => {
  for (const args of [
    [...served, "--surface", "0.3"],
    ["mcp", "--profile", "tero", "--surface=0.3", "--index", SAMPLE],
  ]) {
    const { lines } = run(args, [
      { jsonrpc: "2.0", id: 1, method: "tools/list" },
      callOf(2, "search", { text: "cap", token: "r" }),
    ]);
    expect(JSON.parse(lines[0] ?? "").result.tools.map(({ name }: { name: string }) => name)).toEqual([
      "identify",
      "search",
      "cross_ref",
      "cite",
      "explain",
      "refresh",
    ]);
    expect(JSON.parse(JSON.parse(lines[1] ?? "").result.content[0].text).items).toEqual([
      { anchor: "T-10", title: "T-10 — bound the queue", kind: "issue", score: 1 },
    ]);
  }
  expect(run([...served, "--surface", "0.4"]).code).toBe(64);
});

describe("the process", () => {
  test("exit codes and what they say", () => {
    using folder = emptyFolder();
    const help = run(["tero-mcp-lite", "--help"]);
    expect([help.code, help.out]).toEqual([0, expect.stringMatching(/TERO_TOKENS.*--index/)]);
    for (const args of [["--nonsense"], ["stray"], ["--index"]]) {
      const wrong = run(["tero-mcp-lite", ...args]);
      expect([wrong.code, wrong.out, wrong.err]).toEqual([64, "", expect.stringContaining("usage")]);
    }
    const missing = run(["tero-mcp-lite", "--index", "gone.json"]);
    expect([missing.code, missing.err]).toEqual([
      66,
      expect.stringContaining("tero-mcp-lite: loading gone.json: tero index not found at gone.json"),
    ]);
    const both = run(["tero-mcp-lite", "--index", "gone.json"], [], {});
    expect([both.code, both.err]).toEqual([78, expect.stringContaining("no API tokens configured")]);
    for (const [content, words] of [
      ["{}", "does not look like a tero index.json"],
      ['{"items": 3}', "`items` must be a JSON array"],
      ["{", "loading bad.json: "],
      [
        '{"items":[{"anchor":"a","family":"doc","kind":"k","title":"t","file":"f","line":"1","tag":"x"}]}',
        "row 0 of `items` (a) has no whole number `line`",
      ],
    ] as const) {
      writeFileSync(join(folder.path, "bad.json"), content);
      const bad = run(["tero-mcp-lite", "--index", "bad.json"], [], { TERO_TOKENS: TOKENS }, folder.path);
      expect([content, bad.code, bad.err]).toEqual([content, 66, expect.stringContaining(words)]);
    }
  });

  test("the index is found by flag, variable and place; rows are put in order", () => {
    using folder = emptyFolder();
    mkdirSync(join(folder.path, "docs/tero-index"), { recursive: true });
    cpSync(SAMPLE, join(folder.path, "docs/tero-index/index.json"));
    const shuffled = JSON.stringify({ items: JSON.parse(readFileSync(SAMPLE, "utf8")).items.reverse() });
    writeFileSync(join(folder.path, "shuffled.json"), shuffled);
    const ask = (args: string[], env: Record<string, string>) =>
      JSON.parse(
        JSON.parse(
          run(
            args,
            [callOf(1, "query_by_kind", { value: "issue", token: "r" })],
            { TERO_TOKENS: TOKENS, ...env },
            folder.path,
          ).lines[0] ?? "",
        ).result.content[0].text,
      ).items.map(({ anchor }: { anchor: string }) => anchor);
    expect(ask(["tero-mcp-lite"], {})).toEqual(["T-10", "T-11"]);
    expect(ask(["tero-mcp-lite"], { TERO_INDEX_PATH: "shuffled.json" })).toEqual(["T-10", "T-11"]);
    expect(ask(["tero-mcp", "--index=shuffled.json", "--lite"], { TERO_INDEX_PATH: "gone.json" })).toEqual([
      "T-10",
      "T-11",
    ]);
    expect(ask(["mcp", "--profile", "tero", "--index", "shuffled.json"], {})).toEqual(["T-10", "T-11"]);
    expect(ask(["tero-mcp", "--index=shuffled.json", "--index", "again=shuffled.json"], {})).toEqual([
      "T-10",
      "T-10",
      "T-11",
      "T-11",
    ]);
    const same = ["tero-mcp", "--index=shuffled.json", "--index=shuffled.json"];
    expect(run(same, [], undefined, folder.path)).toMatchObject({
      code: 64,
      err: expect.stringContaining("--index NAME=PATH"),
    });
  });

  test("it can be handed over to: it describes itself, and serves when it is called with nothing else", () => {
    const described = run(["--describe"], [], {});
    expect([described.code, JSON.parse(described.out).tools.length]).toEqual([0, 9]);
    const ping = [{ jsonrpc: "2.0", id: 1, method: "ping" }];
    expect(run(["--index", SAMPLE], ping).lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
    const bare = run([], ping, { TERO_TOKENS: TOKENS, TERO_INDEX_PATH: SAMPLE, TERO_RS_BINARY: BINARY });
    expect(bare.lines).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
    expect(run([], [], {}).out).toContain("Evidence for agents");
  });
});

test("a line of 256 MB is refused without being kept, and the session goes on", async () => {
  const server = Bun.spawn([BINARY, ...served], {
    env: { TERO_TOKENS: TOKENS },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  server.stdin.write(`${ping}\n`);
  const megabyte = Buffer.alloc(2 ** 20, "x");
  for (let sent = 0; sent < 256; sent++) {
    server.stdin.write(megabyte);
    await server.stdin.flush();
  }
  server.stdin.write(`\n${"[".repeat(100_000)}\n${ping}`);
  await server.stdin.flush();
  const reader = server.stdout.getReader();
  let out = "";
  while (out.split("\n").length < 4) out += Buffer.from((await reader.read()).value ?? []).toString();
  if (process.platform === "linux") {
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;
    expect(peak).toBeLessThan(256);
  }
  await server.stdin.end();
  // The last line has no end.
  out += Buffer.from((await reader.read()).value ?? []).toString();
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).error?.code ?? "pong"),
  ).toEqual(["pong", -32600, -32700, "pong"]);
  expect(await server.exited).toBe(0);
});

test("memory: kept in a file over restarts where it is switched on; wrong settings end the start with 78", () => {
  using folder = emptyFolder();
  const on = {
    TERO_TOKENS: "r:read w:memory-write",
    TERO_MEMORY_ENABLED: "1",
    TERO_MEMORY_DB: join(folder.path, "memory.db"),
  };
  const stored = run(served, [callOf(1, "memory_store", { content: "Deploys happen on Tuesdays.", token: "w" })], on);
  expect([stored.code, stored.err]).toEqual([0, ""]);
  const { lines } = run(
    served,
    [
      callOf(1, "memory_retrieve", { query: "when do we deploy", token: "w" }),
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
    ],
    on,
  );
  expect(JSON.parse(JSON.parse(lines[0] ?? "").result.content[0].text).items).toMatchObject([
    { content: "Deploys happen on Tuesdays.", domain: "tero" },
  ]);
  expect(JSON.parse(lines[1] ?? "").result.tools.length).toBe(14);
  expect(JSON.parse(run(["--describe"], [], {}).out).tools.length).toBe(9);
  for (const [env, words] of [
    [{ TERO_MEMORY_DB: "" }, "tero-mcp-lite: TERO_MEMORY_ENABLED is set but TERO_MEMORY_DB is unset or empty\n"],
    [{ TERO_MEMORY_MODEL: "bge" }, 'tero-mcp-lite: TERO_MEMORY_MODEL "bge" is not a supported catalog id\n'],
    [{ TERO_MEMORY_DB: SAMPLE }, "tero-mcp-lite: memory-gate open failed: "],
  ] as const) {
    const wrong = run(served, [], { ...on, ...env });
    expect([wrong.code, wrong.err]).toEqual([78, expect.stringContaining(words)]);
  }
});

test.each(CLIENTS.filter((kind) => kind !== "v2 modern"))("a %s client lists and calls", async (kind) => {
  await using server = await connect(kind, ["env", `TERO_TOKENS=${TOKENS}`, BINARY, ...served], FIXTURES);
  expect((await server.client.listTools()).tools.length).toBe(9);
  const { content } = await server.client.callTool({ name: "query_by_id", arguments: { value: "T-11", token: "r" } });
  expect(JSON.parse((content as { text: string }[])[0]?.text ?? "").citations.length).toBe(2);
});

test("`corpus build` indexes a repository, says whether that is current, and the server answers from it", () => {
  using folder = emptyFolder();
  const put = (path: string, text: string): void => {
    mkdirSync(join(folder.path, path, ".."), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  put("docs/adr/ADR-7-swaps.md", "# Swapping lanes\n\n| **Status** | Accepted |\n\nTwo lanes at once.\n\n## Why\n");
  put("CHANGELOG.md", "# Changes\n\n## [0.2.0]\n\n### M-5: swaps\n");
  const stale = run(["corpus", "build", "--check"], [], {}, folder.path);
  expect([stale.code, stale.out]).toEqual([1, expect.stringContaining("NOT current")]);
  const built = run(["corpus", "build", "--json"], [], {}, folder.path);
  expect(built.code).toBe(0);
  expect(JSON.parse(built.out).data).toMatchObject({
    rows: 4,
    families: { doc: 2, changelog: 2 },
    flagged: [],
    current: false,
    written: true,
  });
  expect(run(["corpus", "build", "--check"], [], {}, folder.path).code).toBe(0);
  // The builder that it replaces knows no digests.
  expect(run(["tero-index", "--repo-root", ".", "--check"], [], {}, folder.path).code).toBe(1);
  expect(run(["tero-index", "--repo-root", "."], [], {}, folder.path).code).toBe(0);
  expect(run(["tero-index", "--repo-root", ".", "--check"], [], {}, folder.path).code).toBe(0);
  expect(readFileSync(join(folder.path, "docs/tero-index/index.json"), "utf8")).not.toContain("digest");
  expect(readFileSync(join(folder.path, "docs/tero-index/INDEX.md"), "utf8")).toContain(
    "| `adr-7-swaps` | adr | `ADR-7` | Swapping lanes | `docs/adr/ADR-7-swaps.md:1` | Accepted | — | Two lanes at once. |",
  );
  const { lines } = run(
    ["tero-mcp"],
    [callOf(1, "query_by_id", { value: "ADR-7", token: "r" })],
    undefined,
    folder.path,
  );
  const text = JSON.parse(JSON.parse(lines[0] ?? "").result.content[0].text);
  expect(JSON.stringify(text)).toContain("docs/adr/ADR-7-swaps.md");
  put("docs/adr/ADR-7-swaps.md", "# Swapping three lanes\n");
  expect(run(["corpus", "build", "--check"], [], {}, folder.path).code).toBe(1);
  const nowhere = run(["corpus", "build", "nowhere"], [], {}, folder.path);
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("nowhere does not exist")]);
});
