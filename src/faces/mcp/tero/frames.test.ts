/** What a client may send: nothing ends the server, each bad line gets its error, and the next one is answered. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { ServedCorpus } from "../../../engine/corpus/served.ts";
import type { TeroState } from "../../../toolsets/corpus/tero-call.ts";
import { TERO_SURFACES, toolsOf } from "../../../toolsets/corpus/tero-tools.ts";
import { permits, SCOPES, tokensOf } from "../../../toolsets/corpus/tokens.ts";
import { frameFor, MOST_LINE_BYTES } from "./frames.ts";

const SAMPLE = join(import.meta.dir, "../../../../test/fixtures/corpus/sample.json");
const TERO_TOKENS = "r:read a:refresh mr:memory-read mw:memory-write";

function served(surface: TeroState["surface"] = "0.2", tokens = TERO_TOKENS): TeroState {
  const corpus = new ServedCorpus([{ name: "sample", path: SAMPLE }]);
  return { version: "1.2.3", tokens: tokensOf({ TERO_TOKENS: tokens }), surface, watch: false, corpus };
}
const state = served();

interface Frame {
  readonly id: unknown;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The frame for a line; then a ping has to be answered. */
async function after(line: string | undefined, on = state): Promise<Frame | undefined> {
  const frame = await frameFor(line, on);
  expect(await frameFor('{"jsonrpc":"2.0","id":"alive","method":"ping"}', on)).toBe(
    '{"jsonrpc":"2.0","id":"alive","result":{}}',
  );
  if (frame !== undefined) expect(frame.includes("\n")).toBe(false);
  return frame === undefined ? undefined : JSON.parse(frame);
}

const code = async (line: string) => (await after(line))?.error?.code;
const callOf = (given: object, id: unknown = 1) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "text_search", arguments: { token: "r", ...given } },
});

describe("lines that are no requests", () => {
  test("what is not JSON is -32700, what is no object -32600, both with id null", async () => {
    for (const line of ["{", "no", "\u0000", "{'id':1}", '{"id":1}}', "\uFEFF{}", "NaN", "\ud800", '{"id":"\u0001"}'])
      expect([line, await after(line)]).toEqual([
        line,
        expect.objectContaining({ id: null, error: { code: -32700, message: "the line is not JSON" } }),
      ]);
    for (const line of ["[]", '[{"id":1,"method":"ping"}]', "1", '"ping"', "null", "true"])
      expect([line, await after(line)]).toEqual([
        line,
        expect.objectContaining({ id: null, error: { code: -32600, message: "a request is a JSON object" } }),
      ]);
    expect(await after(undefined)).toMatchObject({
      id: null,
      error: { code: -32600, message: `the line is longer than ${MOST_LINE_BYTES} bytes` },
    });
    for (const line of ["", " \t", "\r", '{"method":"ping"}', '{"jsonrpc":"2.0","method":"tools/call","params":3}'])
      expect([line, await after(line)]).toEqual([line, undefined]);
  });

  test("100,000 brackets, closed or not, wherever they stand", async () => {
    const deep = "[".repeat(100_000);
    const closed = deep + "]".repeat(100_000);
    expect(await code(deep)).toBe(-32700);
    expect(await code('{"a":'.repeat(100_000))).toBe(-32700);
    expect([-32600, -32700]).toContain((await code(closed)) ?? 0);
    const answers = [
      [`{"id":1,"method":"ping","params":${closed}}`, undefined],
      [`{"id":1,"method":"tools/call","params":${closed}}`, -32602],
      [
        `{"id":1,"method":"tools/call","params":{"name":"cross_ref","arguments":{"token":"r","start":"T-10","depth":${closed}}}}`,
        -32602,
      ],
      [
        `{"id":1,"method":"tools/call","params":{"name":"text_search","arguments":{"token":"r","value":${closed}}}}`,
        -32602,
      ],
      [`{"id":1,"method":"tools/call","params":{"name":"text_search","arguments":${closed}}}`, -32602],
    ] as const;
    for (const [line, wanted] of answers) {
      const frame = await after(line);
      expect([line.slice(0, 60), frame?.id, frame?.error?.code]).toEqual([line.slice(0, 60), 1, wanted]);
    }
    expect(await after(`{"id":${closed},"method":"ping"}`)).toEqual({ jsonrpc: "2.0", id: null, result: {} } as never);
  });
});

describe("ids", () => {
  test("go back as they were written", async () => {
    const ids = [
      "12345678901234567890",
      "-1",
      "1.5",
      "1e999",
      '"é\\ud800"',
      '""',
      "null",
      "true",
      "[1]",
      '{"id":7}',
      `"${"x".repeat(1_000_000)}"`,
    ];
    for (const id of ids)
      expect(await frameFor(`{"params":{"id":9007199254740993},"id":${id},"method":"ping"}`, state)).toBe(
        `{"jsonrpc":"2.0","id":${id},"result":{}}`,
      );
    // Of two the last counts, as everywhere in JSON.
    expect(await frameFor('{"id":1e400,"method":"ping","id":12345678901234567890}', state)).toBe(
      '{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}',
    );
    expect(await frameFor('{"id":12345678901234567890,"method":"nope"}', state)).toBe(
      '{"jsonrpc":"2.0","id":12345678901234567890,"error":{"code":-32601,"message":"method not handled: nope"}}',
    );
  });
});

describe("arguments", () => {
  test("keys of JavaScript's own are keys like any other", async () => {
    const line = (given: string) => `{"id":1,"method":"tools/call","params":{"name":"identify","arguments":${given}}}`;
    expect((await after(line('{"__proto__":{"token":"r"}}')))?.error?.code).toBe(-32001);
    expect((await after(line('{"constructor":{"token":"r"},"hasOwnProperty":1,"token":"r"}')))?.result?.isError).toBe(
      false,
    );
    expect((await after('{"__proto__":{"id":1,"method":"ping"}}'))?.id).toBeUndefined();
    for (const name of ["__proto__", "constructor", "toString", "memory___proto__"]) {
      const frame = await after(
        JSON.stringify({ id: 1, method: "tools/call", params: { name, arguments: { token: "r" } } }),
      );
      expect([name, frame?.error?.code ?? "refusal"]).toEqual([name, name.startsWith("memory_") ? "refusal" : -32602]);
    }
    expect((await after('{"id":1,"method":"__proto__"}'))?.error?.code).toBe(-32601);
    expect(({} as Record<string, unknown>).token).toBeUndefined();
  });

  test("of a key that stands twice the last counts", async () => {
    const line = (given: string) => `{"id":1,"method":"tools/call","params":{"name":"identify","arguments":${given}}}`;
    expect((await after(line('{"token":"zz","token":"r"}')))?.error).toBeUndefined();
    expect((await after(line('{"token":"r","token":"zz"}')))?.error?.message).toBe("invalid token");
  });

  test("lone surrogates, NUL and megabytes are looked for like any text", async () => {
    for (const value of ["\ud800", "\udfff x", "\u0000", "\u2028", "e\u0301", "\u202e"]) {
      const frame = await after(JSON.stringify(callOf({ value })));
      expect([value, JSON.parse(frame?.result?.content?.[0]?.text ?? "{}").refusal?.query]).toEqual([value, value]);
    }
    const long = "x".repeat(10 * 1024 * 1024);
    expect((await after(JSON.stringify(callOf({ value: long }))))?.error?.code).toBe(-32602);
    for (const [name, given] of [
      ["query_by_id", { value: long }],
      ["query_by_kind", { value: long }],
      ["cross_ref", { start: long }],
    ] as const) {
      const frame = await after(
        JSON.stringify({ id: 1, method: "tools/call", params: { name, arguments: { ...given, token: "r" } } }),
      );
      expect([name, frame?.result?.isError]).toEqual([name, false]);
    }
    expect((await after(JSON.stringify(callOf({ value: "a", token: long }))))?.error?.message).toBe("invalid token");
  });

  const names = [
    ...new Set([
      ...TERO_SURFACES.flatMap((surface) => toolsOf(surface, true).map(({ name }) => name)),
      "nosuch",
      "memory_x",
    ]),
  ];
  const keys = [
    "value",
    "start",
    "depth",
    "kind",
    "text",
    "id",
    "limit",
    "offset",
    "fields",
    "advanced",
    "ref",
    "query",
    "family",
    "order",
    "format",
    "token",
    "__proto__",
  ];

  test.each([...TERO_SURFACES])(
    "of any type are answered, refused or rejected by the %s surface, never with an internal error",
    async (surface) => {
      const on = served(surface);
      const given = fc.dictionary(
        fc.constantFrom(...keys),
        fc.oneof(
          fc.jsonValue(),
          fc.constantFrom("id", "text", "cross_ref", "T-10", "queue", 3, -1, "99", true, null, [], {}),
          fc.string({ unit: "binary" }),
          fc.dictionary(fc.constantFrom(...keys), fc.jsonValue()),
        ),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...names),
          given,
          fc.constantFrom("r", "a", "mr", "mw"),
          async (name, asked, token) => {
            const frame = await after(
              JSON.stringify({ id: 7, method: "tools/call", params: { name, arguments: { ...asked, token } } }),
              on,
            );
            expect(frame?.id).toBe(7);
            if (frame?.error !== undefined) return expect([-32602, -32002]).toContain(frame.error.code);
            const envelope = JSON.parse(frame?.result?.content?.[0]?.text ?? "null");
            if (envelope.kind === "answer") expect(envelope.citations.length).toBeGreaterThan(0);
            if (envelope.kind === "refusal")
              expect(["items" in envelope, "citations" in envelope]).toEqual([false, false]);
          },
        ),
        { numRuns: 600 },
      );
    },
  );

  test("any value as a line, as params or as a part of a request gets a frame or none, and the session goes on", async () => {
    const codes = new Set<number | undefined>();
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom("id", "method", "params", "jsonrpc", "name", "arguments"),
        async (value, place) => {
          const request: Record<string, unknown> = {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name: "identify", arguments: { token: "r" } },
          };
          const params =
            place === "name" || place === "arguments" ? { ...(request.params as object), [place]: value } : undefined;
          await after(JSON.stringify(value));
          const frame = await after(
            JSON.stringify(params === undefined ? { ...request, [place]: value } : { ...request, params }),
          );
          codes.add(frame?.error?.code);
          if (place !== "id") expect(frame?.id).toBe(1);
          expect([undefined, -32602, -32601, -32001]).toContain(frame?.error?.code);
        },
      ),
      { numRuns: 600 },
    );
    expect(codes.size).toBeGreaterThan(2);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (line) => void (await after(line))),
      { numRuns: 300 },
    );
  });
});

describe("tokens", () => {
  test("each scope against each tool: what its half permits, and no more", async () => {
    const holders = { read: "r", refresh: "a", "memory-read": "mr", "memory-write": "mw" } as const;
    const wanted = (name: string) =>
      name === "refresh"
        ? "refresh"
        : name === "memory_retrieve"
          ? "memory-read"
          : name === "memory_store" || name === "memory_consolidate"
            ? "memory-write"
            : "read";
    const names = [
      ...TERO_SURFACES.flatMap((surface) => toolsOf(surface).map(({ name }) => name)),
      "memory_store",
      "memory_retrieve",
      "memory_consolidate",
      "memory_other",
      "nosuch",
    ];
    let forbidden = 0;
    for (const name of new Set(names))
      for (const held of SCOPES) {
        const line = JSON.stringify({
          id: 1,
          method: "tools/call",
          params: { name, arguments: { token: holders[held] } },
        });
        const { error } = (await after(line)) ?? {};
        const allowed = permits(held, wanted(name));
        expect([name, held, error?.code !== -32002]).toEqual([name, held, allowed]);
        if (allowed) continue;
        forbidden++;
        expect(error?.message).toBe(
          `token scope \`${held}\` does not permit this operation (requires \`${wanted(name)}\`)`,
        );
      }
    // 11 that need read, 2 memory scopes each; refresh: 3; retrieve: 2; store and consolidate: 3 each.
    expect(forbidden).toBe(11 * 2 + 3 + 2 + 3 * 2);
  });

  test("of an entry that stands twice the last counts; there are no expiries in the grammar, so a token holds as long as its server", async () => {
    const identify = (token: string) =>
      JSON.stringify({ id: 1, method: "tools/call", params: { name: "refresh", arguments: { token } } });
    const message = async (tokens: string, token: string) =>
      (await after(identify(token), served("0.2", tokens)))?.error?.message;
    expect(await message("x:read x:refresh", "x")).toBeUndefined();
    expect(await message("x:refresh,x:read", "x")).toContain("token scope `read`");
    expect(() => tokensOf({ TERO_TOKENS: "x:read:2027-01-01" })).toThrow(
      "unknown scope 'read:2027-01-01' in entry 1 (***:read:2027-01-01)",
    );
  });

  test("are compared whole, whatever they look like", async () => {
    const long = "k".repeat(10_240);
    const on = served("0.2", `é😀:read ${long}:read Bearer:read`);
    const outcome = async (token: unknown) =>
      (
        await after(
          JSON.stringify({ id: 1, method: "tools/call", params: { name: "identify", arguments: { token } } }),
          on,
        )
      )?.error?.message ?? "ok";
    for (const token of ["é😀", long, "Bearer"]) expect(await outcome(token)).toBe("ok");
    for (const token of [
      "e\u0301😀",
      "é😀 ",
      " é😀",
      "é😀:read",
      `${long}k`,
      long.slice(1),
      "bearer",
      "Bearer r",
      "é😀\u0000",
      "\ud800",
      " ",
      "a:b",
    ])
      expect([token.slice(0, 20), await outcome(token)]).toEqual([token.slice(0, 20), "invalid token"]);
    for (const token of [undefined, null, "", 0, 1, true, [], ["r"], {}, { token: "r" }])
      expect([token, await outcome(token)]).toEqual([token, "missing bearer token (Authorization: Bearer <token>)"]);
  });
});
