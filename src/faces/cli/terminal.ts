import { isColorSupported } from "picocolors";

/** What the command line writes to; tests put strings there. */
export interface Terminal {
  /** True when people read stdout directly. */
  readonly interactive: boolean;
  /** True when people read stderr directly. */
  readonly interactiveErrors: boolean;
  /** False when NO_COLOR is set or --no-color given. */
  readonly color: boolean;
  readonly columns: number;
  out(text: string): Promise<void>;
  err(text: string): void;
}

/** The process's own streams. A reader that goes away (`| head`) ends the process quietly. */
export function processTerminal(): Terminal {
  process.stdout.on("error", quietOnBrokenPipe);
  process.stderr.on("error", quietOnBrokenPipe);
  return {
    interactive: process.stdout.isTTY === true,
    interactiveErrors: process.stderr.isTTY === true,
    color: isColorSupported,
    // A terminal that does not know its width says 0.
    columns: process.stdout.columns || 100,
    out: (text) =>
      new Promise((resolve, reject) => {
        process.stdout.write(text, (error) => (error ? quietOnBrokenPipe(error, reject) : resolve()));
      }),
    err: (text) => void process.stderr.write(text),
  };
}

function quietOnBrokenPipe(error: Error, otherwise: (error: Error) => void = () => {}): void {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  otherwise(error);
}
