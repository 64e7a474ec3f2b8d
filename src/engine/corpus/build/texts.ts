/** What stands between white space. */
export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** `[text](target)` as its text, in titles and summaries; an unclosed bracket stays. */
export function withoutLinks(text: string): string {
  let shown = "";
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("[", at);
    if (open < 0) break;
    const close = closing(text, open, "[", "]");
    const end = close >= 0 && text[close + 1] === "(" ? closing(text, close + 1, "(", ")") : -1;
    if (end < 0) {
      shown += text.slice(at, open + 1);
      at = open + 1;
    } else {
      shown += text.slice(at, open) + withoutLinks(text.slice(open + 1, close));
      at = end + 1;
    }
  }
  return shown + text.slice(at);
}

/** Index of the bracket that closes the one at `open`; −1 when none does. */
export function closing(text: string, open: number, opens: string, closes: string): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === opens) depth++;
    else if (text[at] === closes && --depth === 0) return at;
  }
  return -1;
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

/** The first sentence, as one line of at most 200 characters: it ends before white space and something that begins one. */
export function firstSentence(text: string): string {
  const line = wordsOf(text.slice(0, 4 * MOST)).join(" ");
  const end = /[.!?][)"'”’\]]*(?= ["'“‘([]?[\p{Lu}\p{N}`*_[])/u.exec(line);
  return shortened(end === null ? line : line.slice(0, end.index + end[0].length));
}
