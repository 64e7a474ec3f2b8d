/**
 * Whether two texts say the same to the letter. Stricter than the folded view: case, diacritics, digits, signs, units,
 * superscripts, punctuation and word order all count. What does not count is how the words were set: white space, line
 * ends and the hyphens there, ligatures, width, the style of quote marks and dashes, bullets.
 */
export type Wording = "same" | "case" | "different";

/** "case": the same but for capital letters, other than the first letter's. */
export function compareWording(quote: string, source: string): Wording {
  const a = settingRemoved(quote);
  const b = settingRemoved(source);
  if (matches(lowerFirst(a), lowerFirst(b))) return "same";
  return matches(a.toLowerCase(), b.toLowerCase()) ? "case" : "different";
}

/** At a line end between lower-case letters: a hyphen or nothing. */
const MAYBE_HYPHEN = "\u0001";
/** At a line end after a hyphen, dash or slash: a space or nothing. */
const MAYBE_SPACE = "\u0002";

/** Marks and letters that carry meaning by their place or form, so that NFKC would change what is said: 10² is not 102. */
const MEANINGFUL =
  /[\u00AA\u00B2\u00B3\u00B9\u00BA\u00BC-\u00BE\u02B0-\u02B8\u02E0-\u02E4\u1D2C-\u1D6A\u1D78\u1D9B-\u1DBF\u2070-\u209C\u2150-\u215F\u2189\u2460-\u24FF\u3251-\u325F\u32B1-\u32BF]/;
const COMPATIBLE = /[^\u0000-\u00A9\p{M}]\p{M}*|[A-Za-z]\p{M}+/gu;
const LINE_END = "\\s*[\\n\\f\\r\\v\\u2028\\u2029]\\s*";
const SPACELESS = "[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\uFF01-\\uFF60]";

const STEPS: readonly (readonly [RegExp, string])[] = [
  [/\u00AD(?:\s*[\n\f\r\v\u2028\u2029]\s*)?/g, ""],
  [/[\u0000-\u0008\u000E-\u001F\u007F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u0640]|[\uFE00-\uFE0F]/g, ""],
  [/[\u2018-\u201B\u2039\u203A\u02BC]/g, "'"],
  [/[\u201C-\u201F\u00AB\u00BB]|``|''/g, '"'],
  // Inner quotes change style with the outer ones; after a digit the marks are minutes and seconds, feet and inches.
  [/(?<!\p{N})"/gu, "'"],
  [/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-"],
  [/(?<=^|\s)[•◦▪‣●■](?=\s)/g, ""],
  [new RegExp(`(?<=\\p{Ll})-${LINE_END}(?=\\p{Ll})`, "gu"), MAYBE_HYPHEN],
  [new RegExp(`(?<=[\\p{L}\\p{N}][-/])${LINE_END}(?=[\\p{L}\\p{N}])`, "gu"), MAYBE_SPACE],
  [/\s+/g, " "],
  [new RegExp(`(?<=${SPACELESS}) (?=${SPACELESS})`, "gu"), ""],
  // "word — word", "word—word" and "word--word" are one; "ls -l" and "3 -5" are not touched.
  [/(?<=\p{L})( ?)-{1,3}\1(?=\p{L})|(?<=[\p{L}\p{N}])( ?)-\2(?=[\p{L}\p{N}])/gu, "-"],
];

/** As "same", with no leave for the first letter either. */
export function sameWording(quote: string, source: string): boolean {
  return matches(settingRemoved(quote), settingRemoved(source));
}

function settingRemoved(text: string): string {
  let plain = text.normalize("NFC").replace(COMPATIBLE, (form) => (MEANINGFUL.test(form) ? form : compatible(form)));
  for (const [pattern, replacement] of STEPS) plain = plain.replace(pattern, replacement);
  return plain.trim();
}

function compatible(form: string): string {
  const plain = form.normalize("NFKC");
  // Spacing accents would become a space with a mark.
  return plain.startsWith(" ") && !/^\s/.test(form) ? form : plain;
}

function lowerFirst(text: string): string {
  return text.replace(/\p{L}/u, (letter, at: number) => (at <= 1 ? letter.toLowerCase() : letter));
}

function matches(a: string, b: string): boolean {
  let i = 0;
  let j = 0;
  for (;;) {
    const x = a.charAt(i);
    const y = b.charAt(j);
    if (x === y) {
      if (x === "") return true;
      i++;
      j++;
    } else if (choice(x) !== "") {
      if (choice(x) === y) j++;
      i++;
    } else if (choice(y) !== "") {
      if (choice(y) === x) i++;
      j++;
    } else return false;
  }
}

/** What may stand for an optional mark, besides nothing. */
function choice(mark: string): string {
  if (mark === MAYBE_HYPHEN) return "-";
  return mark === MAYBE_SPACE ? " " : "";
}
