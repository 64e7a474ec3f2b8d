import type { z } from "zod";
import type { Notebook } from "../notebook.ts";

/** A block of what a tool answers that is no JSON, as MCP has it. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string }
  | {
      readonly type: "resource";
      readonly resource: { readonly uri: string; readonly mimeType: string; readonly blob: string };
    };

interface Common<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Whether clients put the arguments into one named `request` (kb.md §1.1). */
  readonly wrapped: boolean;
  readonly effect: "reads" | "writes" | "destroys";
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A tool that answers one object. */
export interface ObjectTool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject>
  extends Common<Input> {
  readonly output: Output;
  run(input: z.output<Input>, notebook: Notebook, signal: AbortSignal): Promise<z.input<Output>> | z.input<Output>;
}

/** A tool that answers pictures or files. */
export interface BlocksTool<Input extends z.ZodObject = z.ZodObject> extends Common<Input> {
  readonly output?: undefined;
  run(input: z.output<Input>, notebook: Notebook): Promise<readonly Block[]> | readonly Block[];
}

export type KbTool = ObjectTool | BlocksTool;

/** Keeps the types of input and output tied together in a declaration. */
export function objectTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ObjectTool<Input, Output>,
): ObjectTool<Input, Output> {
  return tool;
}

export function blocksTool<Input extends z.ZodObject>(tool: BlocksTool<Input>): BlocksTool<Input> {
  return tool;
}
