import { expect } from "bun:test";
import { type Connected, connect } from "../mcp-clients.ts";
import { BINARY } from "./binary.ts";

type Answer = Awaited<ReturnType<Connected["client"]["callTool"]>>;
export type Fields = Record<string, unknown>;

/** VERA's server of the executable, with a client of the kind that VERA's users have. */
export function startVera(cwd: string, ...more: string[]): Promise<Connected> {
  return connect("v1", [BINARY, "mcp", "--profile", "vera", ...more], cwd);
}

export async function call(to: Connected, name: string, given: Fields): Promise<Answer> {
  return to.client.callTool({ name, arguments: given });
}

/** The object of an answer, which its text has, too. */
export async function ask(to: Connected, name: string, given: Fields): Promise<Fields> {
  const { content, structuredContent, isError } = await call(to, name, given);
  expect([isError, JSON.parse(textsOf(content)[0] ?? "")]).toEqual([false, structuredContent]);
  return structuredContent as Fields;
}

/** The elements of a list, each of which has a text of its own. */
export async function askList(to: Connected, name: string, given: Fields): Promise<Fields[]> {
  const { content, structuredContent, isError } = await call(to, name, given);
  const result = (structuredContent as { result: Fields[] }).result;
  expect([isError, textsOf(content).map((text) => JSON.parse(text))]).toEqual([false, result]);
  return result;
}

export async function error(to: Connected, name: string, given: Fields): Promise<string> {
  const { content, structuredContent, isError } = await call(to, name, given);
  expect([isError, structuredContent]).toEqual([true, undefined]);
  return textsOf(content).join("\n");
}

export function textsOf(content: unknown): string[] {
  return (content as { type: string; text?: string }[]).flatMap(({ type, text }) =>
    type === "text" ? [text ?? ""] : [],
  );
}

export const results = (answer: Fields) => answer.results as Fields[];
