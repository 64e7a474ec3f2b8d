/** Scripts without spaces between words: there any character may begin or end a phrase. */
const JOINED = /^[\p{L}\p{N}\p{M}_]$/u;
const DENSE = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{scx=Hang}]$/u;

/**
 * Whether `phrase` stands in `text` as whole words; both folded. A hyphen between letters may be missing on either side, as
 * folding cannot tell "well-⏎known" from "inter-⏎preter".
 */
export function holdsPhrase(text: string, phrase: string): boolean {
  if (standsIn(text, phrase)) return true;
  const hyphens = /(?<=\p{L})-(?=\p{L})/gu;
  const joined = phrase.replace(hyphens, "");
  if (joined !== phrase && standsIn(text, joined)) return true;
  return text.includes("-") && standsIn(text.replace(hyphens, ""), joined);
}

function standsIn(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!continues(text[at - 1], phrase[0]) && !continues(phrase[phrase.length - 1], text[end])) return true;
  }
  return false;
}

function continues(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  return JOINED.test(before) && JOINED.test(after) && !DENSE.test(before) && !DENSE.test(after);
}
