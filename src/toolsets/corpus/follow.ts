import { watch } from "node:fs";

/** A tree has to be quiet for so long, but is not waited for any longer than that. */
const QUIET_MS = 300;
const LONGEST_MS = 5000;

interface Following {
  /** Paths, relative to the folder with "/", whose changes mean nothing. */
  readonly isIdle: (path: string) => boolean;
  /** Called when the tree has changed and is quiet again. */
  readonly onChange: () => Promise<void>;
  readonly onProblem: (problem: string) => void;
  readonly signal: AbortSignal;
}

/** Follows the changes below a folder until the signal says stop. */
export function follow(root: string, { isIdle, onChange, onProblem, signal }: Following): Promise<void> {
  return new Promise((done) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since: number | undefined;
    const changed = (): void => {
      since = undefined;
      void onChange();
    };
    const watcher = watch(root, { recursive: true }, (_, name) => {
      if (name === null || isIdle(name.replaceAll("\\", "/"))) return;
      const now = performance.now();
      since ??= now;
      clearTimeout(timer);
      timer = setTimeout(changed, Math.max(0, Math.min(QUIET_MS, since + LONGEST_MS - now)));
    });
    watcher.on("error", (error) => onProblem(error instanceof Error ? error.message : String(error)));
    const stop = (): void => {
      clearTimeout(timer);
      watcher.close();
      done();
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
