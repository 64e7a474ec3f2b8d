import { join } from "node:path";
import { BINARY } from "../e2e/binary.ts";

const ROOT = join(import.meta.dir, "../..");

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export type CommandLine = (...args: string[]) => Promise<Called>;

/** VERA's own command line, in one process that is kept. */
export function startVera(): { call: CommandLine; stop: () => void } {
  const python = join(ROOT, ".cache/vera-venv/bin/python");
  const peer = Bun.spawn([python, join(import.meta.dir, "peer.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = linesOf(peer.stdout);
  return {
    async call(...args) {
      peer.stdin.write(`${JSON.stringify(args)}\n`);
      peer.stdin.flush();
      const { value } = await lines.next();
      if (value === undefined) throw new Error("VERA ended. Run .ci/peers first.");
      const [code, out, err]: [number, string, string] = JSON.parse(value);
      return { code, out, err };
    },
    stop: () => peer.kill(),
  };
}

/** The executable's `vera` command. */
export const footnoteVera: CommandLine = async (...args) => {
  const run = Bun.spawnSync([BINARY, "vera", ...args], { stdio: ["ignore", "pipe", "pipe"] });
  return { code: run.exitCode, out: run.stdout.toString(), err: run.stderr.toString() };
};

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, undefined> {
  let held = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    held += chunk;
    for (let end = held.indexOf("\n"); end >= 0; end = held.indexOf("\n")) {
      yield held.slice(0, end);
      held = held.slice(end + 1);
    }
  }
  return undefined;
}
