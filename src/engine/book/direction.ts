const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** How a text is set: its direction, a language of that, and the side on which lines begin. */
export interface Direction {
  readonly dir: "ltr" | "rtl";
  readonly language: string;
  readonly start: "left" | "right";
}

export const LEFT_TO_RIGHT: Direction = { dir: "ltr", language: "en", start: "left" };
const HEBREW: Direction = { dir: "rtl", language: "he", start: "right" };
const ARABIC: Direction = { dir: "rtl", language: "ar", start: "right" };

/** By the first letter (UAX #9, rule P2); undefined for a text without letters, which is set as what it stands in. */
export function directionOf(text: string): Direction | undefined {
  const first = LETTER.exec(text)?.[0];
  if (first === undefined) return undefined;
  if (!RIGHT_TO_LEFT.test(first)) return LEFT_TO_RIGHT;
  return /\p{Script=Hebrew}/u.test(first) ? HEBREW : ARABIC;
}
