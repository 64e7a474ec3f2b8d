/** The HTTP front of the cited corpus, asked without a socket. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { ServedCorpus } from "../../engine/corpus/served.ts";
import { callTero, type TeroState } from "../../toolsets/corpus/tero-call.ts";
import { tokensOf } from "../../toolsets/corpus/tokens.ts";
import { bodyOf } from "./body.ts";
import { addressOf, isLoopback, isOwnHost } from "./guard.ts";
import { answerTo, type Served } from "./routes.ts";

const SAMPLE = join(import.meta.dir, "../../../test/fixtures/corpus/sample.json");
const state: TeroState = {
  version: "1.2.3",
  tokens: tokensOf({ TERO_TOKENS: "r:read a:refresh m:memory-read" }),
  surface: "0.2",
  watch: true,
  corpus: new ServedCorpus([{ name: "sample", path: SAMPLE }]),
};
const served: Served = {
  state,
  address: { host: "127.0.0.1", port: 8787 },
  allowedHosts: ["corpus.example"],
  allowedOrigins: ["https://app.example"],
};

interface Asked {
  method?: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string;
}

async function ask(path: string, { method = "GET", token, headers = {}, body }: Asked = {}) {
  const response = await answerTo(
    new Request(`http://127.0.0.1:8787${path}`, {
      method,
      headers: {
        host: "127.0.0.1:8787",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    }),
    served,
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const error = (code: string, message: string) => JSON.stringify({ error: { code, message } });
const MISSING = error("unauthorized", "missing bearer token (Authorization: Bearer <token>)");

test("envelopes are those of MCP to the letter, of each kind, in each view, and of a refusal", async () => {
  const cases: [string, string, Record<string, string>][] = [
    ["query?kind=id&value=T-11", "query_by_id", { value: "T-11" }],
    ["query?kind=status&value=DONE", "query_by_status", { value: "DONE" }],
    ["query?kind=kind&value=section", "query_by_kind", { value: "section" }],
    ["query?kind=text&value=Queue+%20flow", "text_search", { value: "Queue  flow" }],
    ["query?kind=cross_ref&start=T-10&depth=99", "cross_ref", { start: "T-10", depth: "99" }],
    ["query?kind=id&value=it%27s", "query_by_id", { value: "it's" }],
    ["cite?kind=id&value=RFC-0007", "cite", { kind: "id", value: "RFC-0007" }],
    ["explain?kind=cross_ref&start=T-10", "explain", { kind: "cross_ref", start: "T-10" }],
    ["identify", "identify", {}],
  ];
  for (const [route, name, given] of cases) {
    const { status, text } = await ask(`/v1/${route}`, { token: "r" });
    const wanted = JSON.stringify(await callTero({ name, arguments: { ...given, token: "r" } }, state));
    expect([route, status, text]).toEqual([route, 200, wanted]);
    const called = await ask(`/v1/tools/${name}`, { method: "POST", token: "r", body: JSON.stringify(given) });
    expect([name, called.status, called.text]).toEqual([name, 200, wanted]);
    const inside = await ask(`/v1/tools/${name}`, { method: "POST", body: JSON.stringify({ ...given, token: "r" }) });
    expect([name, inside.status, inside.text]).toEqual([name, 200, wanted]);
  }
  expect(await ask("/v1/refresh", { method: "POST", token: "a" })).toMatchObject({
    status: 200,
    text: '{"kind":"refreshed","ok":true,"items":8}',
  });
});

test("errors are told by status and JSON body", async () => {
  const cases: [string, Asked, number, string][] = [
    ["/v1/identify", {}, 401, MISSING],
    ["/v1/identify", { token: "zz" }, 401, error("unauthorized", "invalid token")],
    ["/v1/identify", { headers: { authorization: "Basic cjpyZWFk" } }, 401, MISSING],
    ["/v1/identify?token=r", {}, 401, MISSING],
    [
      "/v1/refresh",
      { method: "POST", token: "r" },
      403,
      error("forbidden", "token scope `read` does not permit this operation (requires `refresh`)"),
    ],
    [
      "/v1/query?kind=id&value=x",
      { token: "m" },
      403,
      error("forbidden", "token scope `memory-read` does not permit this operation (requires `read`)"),
    ],
    [
      "/v1/query?kind=nope",
      { token: "r" },
      400,
      error("bad_request", "unknown query kind 'nope' (expected one of: id, status, kind, cross_ref, text)"),
    ],
    ["/v1/query?kind=id", { token: "r" }, 400, error("bad_request", "missing required argument `value`")],
    ["/v1/query?kind=nope", {}, 401, MISSING],
    [
      "/v1/query?kind=cross_ref&start=T-10&depth=x",
      { token: "r" },
      400,
      error("bad_request", "`depth` must be a non-negative integer, got 'x'"),
    ],
    ["/v1/nope", {}, 404, error("not_found", "no such route (see GET /v1/identify)")],
    ["/", {}, 404, error("not_found", "no such route (see GET /v1/identify)")],
    ["/v1/tools/", { method: "POST" }, 404, error("not_found", "no such route (see GET /v1/identify)")],
    ["/v1/query", { method: "POST", token: "r" }, 405, error("bad_request", "this route takes GET alone")],
    ["/v1/refresh", { token: "a" }, 405, error("bad_request", "this route takes POST alone")],
    ["/health", { method: "OPTIONS" }, 405, error("bad_request", "this route takes GET alone")],
    [
      "/v1/tools/no%20such",
      { method: "POST", token: "r" },
      400,
      error("bad_request", "unknown tool 'no such' (see tools/list)"),
    ],
    ["/v1/tools/%ff", { method: "POST", token: "r" }, 400, error("bad_request", "unknown tool '%ff' (see tools/list)")],
    [
      "/v1/tools/identify",
      { method: "POST", token: "r", body: "{" },
      400,
      error("bad_request", "the body is not JSON"),
    ],
    [
      "/v1/tools/identify",
      { method: "POST", token: "r", body: "[]" },
      400,
      error("bad_request", "`arguments` must be an object"),
    ],
    ["/v1/tools/identify", { method: "POST", body: "{}" }, 401, MISSING],
    // The header is looked at before the body is.
    ["/v1/tools/refresh", { method: "POST", token: "zz", body: "{" }, 401, error("unauthorized", "invalid token")],
    [
      "/v1/tools/identify",
      { method: "POST", token: "zz", body: "x".repeat(70_000) },
      401,
      error("unauthorized", "invalid token"),
    ],
    [
      "/v1/tools/identify",
      { method: "POST", token: "r", body: " ".repeat(65_537) },
      413,
      error("bad_request", "the body exceeds 65536 bytes"),
    ],
  ];
  for (const [path, asked, status, text] of cases) {
    const found = await ask(path, asked);
    expect([path, found.status, found.text]).toEqual([path, status, text]);
    expect(found.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(found.headers.get("x-content-type-options")).toBe("nosniff");
    expect(found.headers.get("cache-control")).toBe("no-store");
    expect(found.headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
  }
  expect((await ask("/v1/refresh", { token: "a" })).headers.get("allow")).toBe("POST");
  const most = await ask("/v1/tools/identify", { method: "POST", token: "r", body: `{}${" ".repeat(65_534)}` });
  expect(most.status).toBe(200);
  for (const scheme of ["bearer r", "BEARER   r "])
    expect((await ask("/v1/identify", { headers: { authorization: scheme } })).status).toBe(200);
});

test("whatever is asked, the answer is JSON and no fault of the server's", async () => {
  const routes = [
    "/v1/identify",
    "/v1/query",
    "/v1/cite",
    "/v1/explain",
    "/v1/refresh",
    "/v1/tools/cite",
    "/health",
    "/",
  ];
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS"),
      fc.dictionary(fc.constantFrom("kind", "value", "start", "depth", "__proto__"), fc.string({ unit: "binary" })),
      fc.oneof(fc.json(), fc.string()),
      fc.constantFrom("r", "a", "m", "zz", undefined),
      async (route, method, query, body, token) => {
        const asked = method === "GET" ? { method, token } : { method, token, body };
        const { status, text } = await ask(`${route}?${new URLSearchParams(query)}`, asked);
        statuses.add(status);
        expect([200, 400, 401, 403, 404, 405]).toContain(status);
        expect(JSON.parse(text)).toBeObject();
      },
    ),
    { numRuns: 500 },
  );
  expect(statuses.size).toBeGreaterThan(4);
});

describe("whose page it is", () => {
  test("a Host that is not ours is refused, for every route", async () => {
    const status = async (host: string) => (await ask("/health", { headers: { host } })).status;
    for (const host of ["127.0.0.1:8787", "localhost:8787", "LOCALHOST", "[::1]:8787", "corpus.example"])
      expect([host, await status(host)]).toEqual([host, 200]);
    for (const host of [
      "evil.example",
      "evil.example:8787",
      "127.0.0.1.evil.example",
      "localhost.",
      "127.0.0.2",
      "a@localhost",
      "",
    ])
      expect([host, await status(host)]).toEqual([host, 403]);
    expect(isOwnHost(null, served.address, [])).toBe(false);
    expect(isOwnHost("localhost", { host: "10.0.0.5", port: 80 }, [])).toBe(false);
    expect(isOwnHost("10.0.0.5:80", { host: "10.0.0.5", port: 80 }, [])).toBe(true);
  });

  test("an Origin is refused unless it is allowed; then its browser is told so", async () => {
    for (const origin of ["http://127.0.0.1:8787", "https://evil.example", "null", "https://app.example.evil"])
      expect([origin, (await ask("/v1/identify", { token: "r", headers: { origin } })).status]).toEqual([origin, 403]);
    const headers = { origin: "https://app.example" };
    const allowed = await ask("/v1/identify", { token: "r", headers });
    expect([allowed.status, allowed.headers.get("access-control-allow-origin"), allowed.headers.get("vary")]).toEqual([
      200,
      "https://app.example",
      "Origin",
    ]);
    const preflight = await ask("/v1/refresh", { method: "OPTIONS", headers });
    expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "POST"]);
  });
});

test("addressOf() reads what can be listened at; isLoopback() knows what other machines do not reach", () => {
  expect(addressOf("127.0.0.1:8787")).toEqual({ host: "127.0.0.1", port: 8787 });
  expect(addressOf("[::1]:0")).toEqual({ host: "::1", port: 0 });
  expect(addressOf("Localhost:80")).toEqual({ host: "localhost", port: 80 });
  for (const wrong of ["", "8787", ":8787", "127.0.0.1", "::1:80", "[x]:80", "a:99999", "a:b", "http://a:80"])
    expect([wrong, addressOf(wrong)]).toEqual([wrong, undefined]);
  const loopback = (host: string) => isLoopback({ host, port: 1 });
  expect(["127.0.0.1", "127.9.9.9", "::1", "localhost"].filter(loopback).length).toBe(4);
  expect(["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example", "127.example"].filter(loopback)).toEqual([]);
});

test("bodyOf() gives up a body that does not come, and one without end", async () => {
  const post = (body: ReadableStream) => new Request("http://x/", { method: "POST", body });
  expect(await bodyOf(post(new ReadableStream({})), 20)).toBe("too_slow");
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  expect(await bodyOf(post(endless), 5000)).toBe("too_large");
  expect(pulled).toBeLessThan(20);
  expect(await bodyOf(post(new Response("{}").body as ReadableStream), 5000)).toEqual({ text: "{}" });
});
