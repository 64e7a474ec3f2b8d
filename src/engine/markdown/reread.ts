import type { Span } from "../document.ts";
import { frontMatterEnd } from "./front-matter.ts";
import { normalText } from "./lines.ts";
import { type Part, type PartWishes, readParts } from "./part.ts";

interface Known {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** What was put in the place of a range of the older text. */
interface Change extends Span {
  readonly text: string;
}

/**
 * The parts of a text that was made of a known one by changes, in order: those away from the changes are taken over, for a block parser goes from left to right, and where a
 * part begins nothing is open but a list. Undefined when front matter may have come or gone.
 */
export function partsAfter(
  known: Known,
  text: string,
  changes: readonly Change[],
  wishes: PartWishes = {},
): readonly Part[] | undefined {
  const parts = new Rereader(known, text, wishes).read(changes);
  const had = known.parts[0]?.elements[0]?.kind === "front_matter";
  if (!had && !text.startsWith("---")) return parts;
  const [first] = parts;
  if (had && first === known.parts[0]) return parts;
  if (first?.elements[0]?.kind === "front_matter") return parts;
  return frontMatterEnd(normalText(text).source) === 0 && !had ? parts : undefined;
}

class Rereader {
  private readonly before: string;
  private readonly parts: readonly Part[];
  private readonly text: string;
  private readonly wishes: PartWishes;
  /** Where each part begins, and the last one ends. */
  private readonly starts: Float64Array;
  private readonly made: Part[] = [];

  constructor({ text: before, parts }: Known, text: string, wishes: PartWishes) {
    this.before = before;
    this.parts = parts;
    this.text = text;
    this.wishes = wishes;
    this.starts = new Float64Array(parts.length + 1);
    parts.forEach(({ length }, at) => {
      this.starts[at + 1] = this.start(at) + length;
    });
  }

  read(changes: readonly Change[]): readonly Part[] {
    /** The next part that was not taken over or read again, and how much later it begins in the new text. */
    let next = 0;
    let shift = 0;
    for (let at = 0; at < changes.length; ) {
      const change = changes[at];
      if (change === undefined) break;
      const first = this.lastBefore(change.start, next);
      this.take(next, first);
      const from = this.start(first) + shift;
      let end = change.end;
      shift += grown(change);
      at++;
      for (let step = 1, found = false; !found; step *= 2) {
        let resume = Math.min(this.parts.length, this.firstAfter(end) + step - 1);
        // The next change may lie in what was to be read up to, or where that begins.
        for (let more = changes[at]; more !== undefined; more = changes[at]) {
          if (resume < this.parts.length && more.start > this.evidence(this.before, this.start(resume), resume)) break;
          end = Math.max(end, more.end);
          shift += grown(more);
          at++;
          resume = Math.max(resume, this.firstAfter(end));
        }
        found = this.readUpTo(from, resume, shift, first === 0);
        if (found) next = resume;
      }
    }
    this.take(next, this.parts.length);
    return this.made;
  }

  private start(part: number): number {
    return this.starts[part] ?? 0;
  }

  private take(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const part = this.parts[at];
      if (part !== undefined) this.made.push(part);
    }
  }

  /**
   * The last part, from `least` on, that begins before a change, with the line that shows it is one, and one character more: CR can become CR LF. What is before it ends there
   * whatever follows.
   */
  private lastBefore(change: number, least: number): number {
    let low = least;
    let high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.evidence(this.before, this.start(middle), middle) + 1 <= change) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The first part that begins behind an offset; the number of parts when none does. */
  private firstAfter(offset: number): number {
    let low = 0;
    let high = this.parts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Behind what of the part shows that one begins there, at an offset of a text: the lines of its heading, or its first line. */
  private evidence(text: string, start: number, part: number): number {
    const { level = 0, elements = [] } = this.parts[part] ?? {};
    const ending = /\r\n?|\n/g;
    ending.lastIndex = start + (level > 0 ? (elements[0]?.end ?? 0) : 0);
    return ending.test(text) ? ending.lastIndex : text.length;
  }

  /** Reads from an offset up to where a part begins; false when none begins there any more. */
  private readUpTo(from: number, resume: number, shift: number, beginning: boolean): boolean {
    const wanted = this.parts[resume];
    if (wanted === undefined) {
      this.push(readParts(this.text.slice(from), beginning, this.wishes));
      return true;
    }
    const at = this.start(resume) + shift - from;
    const end = this.evidence(this.text, from + at, resume);
    const read = readParts(this.text.slice(from, end), beginning, { ...this.wishes, at });
    const last = read.at(-1);
    if (last === undefined || !begins(last, wanted, read, at)) return false;
    this.push(read.slice(0, -1));
    return true;
  }

  private push(parts: readonly Part[]): void {
    for (const part of parts) this.made.push(part);
  }
}

/** Whether the last part read begins where it should, with the same heading, or as the other does with none. */
function begins(last: Part, wanted: Part, read: readonly Part[], at: number): boolean {
  if (read.slice(0, -1).reduce((sum, { length }) => sum + length, 0) !== at || read.length < 2) return false;
  if (wanted.level === 0) return last.level === 0;
  const [found, heading] = [last.elements[0], wanted.elements[0]];
  return last.level === wanted.level && found?.selfHash === heading?.selfHash && found?.end === heading?.end;
}

function grown({ start, end, text }: Change): number {
  return text.length - (end - start);
}

const STRIDE = 4096;

/** The one change that makes a text of another. */
export function changeBetween(before: string, text: string): Change {
  const start = commonHead(before, text);
  const tail = commonTail(before, text, Math.min(before.length, text.length) - start);
  return { start, end: before.length - tail, text: text.slice(start, text.length - tail) };
}

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
