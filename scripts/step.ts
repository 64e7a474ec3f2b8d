import { resolve } from "node:path";

/** The checkout's folder. */
export const ROOT = resolve(import.meta.dir, "..");

/** Runs a program of the checkout by this very Bun (which need not be on the PATH) and shows what it prints. True when it succeeded. */
export function step(title: string, ...command: string[]): boolean {
  console.log(`\n— ${title}`);
  const { success } = Bun.spawnSync([process.execPath, ...command], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return success;
}

/** Brings node_modules in line with bun.lock; a moment when they already are. */
export function install(): boolean {
  return step("install", "install", "--frozen-lockfile");
}
