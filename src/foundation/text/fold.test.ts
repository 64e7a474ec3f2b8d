import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type FoldedText, fold, foldQuote, foldString } from "./fold.ts";

/** The canonical text behind the first place where `needle` stands in the folded view. */
function behind(text: FoldedText, needle: string): string {
  const start = text.folded.indexOf(needle);
  const { start: from, end } = text.toCanonical({ start, end: start + needle.length });
  return text.raw.slice(from, end);
}

describe("foldString()", () => {
  const cases: readonly (readonly [what: string, raw: string, folded: string])[] = [
    ["case", "Zoning CODE", "zoning code"],
    ["full case folding", "Straße ΣΊΣΥΦΟΣ", "strasse σισυφοσ"],
    ["ligatures", "e\uFB03cient \uFB01le", "efficient file"],
    ["width", "ＡＢＣ１２３ ｶﾞｷﾞ", "abc123 ガギ"],
    ["Arabic presentation forms in logical order", "\uFEB3\uFEFC\uFEE1", "سلام"],
    ["an Arabic lam-alef ligature", "\uFEFB", "لا"],
    ["Arabic vowel points and tatweel", "كِتَـاب", "كتاب"],
    ["Latin and Greek diacritics, composed and not", "Café cafe\u0301 ὁδός", "cafe cafe οδοσ"],
    ["Japanese voicing marks stay", "がか\u3099", "がが"],
    ["Indic marks stay", "हिन्दी", "हिन्दी"],
    ["Cyrillic letters stay apart", "й и\u0306", "й й"],
    ["Hangul", "\u1112\u1161\u11AB글", "한글"],
    ["quote marks", "‘a’ “b” «c» ‹d› it’s", "'a' \"b\" \"c\" 'd' it's"],
    ["dashes and minus", "1–2 a—b \u22125 non\u2011stop", "1-2 a-b -5 non-stop"],
    ["white space", "a \t\u00A0\u3000 b\n\n\fc", "a b c"],
    ["zero width and bidi controls", "a\u200Bb\uFEFF\u202Ec\u2066d\u00ADe", "abcde"],
    ["a soft hyphen at a line end", "inter\u00AD\npreter", "interpreter"],
    ["a hyphen at a line end", "inter-\npreter", "interpreter"],
    ["a hyphen at a page end", "inter-\n\n\fpreter", "interpreter"],
    ["a hyphen at a line end between capitals or digits stays", "Anglo-\nSaxon 2019-\n2020", "anglo-saxon 2019-2020"],
    [
      "a hyphen at a line end after what is no letter of a word stays, and so does the blank",
      "\u0640-\fa b \u0640-\nc",
      "- a b - c",
    ],
    ["a hyphen in the line stays", "well-known pre- and post-war", "well-known pre- and post-war"],
    ["a line end in Japanese parts nothing", "日本\n語、\nです", "日本語、です"],
    ["a line end in Korean parts words", "한국\n말", "한국 말"],
    ["fractions and what looks like digits", "1½ 10² CO₂", "1½ 102 co2"],
    ["not equal is not equal", "a ≠ b", "a ≠ b"],
    ["ellipsis", "wait…", "wait..."],
    ["characters outside the BMP", "𝐀𝟏 😀 𠮷", "a1 😀 𠮷"],
    ["control characters", "a\u0000b\u001B[0m", "ab[0m"],
  ];
  for (const [what, raw, folded] of cases) test(what, () => expect(foldString(raw)).toBe(folded));
});

test("foldQuote() drops white space at the ends", () => {
  expect(foldQuote(" \n The Quote\u200B ")).toBe("the quote");
});

describe("toCanonical()", () => {
  test("spans a line-end hyphen", () => {
    const text = fold("the inter-\npreter runs");
    expect(text.toCanonical({ start: 4, end: 15 })).toEqual({ start: 4, end: 17 });
  });
  test("takes all of a ligature that a range cuts", () => {
    expect(behind(fold("a ﬁle"), "ile")).toBe("ﬁle");
    expect(behind(fold("a ﬁle"), "f")).toBe("ﬁ");
  });
  test("takes marks with their letter", () => {
    expect(behind(fold("un cafe\u0301 noir"), "cafe")).toBe("cafe\u0301");
  });
  test("takes a whole white-space run for its space", () => {
    expect(fold("a \n\n b").toCanonical({ start: 1, end: 2 })).toEqual({ start: 1, end: 5 });
  });
  test("leaves dropped characters outside a range's ends", () => {
    expect(fold("\u200Bab\u200Bc").toCanonical({ start: 0, end: 2 })).toEqual({ start: 1, end: 3 });
  });
  test("gives an empty range at the end of the text", () => {
    expect(fold("ab\u200B").toCanonical({ start: 2, end: 2 })).toEqual({ start: 3, end: 3 });
  });
});

describe("toFolded()", () => {
  test("is the way back", () => {
    const text = fold("An eﬃcient inter-\npreter");
    expect(text.folded).toBe("an efficient interpreter");
    const span = text.toFolded({ start: 3, end: 10 });
    expect(text.folded.slice(span.start, span.end)).toBe("efficient");
    expect(text.toFolded({ start: 0, end: text.raw.length })).toEqual({ start: 0, end: text.folded.length });
  });
  test("is empty for what was dropped", () => {
    expect(fold("a\u200Bb").toFolded({ start: 1, end: 2 })).toEqual({ start: 1, end: 1 });
  });
});

// Pieces that meet the folder's special cases far more often than random text does.
const piece = fc.constantFrom(
  ..."aZé\u0301ßﬁ\uFEFB-\n \t\f\u00AD\u200B\u202E0½².,“—日がか\u3099ｶﾞ한\u1112\u1161ㅎㅏ\u0640\u064B\u0338=¨ιͅΣς",
  "😀",
  "\u{1D400}",
  "\uD800",
  "inter-\npreter",
  "A-\nB",
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 40 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 60 }),
);

describe("fold() on any text", () => {
  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const once = foldString(raw);
        expect(foldString(once)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test("maps ranges monotonically, and the whole to the whole but for dropped ends", () => {
    fc.assert(
      fc.property(text, (raw) => {
        const folded = fold(raw);
        let last = 0;
        for (let at = 0; at < folded.folded.length; at++) {
          const { start, end } = folded.toCanonical({ start: at, end: at + 1 });
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(raw.length);
          last = start;
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("maps a range to the whole characters it came from", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (raw, a, b) => {
        const view = fold(raw);
        const length = view.folded.length;
        const start = Math.min(a % (length + 1), b % (length + 1));
        const end = Math.max(a % (length + 1), b % (length + 1));
        fc.pre(start < end);
        const back = view.toCanonical({ start, end });
        const whole = view.toFolded(back);
        expect(whole.start).toBeLessThanOrEqual(start);
        expect(whole.end).toBeGreaterThanOrEqual(end);
        expect(view.toCanonical(whole)).toEqual(back);
      }),
      { numRuns: 3000 },
    );
  });

  test("maps words to text that folds to those words", () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (raw, a, b) => {
        const view = fold(raw);
        const words = [...view.folded.matchAll(/[^ ]+/g)];
        fc.pre(words.length > 0);
        const first = words[Math.min(a % words.length, b % words.length)]!;
        const last = words[Math.max(a % words.length, b % words.length)]!;
        const range = { start: first.index, end: last.index + last[0].length };
        const { start, end } = view.toCanonical(range);
        // ﷺ is one character and four words.
        const whole = view.toFolded({ start, end });
        expect(foldString(raw.slice(start, end))).toBe(view.folded.slice(whole.start, whole.end));
      }),
      { numRuns: 3000 },
    );
  });
});
