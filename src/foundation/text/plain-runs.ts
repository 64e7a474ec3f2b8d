const WORD = 1;
const DIGIT = 2;
const JOINER = 4;
const PREFIX = 8;

const KINDS = new Uint8Array(0x100);
for (const character of "abcdefghijklmnopqrstuvwxyz_0123456789") mark(character, WORD);
for (const digit of "0123456789") mark(digit, DIGIT);
for (const joiner of "-._/@&+'") mark(joiner, JOINER);
for (const prefix of "-§$@#\\") mark(prefix, PREFIX);

const [HYPHEN, COLON, COMMA, PLUS, HASH] = [0x2d, 0x3a, 0x2c, 0x2b, 0x23];

/**
 * Calls `visit` with each run of a folded text whose letters and digits are ASCII, in order: what the pattern of runs (analyze.ts) finds there, by a
 * walk over the units, since a document has hundreds of thousands of runs and a match object for each costs more than the walk.
 */
export function eachPlainRun(text: string, visit: (start: number, end: number) => void): void {
  for (let at = 0; at < text.length; ) {
    let next = wordFrom(text, at);
    if (next < 0) {
      at++;
      continue;
    }
    let end = next;
    while (next >= 0) {
      end = next + 1;
      while (is(text, end, WORD)) end++;
      next = joined(text, end);
    }
    if (text.charCodeAt(end) === HASH) end++;
    else if (text.charCodeAt(end) === PLUS && text.charCodeAt(end + 1) === PLUS) end += 2;
    visit(at, end);
    at = end;
  }
}

/** Where the first word of a run that begins at `at` begins: there, or behind a prefix; −1 when none does. */
function wordFrom(text: string, at: number): number {
  if (is(text, at, WORD)) return at;
  if (!is(text, at, PREFIX)) return -1;
  if (is(text, at + 1, WORD)) return at + 1;
  const isLong = text.charCodeAt(at) === HYPHEN && text.charCodeAt(at + 1) === HYPHEN;
  return isLong && is(text, at + 2, WORD) ? at + 2 : -1;
}

/** Where the word goes on that something at `end` joins to the one before; −1 when nothing does. */
function joined(text: string, end: number): number {
  const unit = text.charCodeAt(end);
  if (unit === COLON && text.charCodeAt(end + 1) === COLON) return is(text, end + 2, WORD) ? end + 2 : -1;
  if (unit === COLON || unit === COMMA) return is(text, end - 1, DIGIT) && is(text, end + 1, DIGIT) ? end + 1 : -1;
  return is(text, end, JOINER) && is(text, end + 1, WORD) ? end + 1 : -1;
}

function is(text: string, at: number, kind: number): boolean {
  return ((KINDS[text.charCodeAt(at)] ?? 0) & kind) !== 0;
}

function mark(character: string, kind: number): void {
  KINDS[character.charCodeAt(0)] = (KINDS[character.charCodeAt(0)] ?? 0) | kind;
}
