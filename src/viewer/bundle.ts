import { join } from "node:path";

/**
 * One script or style for browsers, out of `entry` and all it imports. A macro: it runs when Bun reads the module that calls it, from source as in
 * `bun build --compile`, so the executable carries the text and nothing generated is kept in the repository.
 */
export function bundle(entry: string): string {
  const built = Bun.spawnSync(
    [process.execPath, "build", `./${entry}`, "--target=browser", "--format=iife", "--minify"],
    {
      cwd: join(import.meta.dir, "page"),
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  if (!built.success) throw new Error(`the viewer's ${entry} cannot be bundled:\n${built.stderr}`);
  return built.stdout.toString().trim();
}
