import { homedir } from "node:os";
import { openSession } from "../../context.ts";
import { processTerminal } from "../terminal.ts";
import { runVera } from "./run.ts";

/** VERA's command line on this process's streams. */
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
  const { out, err } = await processTerminal();
  const exitCode = await runVera(args, {
    out: (text) => out(`${text}\n`),
    err: (text) => err(`${text}\n`),
    open: () => openSession({}).context(() => {}, interrupt.signal),
    signal: interrupt.signal,
    now: () => new Date(),
    cwd: process.cwd(),
    env: process.env,
    home: homedir(),
    platform: process.platform,
  });
  // Workers that are still alive must not keep a finished command waiting.
  process.exit(exitCode);
}
