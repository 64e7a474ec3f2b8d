import { linesUpTo } from "./lines.ts";

/** Longer messages are refused; no tool takes that much, and the SDK would end the session at 10 MB. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;

/**
 * The lines of `input` that are JSON-RPC messages, each with its line end. What is not JSON-RPC or too long is given to `answer` as
 * an error response (JSON-RPC 2.0 §5.1), and the session goes on.
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  answer: (line: string) => void,
): AsyncGenerator<Buffer> {
  for await (const line of linesUpTo(input, MAX_LINE_BYTES)) {
    // A last line that was cut off is no message.
    if (line !== undefined && line.at(-1) !== 10) return;
    const problem = line === undefined ? TOO_LONG : problemOf(line);
    if (problem !== undefined && problem !== EMPTY)
      answer(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: problem })}\n`);
    else if (problem === undefined && line !== undefined) yield line;
  }
}

const EMPTY = { code: 0, message: "" };
const TOO_LONG = { code: -32600, message: `The message is longer than ${MAX_LINE_BYTES} bytes.` };
const NOT_JSON = { code: -32700, message: "Not JSON." };
const NOT_A_MESSAGE = { code: -32600, message: "Not a JSON-RPC 2.0 message." };

function problemOf(line: Buffer): { code: number; message: string } | undefined {
  const text = line.toString("utf8");
  if (text.trim() === "") return EMPTY;
  try {
    return isMessage(JSON.parse(text)) ? undefined : NOT_A_MESSAGE;
  } catch {
    return NOT_JSON;
  }
}

/** Requests, notifications and responses (JSON-RPC 2.0 §4 and §5); MCP has no batches and no positional parameters. */
function isMessage(message: unknown): boolean {
  if (typeof message !== "object" || message === null) return false;
  if (!("jsonrpc" in message) || message.jsonrpc !== "2.0") return false;
  if ("id" in message && typeof message.id !== "string" && typeof message.id !== "number") return false;
  if (!("method" in message)) return "id" in message && ("result" in message || "error" in message);
  const params = "params" in message ? message.params : {};
  return typeof message.method === "string" && typeof params === "object" && params !== null && !Array.isArray(params);
}
