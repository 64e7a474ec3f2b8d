import type { z } from "zod";
import type { Context } from "./context.ts";

/** What an operation does to the world; faces derive annotations, write guards and help from it. */
export interface Effects {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly destroys: boolean;
  /** Whether doing it twice changes more than doing it once; not so when it is left out. */
  readonly accumulates?: boolean;
}

/** How the command line spells an operation. Input fields that are not positional become options (`camelCase` → `--kebab-case`). */
export interface CommandLine {
  /** Input fields given by position, in order; the last may be an array field. */
  readonly positionals: readonly string[];
  /** One-letter forms: field → letter. */
  readonly short?: Readonly<Record<string, string>>;
  /** Complete command lines, shown in help and executed by a test. */
  readonly examples: readonly string[];
}

/** How hosts that show a server's pages use an operation (MCP Apps, 2026-01-26). */
export interface AppTool {
  /** The page that shows its result. */
  readonly resourceUri?: string;
  /** Who calls it: the model, that page, or both. */
  readonly visibility: readonly ("model" | "app")[];
  /** The field of the output that is for the page alone: it goes beside the answer, where no model reads it. */
  readonly viewField: string;
}

/**
 * One thing Footnote can do, declared once. The CLI command, its help and `--json`, the MCP tool and the reference page
 * are derived from it.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** MCP tool name and CLI command, e.g. "search". */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** The root is always an object, as older MCP hosts expect. */
  readonly output: Output;
  readonly effects: Effects;
  readonly faces: readonly ("cli" | "mcp")[];
  readonly commandLine: CommandLine;
  readonly app?: AppTool;
  run(input: z.output<Input>, context: Context): Promise<z.input<Output>>;
  /** Short Markdown for the model and the terminal. Document text in it is escaped or fenced: it never becomes markup. */
  render(output: z.output<Output>): string;
  /** 0 done, 1 nothing found or check failed, 3 partly done. */
  exitCode(output: z.output<Output>): 0 | 1 | 3;
}

/** Keeps the types of input and output tied together in a declaration. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodObject>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
