import { version } from "../../../package.json";
import { operations } from "../../toolsets/registry.ts";
import { openSession } from "../context.ts";
import { runCli } from "./cli.ts";
import { processTerminal } from "./terminal.ts";

/** The command line on this process's streams. The first interrupt asks the operation to stop, the second ends at once. */
export async function main(args: readonly string[]): Promise<void> {
  const interrupt = new AbortController();
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(signal, () => {
      if (interrupt.signal.aborted) process.exit(code);
      interrupt.abort();
    });
  }
  const exitCode = await runCli(args, {
    operations,
    version,
    terminal: await processTerminal(),
    signal: interrupt.signal,
    now: () => performance.now(),
    open: (globals, progress, signal) => ({
      ...openSession(globals).context(progress, signal),
      stdin: () => Bun.stdin.text(),
    }),
  });
  // Workers that are still alive must not keep a finished command waiting.
  process.exit(exitCode);
}
