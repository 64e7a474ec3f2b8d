import { expect, test } from "bun:test";
import { BINARY, emptyFolder } from "./binary.ts";

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
  let text = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    text += chunk;
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
