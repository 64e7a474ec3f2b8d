import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { BINARY, emptyFolder, FIXTURES } from "./binary.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

/** A raw session: writes lines, reads answers line by line, all of which must be JSON-RPC. */
function session(args: readonly string[], cwd: string) {
  const server = Bun.spawn([BINARY, "mcp", ...args], {
    cwd,
    env: { HOME: cwd },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const lines = readLines(server.stdout);
  return {
    server,
    send: (message: unknown) => {
      server.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
      server.stdin.flush();
    },
    next: async () => JSON.parse((await lines.next()).value ?? "null"),
    rest: async () => {
      const left: unknown[] = [];
      for await (const line of lines) left.push(JSON.parse(line));
      return left;
    },
  };
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
  expect(text).toBe("");
}

test("a session survives bad lines, wrong types and huge lines, and ends when stdin closes", async () => {
  using folder = emptyFolder();
  const { server, send, next, rest } = session([], folder.path);
  send("{nope");
  expect((await next()).error.code).toBe(-32700);
  send(INITIALIZE);
  expect((await next()).result.serverInfo.name).toBe("footnote");
  send('{"jsonrpc":"2.0","id":1,"method":7}');
  expect((await next()).error.code).toBe(-32600);
  send(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"x":"${"y".repeat(9 * 1024 * 1024)}"}}`);
  expect((await next()).error.code).toBe(-32600);
  send({ jsonrpc: "2.0", id: 3, method: "no/such" });
  expect(await next()).toMatchObject({ id: 3, error: { code: -32601 } });
  send({ jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "search", arguments: { query: 5 } } });
  expect(await next()).toMatchObject({
    id: 4,
    result: { isError: true, _meta: { "footnote/error": { code: "invalid_argument" } } },
  });
  send({ jsonrpc: "2.0", id: 5, method: "tools/call", params: { name: "nonsense" } });
  expect(await next()).toMatchObject({ id: 5, result: { isError: true } });
  send({ jsonrpc: "2.0", id: 6, method: "tools/list" });
  expect((await next()).result.tools.length).toBeGreaterThan(0);
  server.stdin.end();
  expect(await rest()).toEqual([]);
  expect(await server.exited).toBe(0);
});

test("an interrupted server leaves at once", async () => {
  using folder = emptyFolder();
  const { server, send, next } = session([], folder.path);
  send(INITIALIZE);
  await next();
  server.kill("SIGTERM");
  await server.exited;
  expect(server.signalCode ?? server.exitCode).toBe("SIGTERM");
});

test("every line on stdout is JSON-RPC, also when documents break the parser", async () => {
  using folder = emptyFolder();
  const whole = readFileSync(join(FIXTURES, "pdf/fhs-3.0.pdf"));
  const broken: Record<string, Buffer> = {
    "truncated.pdf": whole.subarray(0, whole.length >> 1),
    "header-only.pdf": whole.subarray(0, 64),
    "zeroed.pdf": Buffer.concat([whole.subarray(0, 2000), Buffer.alloc(100_000), whole.subarray(102_000)]),
    "recursive.pdf": Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R 2 0 R]/Count 9>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/X Do
endstream endobj
5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length 5>>stream
/X Do
endstream endobj
trailer<</Root 1 0 R>>`),
    "text.docx": Buffer.from("not a zip"),
    "binary.md": Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)),
  };
  for (const [name, bytes] of Object.entries(broken)) writeFileSync(join(folder.path, name), bytes);
  const { server, send, next, rest } = session(["--allow-write", "--library", join(folder.path, "lib")], folder.path);
  send(INITIALIZE);
  expect((await next()).result.serverInfo.name).toBe("footnote");
  const call = { name: "add", arguments: { paths: [folder.path], vectors: "off" }, _meta: { progressToken: 7 } };
  send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  let answer = await next();
  while (answer.method === "notifications/progress") answer = await next();
  expect(answer.id).toBe(1);
  const { files } = answer.result.structuredContent;
  expect(files.map(({ path }: { path: string }) => basename(path)).sort()).toEqual(Object.keys(broken).sort());
  server.stdin.end();
  expect(await rest()).toEqual([]);
  expect(await server.exited).toBe(0);
}, 60_000);
