import type { CallToolResult, McpServer, ServerContext, Tool } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { AppTool, Operation } from "../../toolsets/operation.ts";
import { parseInput } from "../input.ts";
import type { ServerOptions } from "./options.ts";
import { progressNotifier } from "./progress.ts";

/**
 * The operations as tools. Handlers of the protocol rather than `registerTool`, so that a wrong argument gets the same code,
 * message and remedy as on the command line, and a tool that is not offered says why.
 */
export function serveTools({ server }: McpServer, options: ServerOptions): void {
  const tools = new Map(options.operations.filter(({ faces }) => faces.includes("mcp")).map((it) => [it.name, it]));
  const offered = (operation: Operation) => options.allowWrite || !changes(operation);
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.values()].filter(offered).map(describeTool) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    try {
      const operation = tools.get(params.name);
      if (operation === undefined) throw new FootnoteError("unknown_command", { name: params.name, suggestion: "" });
      if (!offered(operation)) throw new FootnoteError("write_not_allowed", { operation: params.name });
      return await call(operation, params.arguments ?? {}, options, context);
    } catch (thrown) {
      return failure(toFootnoteError(thrown));
    }
  });
}

function describeTool(operation: Operation): Tool {
  const { name, title, description, input, output, effects, app } = operation;
  return {
    name,
    title,
    description,
    inputSchema: objectSchema(input, "input"),
    outputSchema: objectSchema(app === undefined ? output : without(output, app.viewField), "output"),
    annotations: {
      readOnlyHint: !changes(operation),
      destructiveHint: effects.destroys,
      // Adding twice adds nothing, removing twice removes nothing.
      idempotentHint: effects.accumulates !== true,
      openWorldHint: false,
    },
    ...(app === undefined ? {} : { _meta: { ui: uiOf(app) } }),
  };
}

function uiOf({ resourceUri, visibility }: AppTool): Record<string, unknown> {
  return { ...(resourceUri === undefined ? {} : { resourceUri }), visibility: [...visibility] };
}

async function call(
  operation: Operation,
  input: unknown,
  { session }: ServerOptions,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const notify = progressNotifier(mcpReq._meta?.progressToken, (params) =>
    mcpReq.notify({ method: "notifications/progress", params }),
  );
  const parsed = parseInput(operation, input, (field) => field);
  const output = operation.output.parse(await operation.run(parsed, session.context(notify, mcpReq.signal)));
  const content: CallToolResult["content"] = [{ type: "text", text: operation.render(output) }];
  if (operation.app === undefined) return { content, structuredContent: output };
  const { [operation.app.viewField]: view, ...structuredContent } = output;
  return { content, structuredContent, _meta: { "footnote/view": view } };
}

/**
 * A failed call. The error object goes into `_meta`: clients of the 2025 era hold `structuredContent` against the output schema even when
 * `isError` is set, and would lose the message.
 */
function failure(error: FootnoteError): CallToolResult {
  return {
    isError: true,
    content: [{ type: "text", text: `${error.message} ${error.remedy} (${error.code})` }],
    _meta: { "footnote/error": { ...error.report() } },
  };
}

function changes({ effects }: Operation): boolean {
  return effects.writes || effects.destroys;
}

function without(schema: z.ZodObject, field: string): z.ZodObject {
  // zod's type of the mask rules out numbers, which a computed key of TypeScript's might be.
  return schema.omit({ [field]: true } as Record<string, true> & Record<number, never>);
}

/** The JSON Schema of an object, which the protocol wants at the root. */
function objectSchema(schema: z.ZodObject, io: "input" | "output"): Tool["inputSchema"] {
  return { ...schema["~standard"].jsonSchema[io]({ target: "draft-2020-12" }), type: "object" };
}
