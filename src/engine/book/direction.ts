const LETTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The language to set a paragraph in where its first letter is written from right to left (UAX #9, rule P2); undefined for all others. */
export function rightToLeft(text: string): "ar" | "he" | undefined {
  const first = LETTER.exec(text)?.[0] ?? "";
  if (!RIGHT_TO_LEFT.test(first)) return undefined;
  return /\p{Script=Hebrew}/u.test(first) ? "he" : "ar";
}
