import type { ProgressEvent } from "../../foundation/progress.ts";

export interface ProgressParams extends Record<string, unknown> {
  progressToken: string | number;
  progress: number;
  message: string;
}

/**
 * Turns events into progress notifications when the client gave a token. `progress` counts the events, since it must grow with every
 * notification (MCP 2025-11-25, Progress) while pages start anew with every file; the message says what is really done.
 */
export function progressNotifier(
  progressToken: string | number | undefined,
  notify: (params: ProgressParams) => Promise<void>,
): (event: ProgressEvent) => void {
  if (progressToken === undefined) return () => {};
  let progress = 0;
  return (event) => {
    progress += 1;
    // A client that left misses nothing by a notification that cannot be sent.
    notify({ progressToken, progress, message: describe(event) }).catch(() => {});
  };
}

function describe(event: ProgressEvent): string {
  switch (event.kind) {
    case "start":
      return `${event.files} files`;
    case "file":
      return `${event.path} (${event.index + 1} of ${event.of})`;
    case "pages":
      return `${event.path}: page ${event.done} of ${event.of}`;
    case "vectors":
      return `${event.path}: passage ${event.done} of ${event.of} embedded`;
    case "file-done":
      return `${event.path}: ${event.outcome}`;
  }
}
