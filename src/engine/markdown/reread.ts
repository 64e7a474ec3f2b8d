import { readSections, type SectionPart } from "./section.ts";

/** A text and its sections. */
export interface Remembered {
  readonly text: string;
  readonly sections: readonly SectionPart[];
}

/**
 * The sections of a text that differs little from one that is known: those before and behind the difference are taken over, for a block
 * parser goes from left to right, and at a heading nothing is open. Undefined when that does not pay, or cannot be known.
 */
export function sectionsAfter(known: readonly Remembered[], text: string): readonly SectionPart[] | undefined {
  for (const old of known) {
    const head = commonHead(old.text, text);
    const tail = commonTail(old.text, text, Math.min(old.text.length, text.length) - head);
    if (head + tail > text.length / 2) return reread(old, text, head, tail);
  }
  return undefined;
}

function reread(
  { text: before, sections }: Remembered,
  text: string,
  head: number,
  tail: number,
): readonly SectionPart[] | undefined {
  let kept = 0;
  let from = 0;
  for (let section = sections[kept]; section !== undefined; section = sections[kept]) {
    // The heading that follows must be the same to the end of its line, and one character more, for CR can become CR LF.
    const next = sections[kept + 1];
    const start = from + section.length;
    if (next === undefined || behindHeading(before, start, next) + 1 > head) break;
    from = start;
    kept++;
  }
  // Whether there is front matter depends on all lines that could close it.
  if (text.startsWith("---") && (kept === 0 || sections[0]?.elements[0]?.kind !== "front_matter")) return undefined;
  const front = sections.slice(0, kept);
  const shift = text.length - before.length;
  const starts = startsOf(sections);
  const first = starts.findIndex((start, index) => index > kept && start > before.length - tail);
  for (let back = first, step = 1; first > 0 && back < sections.length; back += step, step *= 2) {
    const heading = sections[back];
    const start = (starts[back] ?? 0) + shift;
    if (heading === undefined) break;
    const middle = readSections(text.slice(from, behindHeading(text, start, heading)), kept === 0);
    if (endsWith(middle, heading, start - from)) return [...front, ...middle.slice(0, -1), ...sections.slice(back)];
  }
  return [...front, ...readSections(text.slice(from), kept === 0)];
}

/** Whether the last section read begins where it should, with the same heading and nothing else. */
function endsWith(sections: readonly SectionPart[], { elements: [wanted] }: SectionPart, start: number): boolean {
  const last = sections.at(-1);
  const [found] = last?.elements ?? [];
  if (last === undefined || found === undefined || wanted === undefined || last.leaves.length !== 1) return false;
  const at = sections.slice(0, -1).reduce((sum, { length }) => sum + length, 0);
  return at === start && found.level !== undefined && found.selfHash === wanted.selfHash && found.end === wanted.end;
}

function startsOf(sections: readonly SectionPart[]): readonly number[] {
  const starts: number[] = [];
  let at = 0;
  for (const { length } of sections) {
    starts.push(at);
    at += length;
  }
  return starts;
}

/** Behind the line that the heading of a section ends in. */
function behindHeading(text: string, start: number, section: SectionPart): number {
  const ending = /\r\n?|\n/g;
  ending.lastIndex = start + (section.elements[0]?.end ?? 0);
  return ending.test(text) ? ending.lastIndex : text.length;
}

const STRIDE = 4096;

function commonHead(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRIDE <= most && a.slice(at, at + STRIDE) === b.slice(at, at + STRIDE)) at += STRIDE;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function commonTail(a: string, b: string, most: number): number {
  const end = (text: string, length: number, count: number) =>
    text.slice(text.length - length - count, text.length - length);
  let length = 0;
  while (length + STRIDE <= most && end(a, length, STRIDE) === end(b, length, STRIDE)) length += STRIDE;
  while (length < most && end(a, length, 1) === end(b, length, 1)) length++;
  return length;
}
