import { sha256 } from "../../foundation/bytes/sha256.ts";

/** The lines of a file that a row stands for: from its own to the last one before the next row, from 1; without blank lines at the end. */
export interface Extent {
  readonly line: number;
  readonly end_line: number;
}

/** Lines without their ends, LF or CR LF. */
export function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.replace(/\r$/, ""));
}

/**
 * Extents of rows that stand at `starts` (from 1, in any order, several may share one) in a file of these lines, by start. A row's sections are rows of their own, so what
 * stands in them does not belong to it.
 */
export function extentsOf(lines: readonly string[], starts: readonly number[]): Map<number, Extent> {
  const ordered = [...new Set(starts)].sort((a, b) => a - b);
  return new Map(
    ordered.map((line, at) => {
      let end = Math.min((ordered[at + 1] ?? lines.length + 1) - 1, lines.length);
      while (end > line && (lines[end - 1] ?? "").trim() === "") end--;
      return [line, { line, end_line: Math.max(line, end) }];
    }),
  );
}

/** 32 hex digits of the SHA-256 of an extent's lines, joined by LF; blanks at the ends of lines do not count. */
export function digestOf(lines: readonly string[], { line, end_line }: Extent): string {
  const text = lines
    .slice(line - 1, end_line)
    .map((one) => one.trimEnd())
    .join("\n");
  return sha256(new TextEncoder().encode(text)).slice(0, 32);
}
