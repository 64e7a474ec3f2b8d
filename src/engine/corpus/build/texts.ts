/** What stands between white space. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** `[text](target)` as its text, in titles and summaries, also within each other; an unclosed bracket stays. */
export function withoutLinks(text: string): string {
  if (!text.includes("](")) return text;
  const [square, round] = [closers(text, "[", "]"), closers(text, "(", ")")];
  const outer: { readonly at: number; readonly to: number }[] = [];
  let shown = "";
  let [at, to] = [0, text.length];
  for (;;) {
    const open = text.indexOf("[", at);
    if (open < 0 || open >= to) {
      shown += text.slice(at, to);
      const next = outer.pop();
      if (next === undefined) return shown;
      ({ at, to } = next);
      continue;
    }
    const close = square[open] ?? -1;
    const end = close >= 0 && close + 1 < to && text[close + 1] === "(" ? (round[close + 1] ?? -1) : -1;
    if (end < 0 || end >= to) {
      shown += text.slice(at, open + 1);
      at = open + 1;
    } else {
      shown += text.slice(at, open);
      outer.push({ at: end + 1, to });
      at = open + 1;
      to = close;
    }
  }
}

/** For each opening bracket the index of the one that closes it; −1 where none does. */
export function closers(text: string, opens: string, closes: string): Int32Array {
  const found = new Int32Array(text.length).fill(-1);
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === opens) open.push(at);
    else if (text[at] === closes) {
      const last = open.pop();
      if (last !== undefined) found[last] = at;
    }
  }
  return found;
}

const MOST = 200;

/** One line of at most 200 characters, cut at a word, white space squeezed. */
export function shortened(text: string): string {
  const line = wordsOf(text.split("\n")[0] ?? "");
  const whole = line.join(" ");
  if ([...whole].length <= MOST) return whole;
  let shown = "";
  for (const word of line) {
    if ([...shown].length + [...word].length + 1 > MOST) break;
    shown = shown === "" ? word : `${shown} ${word}`;
  }
  return `${shown}…`;
}

/** The keyword that stands first in a text as a whole word; ASCII letters and digits bound words. */
export function firstKeyword(text: string, keywords: readonly string[]): string | undefined {
  const found = keywords
    .map((keyword) => ({ keyword, at: text.search(new RegExp(`(?<![A-Za-z0-9])${keyword}(?![A-Za-z0-9])`)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return found[0]?.keyword;
}

const SENTENCE_END = /[.!?][)"'”’\]*_`]*(?= ["'“‘([]?[\p{Lu}\p{N}`*_[])/gu;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|sec|ch|pp?|[A-Z])\.$/i;

/** The first sentence, as one line of at most 200 characters: it ends before white space and something that begins one, but not with an abbreviation. */
export function firstSentence(text: string): string {
  const line = wordsOf(text.slice(0, 4 * MOST)).join(" ");
  for (const { 0: mark, index } of line.matchAll(SENTENCE_END)) {
    const end = index + mark.length;
    if (ABBREVIATION.test(line.slice(Math.max(0, end - 10), end))) continue;
    const sentence = line.slice(0, end);
    // Bold over several sentences.
    return shortened((sentence.match(/\*\*/g)?.length ?? 0) % 2 === 1 ? sentence.replace(/^\*\*/, "") : sentence);
  }
  return shortened(line);
}
