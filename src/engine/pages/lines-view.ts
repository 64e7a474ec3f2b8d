import { FootnoteError } from "../../foundation/errors.ts";
import { LINES_PER_SECTION, type LinesView } from "./view.ts";

/** A longer line is shown around its first mark: a file without line ends is no reason to send it whole. */
const LONGEST_LINE = 8000;

/** [line, from, to]: characters of a line, from 1 and in UTF-16 units. */
export type Mark = readonly [line: number, from: number, to: number];

/** Lines of a text with what is quoted in them. */
export interface MarkedLines {
  readonly lines: readonly string[];
  /** First and last line of each place. */
  readonly spans: readonly (readonly [first: number, last: number])[];
  readonly marks: readonly Mark[];
}

/** A section of a text; 0 is the one of the first span. Throws invalid_argument for a section that is not there. */
export function linesView({ lines, spans, marks }: MarkedLines, section: number, notice: string): LinesView {
  const sections = Math.max(1, Math.ceil(lines.length / LINES_PER_SECTION));
  const page = section === 0 ? Math.min(sections, sectionOf(spans[0]?.[0] ?? 1)) : section;
  if (page < 1 || page > sections)
    throw new FootnoteError("invalid_argument", {
      what: `page ${section}`,
      problem: `Text section must be between 1 and ${sections}`,
      command: "open",
    });
  const start = (page - 1) * LINES_PER_SECTION;
  const shown: string[] = [];
  const shownMarks: number[][] = [];
  lines.slice(start, start + LINES_PER_SECTION).forEach((line, index) => {
    const number = start + index + 1;
    const here = marks.filter(([at]) => at === number);
    const { text, shift } = shortened(line, here[0]?.[1] ?? 0);
    shown.push(text);
    for (const [, from, to] of here) {
      const [left, right] = [Math.max(0, from - shift), Math.min(text.length, to - shift)];
      if (left < right) shownMarks.push([number, left, right]);
    }
  });
  return {
    kind: "markdown",
    page,
    page_count: sections,
    notice,
    lines: shown,
    line_start: start + 1,
    spans: spans.map(([first, last]) => [first, last]),
    marks: shownMarks,
  };
}

/** The section that a line is in, both from 1. */
export function sectionOf(line: number): number {
  return Math.floor((line - 1) / LINES_PER_SECTION) + 1;
}

/** `shift`: what to subtract from an offset into the whole line. */
function shortened(line: string, around: number): { text: string; shift: number } {
  if (line.length <= LONGEST_LINE) return { text: line, shift: 0 };
  const from = Math.max(0, Math.min(around - LONGEST_LINE / 2, line.length - LONGEST_LINE));
  const cut = line.slice(from, from + LONGEST_LINE).toWellFormed();
  const [head, tail] = [from > 0 ? "…" : "", from + LONGEST_LINE < line.length ? "…" : ""];
  return { text: `${head}${cut}${tail}`, shift: from - head.length };
}
