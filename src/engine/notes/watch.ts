import { watch } from "node:fs";

export interface Watching {
  close(): void;
}

/** So long a path has to be quiet (kb.md §5.6). */
const QUIET_MS = 400;

/**
 * Tells the paths, relative to `root` with "/", of Markdown files that are made, changed, renamed (both names) or removed, once they are quiet. A folder that comes
 * or goes is told as such: with all that is in it the index has to be compared anew.
 */
export function watchFolder(
  root: string,
  onChange: (path: string) => void,
  onProblem: (problem: string) => void,
): Watching {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const watcher = watch(root, { recursive: true, persistent: false }, (_, name) => {
    if (name === null) return;
    const path = name.replaceAll("\\", "/");
    clearTimeout(waiting.get(path));
    const timer = setTimeout(() => {
      waiting.delete(path);
      onChange(path);
    }, QUIET_MS);
    timer.unref();
    waiting.set(path, timer);
  });
  watcher.on("error", (error) => onProblem(error instanceof Error ? error.message : String(error)));
  return {
    close() {
      for (const timer of waiting.values()) clearTimeout(timer);
      watcher.close();
    },
  };
}
