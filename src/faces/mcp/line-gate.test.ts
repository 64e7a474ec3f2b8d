import { expect, test } from "bun:test";
import { MAX_LINE_BYTES, messageLines } from "./line-gate.ts";

async function through(...chunks: (string | Uint8Array)[]) {
  const answers: { id: null; error: { code: number } }[] = [];
  async function* input() {
    for (const chunk of chunks) yield Buffer.from(chunk as string);
  }
  const lines: string[] = [];
  for await (const line of messageLines(input(), (answer) => answers.push(JSON.parse(answer))))
    lines.push(line.toString());
  return { lines, codes: answers.map(({ error }) => error.code) };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

test("messageLines() passes messages whole, however they are cut", async () => {
  expect(await through(ping.slice(0, 9), ping.slice(9) + ping, "\r\n\n")).toEqual({ lines: [ping, ping], codes: [] });
});

test("messageLines() answers what is not JSON-RPC and goes on", async () => {
  const bad = [
    "{nope}\n",
    "[]\n",
    '{"jsonrpc":"2.0","id":{},"method":"x"}\n',
    '{"jsonrpc":"2.0","method":"x","params":[1]}\n',
    '{"jsonrpc":"2.0","id":3}\n',
  ];
  expect(await through(...bad, ping)).toEqual({ lines: [ping], codes: [-32700, -32600, -32600, -32600, -32600] });
});

test("messageLines() refuses a line over the limit without keeping it", async () => {
  const long = Buffer.alloc(MAX_LINE_BYTES + 1, 0x78);
  expect(await through(long, long, "\n", ping)).toEqual({ lines: [ping], codes: [-32600] });
});
