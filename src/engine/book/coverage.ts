/** The scripts whose letters none of the fonts has, each with the first such letter. Code points of General Punctuation and below are not looked for one by one. */
export function missingScripts(text: string, fonts: readonly Uint8Array[]): { script: string; example: string }[] {
  const wanted = new Set<number>();
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    // Joiners, variation selectors and marks of direction have no shape of their own.
    const isSelector = point >= 0xfe00 && point <= 0xfe0f;
    if (point > 0x7e && !isSelector && !/[\p{Cc}\p{Cf}\p{Z}]/u.test(character)) wanted.add(point);
  }
  if (wanted.size === 0) return [];
  for (const font of fonts) {
    const has = coverageOf(font);
    for (const point of wanted) if (has(point)) wanted.delete(point);
  }
  const found = new Map<string, string>();
  for (const point of [...wanted].sort((a, b) => a - b)) {
    const character = String.fromCodePoint(point);
    const script = scriptOf(character);
    if (!found.has(script)) found.set(script, character);
  }
  return [...found].map(([script, example]) => ({ script, example }));
}

/** Whether a TrueType font has a glyph, by its `cmap` tables of format 4 and 12 (OpenType 1.9, "cmap"). */
function coverageOf(font: Uint8Array): (point: number) => boolean {
  const view = new DataView(font.buffer, font.byteOffset, font.length);
  const ranges: [first: number, last: number][] = [];
  const tables = view.getUint16(4);
  for (let table = 0; table < tables; table++) {
    const record = 12 + table * 16;
    if (view.getUint32(record) !== CMAP) continue;
    const cmap = view.getUint32(record + 8);
    for (let at = 0; at < view.getUint16(cmap + 2); at++) {
      const subtable = cmap + view.getUint32(cmap + 4 + at * 8 + 4);
      const format = view.getUint16(subtable);
      if (format === 4) {
        const count = view.getUint16(subtable + 6) / 2;
        for (let segment = 0; segment < count; segment++) {
          const last = view.getUint16(subtable + 14 + segment * 2);
          const first = view.getUint16(subtable + 16 + count * 2 + segment * 2);
          if (first !== 0xffff) ranges.push([first, last]);
        }
      } else if (format === 12) {
        for (let group = 0; group < view.getUint32(subtable + 12); group++) {
          const entry = subtable + 16 + group * 12;
          ranges.push([view.getUint32(entry), view.getUint32(entry + 4)]);
        }
      }
    }
  }
  return (point) => ranges.some(([first, last]) => first <= point && point <= last);
}

/** "cmap" */
const CMAP = 0x636d6170;

const SCRIPTS = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Syriac",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Tibetan",
  "Myanmar",
  "Georgian",
  "Hangul",
  "Ethiopic",
  "Khmer",
  "Mongolian",
  "Hiragana",
  "Katakana",
  "Han",
];

function scriptOf(character: string): string {
  const named = SCRIPTS.find((script) => new RegExp(`\\p{Script=${script}}`, "u").test(character));
  return named ?? (/\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(character) ? "Emoji" : "Symbols");
}
