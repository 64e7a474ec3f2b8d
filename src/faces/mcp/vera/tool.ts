import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import type { Context } from "../../../toolsets/context.ts";
import type { Access } from "../../../toolsets/vera/access.ts";
import { indentedJson } from "./indented-json.ts";
import { inputSchema, type Parameters, readArguments, type Values } from "./parameters.ts";

/** What a call has around it. */
export interface Surroundings {
  readonly context: Context;
  readonly access: Access;
  /** Rank by VERA's own rules. */
  readonly strict: boolean;
  /** Names of the tools that are offered. */
  readonly offered: readonly string[];
}

/** A tool of VERA's: what is told of it, and what it does with arguments from outside. Throws FootnoteError. */
export interface VeraTool {
  readonly name: string;
  readonly described: Tool;
  call(given: Readonly<Record<string, unknown>>, surroundings: Surroundings): Promise<CallToolResult>;
}

/** What a tool gives back: one object, a list of them, or a result that is made by the tool itself. */
interface Form<Output> {
  readonly outputSchema?: (name: string) => Tool["outputSchema"];
  toResult(output: Output): CallToolResult;
}

const ANY_OBJECT = { additionalProperties: true, type: "object" as const };

export const object: Form<Readonly<Record<string, unknown>>> = {
  outputSchema: (name) => ({ ...ANY_OBJECT, title: `${name}DictOutput` }),
  toResult: (output) => ({ content: [textItem(indentedJson(output))], structuredContent: output, isError: false }),
};

export const list: Form<readonly unknown[]> = {
  outputSchema: (name) => ({
    properties: { result: { items: ANY_OBJECT, title: "Result", type: "array" } },
    required: ["result"],
    title: `${name}Output`,
    type: "object",
  }),
  toResult: (output) => ({
    content: output.map((one) => textItem(indentedJson(one))),
    structuredContent: { result: output },
    isError: false,
  }),
};

export const made: Form<CallToolResult> = { toResult: (result) => ({ ...result, isError: false }) };

export function textItem(text: string): { type: "text"; text: string } {
  return { type: "text", text };
}

interface Definition<P extends Parameters, Output> {
  readonly name: string;
  readonly description: string;
  readonly parameters: P;
  readonly gives: Form<Output>;
  /** Annotations and `_meta`, which only the viewer's tools have. */
  readonly more?: Pick<Tool, "annotations" | "_meta">;
  run(values: Values<P>, surroundings: Surroundings): Output | Promise<Output>;
}

export function defineTool<P extends Parameters, Output>(definition: Definition<P, Output>): VeraTool {
  const { name, description, parameters, gives, more } = definition;
  const outputSchema = gives.outputSchema?.(name);
  return {
    name,
    described: {
      name,
      description,
      inputSchema: inputSchema(name, parameters),
      ...(outputSchema === undefined ? {} : { outputSchema }),
      ...more,
    },
    async call(given, surroundings) {
      const values = readArguments(name, parameters, given);
      return gives.toResult(await definition.run(values, surroundings));
    },
  };
}
