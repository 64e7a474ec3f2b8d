import type { MultiBar, SingleBar } from "cli-progress";
import type { ProgressEvent } from "../../foundation/progress.ts";

/** Shows what a long operation does. `close` leaves the terminal tidy. */
export interface Reporter {
  report(event: ProgressEvent): void;
  close(): void;
}

export const silent: Reporter = { report: () => {}, close: () => {} };

/** Every event as one JSON line. */
export function jsonReporter(write: (line: string) => void): Reporter {
  return { report: (event) => write(`${JSON.stringify({ event })}\n`), close: () => {} };
}

/** Plain lines: every file, and pages or vectors of a long one at most every `interval` milliseconds. */
export function lineReporter(write: (line: string) => void, now: () => number, interval = 2000): Reporter {
  let last = now();
  return {
    report(event) {
      if (event.kind === "pages" || event.kind === "vectors") {
        if (now() - last < interval) return;
        last = now();
      }
      const line = describe(event);
      if (line !== "") write(`${line}\n`);
    },
    close: () => {},
  };
}

/** Bars for files, pages and vectors, each with the time that is left. Nothing is drawn before there is something to show. */
export async function barReporter(): Promise<Reporter> {
  const { MultiBar, Presets } = await import("cli-progress");
  const format = " {bar} {percentage}% {value}/{total} {unit} {eta_formatted} {name}";
  let shown: Reporter | undefined;
  return {
    report(event) {
      shown ??= reportOnBars(
        new MultiBar(
          { clearOnComplete: true, hideCursor: true, etaBuffer: 30, format, formatTime: timeLeft },
          Presets.shades_classic,
        ),
      );
      shown.report(event);
    },
    close: () => shown?.close(),
  };
}

/** `4m05s`; nothing while nobody knows: cli-progress then gives "NULL" or "INF" for a number. */
export function timeLeft(seconds: unknown): string {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return "";
  const two = (number: number): string => String(Math.floor(number)).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}h${two((seconds % 3600) / 60)}m`;
  return seconds >= 60 ? `${Math.floor(seconds / 60)}m${two(seconds % 60)}s` : `${Math.ceil(seconds)}s`;
}

function reportOnBars(bars: MultiBar): Reporter {
  let files: SingleBar | undefined;
  const parts = new Map<string, SingleBar>();
  const part = (path: string, unit: string, done: number, of: number): void => {
    const key = `${unit} ${path}`;
    const bar = parts.get(key) ?? bars.create(of, 0, { unit, name: baseName(path) });
    parts.set(key, bar);
    bar.setTotal(of);
    bar.update(done);
    if (done >= of) drop(key);
  };
  const drop = (key: string): void => {
    const bar = parts.get(key);
    if (bar !== undefined) bars.remove(bar);
    parts.delete(key);
  };
  return {
    report(event) {
      switch (event.kind) {
        case "start":
          files = bars.create(event.files, 0, { unit: "files", name: "" });
          break;
        case "file":
          files?.update({ name: baseName(event.path) });
          break;
        case "pages":
        case "vectors":
          part(event.path, event.kind === "pages" ? "pages" : "passages", event.done, event.of);
          break;
        case "file-done":
          drop(`pages ${event.path}`);
          drop(`passages ${event.path}`);
          files?.increment();
          if (event.outcome === "failed") bars.log(`${describe(event)}\n`);
      }
    },
    close: () => bars.stop(),
  };
}

function describe(event: ProgressEvent): string {
  switch (event.kind) {
    case "start":
      return event.files === 0 ? "" : count(event.files, "file");
    case "file":
      return "";
    case "pages":
      return `${event.path}: page ${event.done} of ${event.of}`;
    case "vectors":
      return `${event.path}: passage ${event.done} of ${event.of} embedded`;
    case "file-done":
      if (event.outcome === "failed")
        return `${event.path}: failed (${event.code ?? "internal"}): ${event.message ?? ""}`;
      if (event.outcome === "removed") return `${event.path}: removed`;
      // Most formats have no pages.
      return `${event.path}: ${event.outcome}${event.pages === 0 ? "" : `, ${count(event.pages, "page")}`}, ${count(event.passages, "passage")}`;
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
