import { foldCluster, isLetterOrDigit, isLower, isSpaceless, UNIT, unitKind } from "./fold-units.ts";

/** A range in a text; offsets are UTF-16 units, half open. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text, its search view, and the way between them. */
export interface FoldedText {
  readonly raw: string;
  /** What search and quote matching read: one space between words, no other white space. */
  readonly folded: string;
  /** The range of `raw` that a range of `folded` came from; a range that cuts a character (the "f" of "ﬁ") gets all of it. */
  toCanonical(range: Range): Range;
  /** The range of `folded` that a range of `raw` became; empty where all of it was dropped. */
  toFolded(range: Range): Range;
}

/** Units a cluster may have before it is cut, so that hostile runs of marks stay cheap (UAX #15 §13, stream-safe: 30). */
const CLUSTER_LIMIT = 32;
const HYPHEN = 0x2d;
const SPACE = 0x20;

/**
 * The normalised view of `raw` with a map back. Linear time; about 12 bytes of map for each place where the two run apart.
 *
 * - compatibility forms → what they stand for (NFKD, recomposed): ligatures, width, Arabic presentation forms
 * - case folded; marks dropped on Latin and Greek, vowel points in Arabic and Hebrew; kept elsewhere (Indic, kana, Cyrillic)
 * - curly quotes → ' and ", every dash → -
 * - zero-width characters, bidi controls and other controls dropped
 * - a run of white space → one space; none for a line end between two Chinese or Japanese characters
 * - soft hyphens dropped, with the line end after them
 * - "inter-⏎preter" → "interpreter" where both halves are lower-case letters, else the hyphen stays and the line end goes:
 *   "Anglo-⏎Saxon" → "anglo-saxon". So a real compound broken at its hyphen ("well-⏎known") reads "wellknown" here; who
 *   looks for "well-known" has to try the joined form too, as quote matching does.
 *
 * Folding twice changes nothing. Follows Unicode 16 §5.18 (case), UAX #15 (NFKD), UAX #44 (White_Space, Default_Ignorable).
 */
export function fold(raw: string): FoldedText {
  return new Folder(raw).run();
}

/** Only the search view of `raw`. */
export function foldString(raw: string): string {
  return fold(raw).folded;
}

/** The search view of a quote or a query: as `foldString`, without white space at its ends. */
export function foldQuote(quote: string): string {
  return foldString(quote).trim();
}

class Folder {
  private readonly raw: string;
  private out: Uint16Array;
  private length = 0;
  private widest = 0;
  private readonly runs = new Runs();
  /** Where the last cluster that left something began, in both texts: a mark that follows belongs to it. */
  private lastRaw = 0;
  private lastOut = 0;

  constructor(raw: string) {
    this.raw = raw;
    this.out = new Uint16Array(raw.length + 64);
  }

  run(): FoldedText {
    const raw = this.raw;
    for (let at = 0; at < raw.length; ) {
      at = this.stretch(at);
      if (at < raw.length) at = this.special(unitKind(raw.charCodeAt(at)), at);
    }
    return new MappedText(raw, this.text(), this.runs);
  }

  /** Emits what stands for itself, letters A to Z, and single spaces between these, and returns where that ends: nearly all of most texts. */
  private stretch(at: number): number {
    const { raw } = this;
    const from = at;
    let unit = 0;
    for (; at < raw.length; at++) {
      unit = raw.charCodeAt(at);
      if (unit === SPACE) {
        if (at === from || at + 1 === raw.length || !standsForItself(raw.charCodeAt(at + 1))) break;
        this.push(SPACE);
      } else if (unit >= 0x41 && unit <= 0x5a) this.push(unit + 32);
      else if (unitKind(unit) === UNIT.same) this.push(unit);
      else break;
    }
    if (at > from) {
      this.lastRaw = at - 1;
      this.lastOut = this.length - 1;
      this.runs.stretch(this.lastOut - (at - 1 - from), from, at - from);
    }
    return at;
  }

  private special(kind: number, at: number): number {
    switch (kind) {
      case UNIT.space:
      case UNIT.line:
        return this.space(at);
      case UNIT.drop:
        return at + 1;
      case UNIT.mark:
        return this.marks(at);
      case UNIT.dash:
        return this.dash(at);
      case UNIT.softHyphen: {
        const gap = this.gap(at + 1);
        return gap.breaks ? gap.end : at + 1;
      }
      case UNIT.jamo:
        return this.jamo(at);
      case UNIT.high:
        return this.pair(at);
      default:
        return this.cluster(at, at + 1);
    }
  }

  /** A white-space run, with whatever is dropped inside it. */
  private space(at: number): number {
    const { end, breaks } = this.gap(at);
    if (breaks && this.lastRaw < at && this.length > 0 && isSpaceless(this.raw.charAt(at - 1))) {
      if (isSpaceless(this.raw.charAt(end))) return end;
    }
    if (this.length > 0 && this.out[this.length - 1] === SPACE) this.replaceLast(" ", end);
    else if (end === at + 1) this.emit(SPACE, at);
    else this.atomic(" ", at, end);
    return end;
  }

  /** A hyphen at a line end joins what it parted. */
  private dash(at: number): number {
    const { end, breaks } = this.gap(at + 1);
    // What folds to nothing before it, such as a lone tatweel, is no half of a word.
    if (!breaks || this.length === 0 || this.out[this.length - 1] === SPACE) {
      this.emit(HYPHEN, at);
      return at + 1;
    }
    const before = this.raw.charAt(at - 1);
    const after = this.raw.charAt(end);
    if (isLower(before) && isLower(after)) return end;
    this.emit(HYPHEN, at);
    return isLetterOrDigit(before) && isLetterOrDigit(after) ? end : at + 1;
  }

  private marks(at: number): number {
    const end = this.while(at, (unit) => unitKind(unit) === UNIT.mark || unitKind(unit) === UNIT.drop);
    const standsAlone = this.length === 0 || this.out[this.length - 1] === SPACE;
    if (standsAlone || end - this.lastRaw > CLUSTER_LIMIT) return this.cluster(at, end);
    this.replaceLast(foldCluster(this.raw.slice(this.lastRaw, end)), end);
    return end;
  }

  /** Hangul letters compose over what is dropped between them. */
  private jamo(at: number): number {
    const end = this.while(at, (unit) => unitKind(unit) === UNIT.jamo);
    const follows = this.length > this.lastOut && unitKind(this.raw.charCodeAt(this.lastRaw)) === UNIT.jamo;
    if (!follows || end - this.lastRaw > CLUSTER_LIMIT) return this.cluster(at, end);
    this.replaceLast(foldCluster(this.raw.slice(this.lastRaw, end)), end);
    return end;
  }

  private pair(at: number): number {
    const point = this.raw.codePointAt(at) ?? 0;
    if (point < 0x10000) {
      this.emit(point, at);
      return at + 1;
    }
    const character = String.fromCodePoint(point);
    if (this.length > 0 && this.out[this.length - 1] !== SPACE && /^\p{M}$/u.test(character)) {
      if (at + 2 - this.lastRaw <= CLUSTER_LIMIT) {
        this.replaceLast(foldCluster(this.raw.slice(this.lastRaw, at + 2)), at + 2);
        return at + 2;
      }
    }
    return this.cluster(at, at + 2);
  }

  private cluster(start: number, end: number): number {
    const folded = foldCluster(this.raw.slice(start, end));
    if (folded !== "") this.atomic(folded, start, end);
    return end;
  }

  /** Where the white space (and what is dropped inside it) from `at` on ends, and whether a line ends there. */
  private gap(at: number): { end: number; breaks: boolean } {
    let breaks = false;
    let end = at;
    for (; end < this.raw.length; end++) {
      const kind = unitKind(this.raw.charCodeAt(end));
      if (kind === UNIT.line) breaks = true;
      else if (kind !== UNIT.space && kind !== UNIT.drop) break;
    }
    return { end, breaks };
  }

  private while(at: number, test: (unit: number) => boolean): number {
    let end = at;
    while (end < this.raw.length && end - at < CLUSTER_LIMIT && test(this.raw.charCodeAt(end))) end++;
    return end;
  }

  private emit(unit: number, at: number): void {
    this.lastRaw = at;
    this.lastOut = this.length;
    this.runs.linear(this.length, at);
    this.push(unit);
  }

  private atomic(folded: string, start: number, end: number): void {
    this.lastRaw = start;
    this.lastOut = this.length;
    this.runs.atomic(this.length, start, end);
    for (let i = 0; i < folded.length; i++) this.push(folded.charCodeAt(i));
  }

  private replaceLast(folded: string, end: number): void {
    this.length = this.lastOut;
    this.runs.truncate(this.length);
    if (folded !== "") this.atomic(folded, this.lastRaw, end);
  }

  private push(unit: number): void {
    if (this.length === this.out.length) {
      const wider = new Uint16Array(this.out.length * 2);
      wider.set(this.out);
      this.out = wider;
    }
    this.out[this.length++] = unit;
    this.widest |= unit;
  }

  private text(): string {
    const units = this.out.subarray(0, this.length);
    // One byte a character where that is enough: half the memory, and twice as fast to search.
    if (this.widest < 0x100) return Buffer.from(new Uint8Array(units).buffer).toString("latin1");
    return Buffer.from(units.buffer, 0, this.length * 2).toString("utf16le");
  }
}

/**
 * The map: runs that ascend in both texts. In a linear run unit k came from unit k; an atomic run came as a whole
 * from raw [start, end). Raw units between two runs were dropped.
 */
class Runs {
  private folded = new Uint32Array(256);
  private start = new Uint32Array(256);
  /** End in the raw text of an atomic run; 0 marks a linear one. */
  private end = new Uint32Array(256);
  private count = 0;
  private nextRaw = -1;
  private nextFolded = -1;

  linear(folded: number, raw: number): void {
    if (raw !== this.nextRaw || folded !== this.nextFolded) this.add(folded, raw, 0);
    this.nextRaw = raw + 1;
    this.nextFolded = folded + 1;
  }

  /** As many linear units in a row. */
  stretch(folded: number, raw: number, length: number): void {
    this.linear(folded, raw);
    this.nextRaw = raw + length;
    this.nextFolded = folded + length;
  }

  atomic(folded: number, start: number, end: number): void {
    this.add(folded, start, end);
    this.nextRaw = -1;
  }

  /** Forgets what lies at `folded` or after. */
  truncate(folded: number): void {
    while (this.count > 0 && (this.folded[this.count - 1] ?? 0) >= folded) this.count--;
    this.nextRaw = -1;
  }

  rawStart(folded: number): number {
    const run = this.runAt(this.folded, folded);
    const start = this.start[run] ?? 0;
    return this.end[run] === 0 ? start + folded - (this.folded[run] ?? 0) : start;
  }

  /** Where the character at `folded` ends in the raw text. */
  rawEnd(folded: number): number {
    const run = this.runAt(this.folded, folded);
    return this.end[run] || (this.start[run] ?? 0) + folded - (this.folded[run] ?? 0) + 1;
  }

  /** The first folded offset whose character ends after `raw` (`length` when none does). */
  foldedFrom(raw: number, length: number): number {
    const run = this.runAt(this.start, raw);
    if (run < 0) return 0;
    const from = this.folded[run] ?? 0;
    const to = run + 1 < this.count ? (this.folded[run + 1] ?? length) : length;
    const end = this.end[run] ?? 0;
    if (end !== 0) return raw < end ? from : to;
    return Math.min(to, from + raw - (this.start[run] ?? 0));
  }

  /** The folded offset after the last character that starts before `raw`. */
  foldedUpTo(raw: number, length: number): number {
    const run = raw === 0 ? -1 : this.runAt(this.start, raw - 1);
    if (run < 0) return 0;
    const to = run + 1 < this.count ? (this.folded[run + 1] ?? length) : length;
    return this.end[run] !== 0 ? to : Math.min(to, (this.folded[run] ?? 0) + raw - (this.start[run] ?? 0));
  }

  private add(folded: number, start: number, end: number): void {
    if (this.count === this.folded.length) {
      this.folded = widen(this.folded);
      this.start = widen(this.start);
      this.end = widen(this.end);
    }
    this.folded[this.count] = folded;
    this.start[this.count] = start;
    this.end[this.count] = end;
    this.count++;
  }

  /** The last run that starts at `offset` or before; −1 when none does. */
  private runAt(starts: Uint32Array, offset: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

class MappedText implements FoldedText {
  readonly raw: string;
  readonly folded: string;
  private readonly runs: Runs;

  constructor(raw: string, folded: string, runs: Runs) {
    this.raw = raw;
    this.folded = folded;
    this.runs = runs;
  }

  toCanonical({ start, end }: Range): Range {
    const from = start < this.folded.length ? this.runs.rawStart(start) : this.raw.length;
    return { start: from, end: end > start ? this.runs.rawEnd(end - 1) : from };
  }

  toFolded({ start, end }: Range): Range {
    const from = this.runs.foldedFrom(start, this.folded.length);
    return { start: from, end: Math.max(from, this.runs.foldedUpTo(end, this.folded.length)) };
  }
}

function standsForItself(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || unitKind(unit) === UNIT.same;
}

function widen(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(array.length * 2);
  wider.set(array);
  return wider;
}
