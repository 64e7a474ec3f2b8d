/** The cited corpus over HTTP, in the executable. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

setDefaultTimeout(60_000);

const SAMPLE = join(FIXTURES, "corpus/sample.json");
const TERO_TOKENS = "r:read a:refresh";

/** A server on a free port of the loopback, ended with the block. */
async function started(args: readonly string[], command: readonly string[] = ["corpus", "serve"]) {
  const child = Bun.spawn([BINARY, ...command, "--addr", "127.0.0.1:0", ...args], {
    env: { TERO_TOKENS },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const reader = child.stderr.getReader();
  let said = "";
  while (!said.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`it ended: ${said}`);
    said += Buffer.from(value).toString();
  }
  const url = /http:\S+/.exec(said)?.[0] ?? "";
  return {
    url,
    said,
    child,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { authorization: "bearer r", ...init.headers } }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

interface Envelope {
  readonly items: readonly { readonly anchor: string }[];
  readonly rows: number;
  readonly reload_error: string;
  readonly paging: { readonly matched: number };
}

async function json(response: Response): Promise<Envelope> {
  return (await response.json()) as Envelope;
}

test("it answers, follows its index, and keeps the old rows where the new are broken", async () => {
  using folder = emptyFolder();
  const path = join(folder.path, "index.json");
  cpSync(SAMPLE, path);
  await using server = await started(["--index", path], ["tero-http"]);
  expect(server.said).toMatch(/^tero-http: 8 row\(s\) at http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(await (await server.ask("/health", { headers: { authorization: "" } })).text()).toBe('{"status":"ok"}');
  const found = await json(await server.ask("/v1/query?kind=id&value=T-11"));
  expect(found.items.map(({ anchor }) => anchor)).toEqual(["T-11", "cl--t-11-flow-metrics-2026-01-05"]);
  expect((await server.ask("/v1/query?kind=id&value=NOPE")).status).toBe(200);
  writeFileSync(path, "{");
  const told = await json(await server.ask("/v1/identify"));
  expect([told.rows, JSON.stringify(told).includes(folder.path)]).toEqual([8, false]);
  expect(told.reload_error).toContain("JSON");
  writeFileSync(path, '{"items": []}');
  expect((await json(await server.ask("/v1/identify"))).rows).toBe(0);
  expect((await server.ask("/v1/refresh", { method: "POST" })).status).toBe(403);
});

test("it ends cleanly when told to", async () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    await using server = await started(["--index", SAMPLE, "--surface", "0.3"]);
    const body = JSON.stringify({ text: "cap" });
    const found = await server.ask("/v1/tools/search", { method: "POST", body });
    expect((await json(found)).paging.matched).toBe(1);
    server.child.kill(signal);
    expect([signal, await server.child.exited]).toEqual([signal, 0]);
    expect(await new Response(server.child.stdout).text()).toBe("");
  }
});

test("what is no HTTP, or never ends, does not keep it from answering others", async () => {
  await using server = await started(["--index", SAMPLE]);
  const port = Number(new URL(server.url).port);
  const raw = (text: string) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    socket.on("error", () => {});
    return socket;
  };
  const sockets = [
    raw("GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
    raw("POST /v1/tools/identify HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{"),
    raw("\u0000\u0001 nonsense\r\n\r\n"),
    raw(`GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`),
    raw("GET /health HTTP/1.0\r\n\r\n"),
  ];
  await Bun.sleep(200);
  const all = await Promise.all(Array.from({ length: 50 }, () => server.ask("/v1/query?kind=kind&value=issue")));
  expect(all.map(({ status }) => status)).toEqual(new Array(50).fill(200));
  for (const socket of sockets) socket.destroy();
  expect((await server.ask("/v1/identify")).status).toBe(200);
});

test("only the loopback unless --expose is there; wrong ways to start end with the codes that are known", () => {
  using folder = emptyFolder();
  const start = (args: string[], env: Record<string, string> = { TERO_TOKENS }) =>
    footnote(["corpus", "serve", ...args], { cwd: folder.path, env });
  const help = start(["--help"], {});
  expect(footnote(["help", "corpus", "serve"], { cwd: folder.path }).out).toBe(help.out);
  expect([help.code, help.out]).toEqual([0, expect.stringMatching(/TERO_TOKENS[\s\S]*--addr[\s\S]*--expose/)]);
  for (const addr of ["0.0.0.0:0", "[::]:0", "10.1.2.3:80"]) {
    const open = start(["--addr", addr, "--index", SAMPLE]);
    expect([open.code, open.err]).toEqual([64, expect.stringContaining("add --expose")]);
  }
  expect(start(["--addr", "nowhere"])).toMatchObject({ code: 64, err: expect.stringContaining("no HOST:PORT") });
  expect(start(["--nonsense"])).toMatchObject({ code: 64, err: expect.stringContaining("usage") });
  expect(start(["--index", SAMPLE], {})).toMatchObject({ code: 78, err: expect.stringContaining("no API tokens") });
  expect(start(["--index", "gone.json"])).toMatchObject({ code: 66, err: expect.stringContaining("index not found") });
});

test("a port that is taken is told of", async () => {
  await using server = await started(["--index", SAMPLE]);
  const { host } = new URL(server.url);
  using folder = emptyFolder();
  const second = footnote(["corpus", "serve", "--addr", host, "--index", SAMPLE], {
    cwd: folder.path,
    env: { TERO_TOKENS },
  });
  expect(second).toMatchObject({ code: 66, err: expect.stringContaining(`tero-http: cannot listen at ${host}: `) });
});
