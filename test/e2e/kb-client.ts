import { expect } from "bun:test";
import { type CLIENTS, type Connected, connect } from "../mcp-clients.ts";
import { BINARY } from "./binary.ts";

export type Fields = Record<string, unknown>;

/** The Markdown workbench of the executable, over the folder `cwd`. */
export function startKb(
  cwd: string,
  more: readonly string[] = [],
  kind: (typeof CLIENTS)[number] = "v1",
): Promise<Connected> {
  return connect(kind, [BINARY, "mcp", "--profile", "kb", ...more], cwd);
}

export async function call(to: Connected, name: string, given: Fields) {
  const { content, structuredContent, isError } = await to.client.callTool({ name, arguments: given });
  return {
    blocks: content as Fields[],
    structured: structuredContent as Fields | undefined,
    isError: isError === true,
  };
}

/** The object of an answer, which its text has, too (kb.md §9 line 5). */
export async function ask(to: Connected, name: string, given: Fields): Promise<Fields> {
  const { blocks, structured, isError } = await call(to, name, given);
  const text = String(blocks[0]?.text);
  expect([isError, blocks.length, text]).toEqual([false, 1, JSON.stringify(structured, undefined, 2)]);
  return structured ?? {};
}

export const request = (to: Connected, name: string, given: Fields) => ask(to, name, { request: given });

/** What a failed call says: nothing but a code, a message and what helps to go on. */
export async function failure(
  to: Connected,
  name: string,
  given: Fields,
): Promise<{ code: string; message: string; [key: string]: unknown }> {
  const { blocks, structured, isError } = await call(to, name, given);
  expect([isError, structured, blocks.length]).toEqual([true, undefined, 1]);
  const found = JSON.parse(String(blocks[0]?.text));
  expect(found.message).not.toMatch(/ at .*:\d+|\/tmp\//);
  return found;
}

/** That each of these calls says that writes are off, before anything else. */
export async function expectWritesOff(
  to: Connected,
  calls: readonly (readonly [name: string, given: Fields])[],
): Promise<void> {
  for (const [name, given] of calls) {
    const { code, message } = await failure(to, name, given);
    expect([name, code, message]).toEqual([
      name,
      "INVALID_ARGUMENT",
      expect.stringContaining("Workspace writes are disabled"),
    ]);
  }
}

/** Asks for the state until nothing waits and nothing runs. */
export async function settled(to: Connected): Promise<Fields> {
  for (let tries = 0; tries < 400; tries++) {
    const status = await ask(to, "kb_status", {});
    const { isRunning } = status.indexing as { isRunning: boolean };
    const { pendingFiles } = status.synchronization as { pendingFiles: number };
    if (!isRunning && pendingFiles === 0) return status;
    await Bun.sleep(25);
  }
  throw new Error("the index did not settle");
}
