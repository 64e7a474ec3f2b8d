/** What VERA's commands write to and know of their surroundings. Texts are lines: the line end is added. */
export interface VeraTerminal {
  out(text: string): Promise<void>;
  err(text: string): void;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
}
