import { fstatSync } from "node:fs";

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

/**
 * The process's own streams. A reader that goes away (`| head`) ends the process quietly. `process.stdout` takes 15 ms to set up, so it is
 * asked only where a device is there that may be a terminal.
 */
export async function processTerminal(): Promise<Terminal> {
  const interactive = isDevice(1) && process.stdout.isTTY === true;
  const interactiveErrors = isDevice(2) && process.stderr.isTTY === true;
  return {
    interactive,
    interactiveErrors,
    color: (interactive || interactiveErrors) && (await import("picocolors")).isColorSupported,
    // A terminal that does not know its width says 0.
    columns: interactive ? process.stdout.columns || 100 : 100,
    async out(text) {
      try {
        await Bun.write(Bun.stdout, text);
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "EPIPE") process.exit(0);
        throw error;
      }
    },
    err(text) {
      if (process.stderr.listenerCount("error") === 0) process.stderr.on("error", quietOnBrokenPipe);
      process.stderr.write(text);
    },
  };
}

function isDevice(handle: number): boolean {
  try {
    return fstatSync(handle).isCharacterDevice();
  } catch {
    return false;
  }
}

function quietOnBrokenPipe(error: Error): void {
  if ("code" in error && error.code === "EPIPE") process.exit(0);
  throw error;
}
