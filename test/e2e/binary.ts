import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The executable under test, made by `bun run build`. */
export const BINARY = join(import.meta.dir, "../../dist", process.platform === "win32" ? "footnote.exe" : "footnote");

export const FIXTURES = join(import.meta.dir, "../fixtures");

/** An empty folder that is gone afterwards. */
export function emptyFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "footnote-e2e-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs the executable with nothing of this process's environment but what is given. */
export function footnote(args: readonly string[], { cwd, env = {} }: { cwd: string; env?: Record<string, string> }) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([BINARY, ...args], {
    cwd,
    env: { HOME: cwd, ...env },
    stdin: "ignore",
  });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}
