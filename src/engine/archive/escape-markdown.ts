/** What begins or ends markup inside a line (CommonMark 0.31, GFM); "_" inside a word and a lone "&" do not. */
const INLINE = /[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#|\w+;)|@/gu;
/** What GFM makes links of without brackets (§6.9): the colon or dot that they need. */
const AUTOLINK = /(?<=\b(?:https?|ftp|mailto|xmpp)):|(?<=\bwww)\./gi;
/** What begins a block: headings, lists, rules, underlines of headings, delimiter rows of tables; numbers of lists by their "." or ")". */
const BLOCK = /^(?:[#+=:-]|(?<number>\d{1,9})(?=[.)]))/;
/** Characters that a terminal or an editor acts on: controls, and those that turn the direction of text (UAX #9 §2). */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** One line of document text, as Markdown that shows just that text. */
export function escapeLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(CONTROL, "\ufffd")
    .trim()
    .replace(INLINE, "\\$&")
    .replace(AUTOLINK, "\\$&")
    .replace(BLOCK, (mark, number) => (number === undefined ? `\\${mark}` : `${number}\\`));
}

/** Code in a fence that nothing in it closes (CommonMark §4.5). */
export function fence(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const marks = "`".repeat(longest + 1);
  return `${marks}\n${code.replace(CONTROL, "\ufffd")}\n${marks}`;
}
