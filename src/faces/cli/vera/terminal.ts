import type { Context } from "../../../toolsets/context.ts";

/** What VERA's commands write to and know of their surroundings. Texts are lines: the line end is added. */
export interface VeraTerminal {
  out(text: string): Promise<void>;
  err(text: string): void;
  /** What a search needs, opened when it is asked for. */
  open(): Context;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
}
