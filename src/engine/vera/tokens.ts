/** What Python's `str.split()` cuts at: where VERA's chunks have a single space. */
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const WORD = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** A word of canonical text as it is compared with a chunk's words. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Text with single spaces for all white space: what VERA makes of blocks when it cuts them into chunks. */
export function joinedWords(text: string): string {
  return text.split(SPACE).filter(Boolean).join(" ");
}

/** The words of `text` that count in comparing; `offset` is where it stands in the canonical text. */
export function tokensOf(text: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const start = offset + match.index;
    if (!isRule(word)) tokens.push({ text: word.replaceAll("\\|", "|"), start, end: start + word.length });
  }
  return tokens;
}

/** Whether a word only draws a table in Markdown: bars between cells, dashes under the head. */
function isRule(word: string): boolean {
  return word === "|" || word === "\\|" || /^[|:-]*-{3,}[|:-]*$/.test(word);
}
