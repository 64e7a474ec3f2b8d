import { foldString } from "../../foundation/text/fold.ts";
import type { Span } from "../document.ts";
import { keyOf } from "./skeleton.ts";

/** A word with what is attached to it; Chinese and Japanese characters are a token each. */
export interface Token extends Span {
  readonly text: string;
  /** Letters and digits only, folded. */
  readonly key: string;
}

// A word parted by a line-end hyphen is one token.
const TOKEN =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|(?:[^\s\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]|(?<=\p{L}-)[ \t]*[\n\f]\s*(?=\p{L}))+/gu;

/** The tokens of `text`; spans are offset by `base`. */
export function tokensOf(text: string, base = 0): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    key: keyOf(foldString(match[0])),
    start: base + match.index,
    end: base + match.index + match[0].length,
  }));
}

/** Words that stand in any text, so that sharing them says nothing. */
export function isTelling(token: Token): boolean {
  return token.key.length >= 5 || /\p{N}/u.test(token.key) || /^[^\u0000-\u024F]/.test(token.key);
}
