/** What Python's `str.split()` cuts at: where VERA's chunks have a single space. */
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;
const WORD = /[^\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Text with single spaces for all white space: what VERA makes of blocks when it cuts them into chunks. */
export function joinedWords(text: string): string {
  return text.split(SPACE).filter(Boolean).join(" ");
}

/** The words of a text that count in comparing it with another: as Python cuts them, without what only draws tables. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.matchAll(WORD))
    if (!isRule(word)) words.push(word.includes("\\|") ? word.replaceAll("\\|", "|") : word);
  return words;
}

/** Calls `take` with the place of every word that `wordsOf` gives, `offset` further on. */
export function eachPlace(text: string, offset: number, take: (start: number, end: number) => void): void {
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const start = offset + match.index;
    if (!isRule(word)) take(start, start + word.length);
  }
}

/** Whether a word only draws a table in Markdown: bars between cells, dashes under the head. */
function isRule(word: string): boolean {
  const first = word.charCodeAt(0);
  if (first !== 0x7c && first !== 0x2d && first !== 0x3a && first !== 0x5c) return false;
  return word === "|" || word === "\\|" || /^[|:-]*-{3,}[|:-]*$/.test(word);
}
