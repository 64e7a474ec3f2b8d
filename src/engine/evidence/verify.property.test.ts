import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import type { Verdict } from "../answers.ts";
import { testCorpus, testDocument } from "./document-for-tests.ts";
import { verifyQuotes } from "./verify.ts";
import { Views } from "./views.ts";

const TEXT = readFileSync(new URL("../../../test/fixtures/text/fhs-3.0.txt", import.meta.url), "utf8").trimEnd();
const DOCUMENT = testDocument({
  text: TEXT,
  title: "FHS",
  kindOf: (paragraph) => (/^[0-9]{1,3}$/.test(paragraph) ? "furniture" : "paragraph"),
});
const CORPUS = testCorpus([DOCUMENT]);
const VIEWS = new Views();
const FURNITURE = DOCUMENT.blocks.filter((block) => block.kind === "furniture");

/** Words of the text in order, without page numbers and bullets. */
const WORDS = [...TEXT.matchAll(/[^\s•]+/g)]
  .map((match) => ({ text: match[0], start: match.index, end: match.index + match[0].length }))
  .filter((word) => !FURNITURE.some((block) => block.start <= word.start && word.end <= block.end));
/** Everything that stands in the text, one space between words: what an alteration must not happen to hit. */
const PLAIN = WORDS.map((word) => word.text).join(" ");

const window = fc
  .record({ at: fc.nat(WORDS.length - 40), count: fc.integer({ min: 5, max: 35 }) })
  .map(({ at, count }) => WORDS.slice(at, at + count));

async function verdictOn(quote: string): Promise<Verdict> {
  const [verdict] = await verifyQuotes([{ quote }], CORPUS, VIEWS);
  return verdict!;
}

const letters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Ways to set the same words: wrapping, line-end hyphens, ligatures, quote marks, Markdown. */
const SETTINGS: readonly ((words: readonly string[]) => string)[] = [
  (words) => words.join(" "),
  (words) => words.join("\n"),
  (words) => words.map((word, index) => (index % 7 === 6 ? `${word}\n` : `${word} `)).join(""),
  (words) => words.map((word) => word.replace(/^([a-z]{3})([a-z]{3,})$/, "$1-\n$2")).join(" "),
  (words) => words.map((word) => word.replace(/^([a-z]{3})([a-z]{3,})$/, "$1\u00AD$2")).join(" "),
  (words) => words.join(" ").replace(/ffi/g, "ﬃ").replace(/fi/g, "ﬁ").replace(/fl/g, "ﬂ").replace(/ff/g, "ﬀ"),
  (words) =>
    words
      .join(" ")
      .replace(/(^|[\s(])"/g, "$1“")
      .replace(/"/g, "”")
      .replace(/'/g, "’"),
  (words) => words.join("\u00A0\u200B "),
  (words) => `“${words.join(" ")}”`,
  (words) => `… ${words.join(" ")} …`,
  (words) => words.map((word, index) => (index === 2 && /^\w+$/.test(word) ? `**${word}**` : word)).join(" "),
];

test("true quotes verify as supported, with the right span, however they are set", async () => {
  await fc.assert(
    fc.asyncProperty(window, fc.constantFrom(...SETTINGS), async (words, setting) => {
      const verdict = await verdictOn(setting(words.map((word) => word.text)));
      expect(verdict.verdict).toBe("supported");
      expect(letters(verdict.evidence!.text)).toBe(letters(words.map((word) => word.text).join("")));
    }),
    { numRuns: 200 },
  );
});

type Change = (words: string[], at: number, pick: number) => string[];

const CHANGES: Readonly<Record<string, Change>> = {
  "a digit": (words, at, pick) => {
    const digits = words.flatMap((word, index) =>
      [...word.matchAll(/[0-9]/g)].map((match) => ({ index, at: match.index })),
    );
    const digit = digits[at % Math.max(1, digits.length)];
    if (digit === undefined) return words;
    const word = words[digit.index]!;
    const other = (Number(word[digit.at]) + 1 + (pick % 9)) % 10;
    return words.with(digit.index, word.slice(0, digit.at) + other + word.slice(digit.at + 1));
  },
  "a negation put in": (words, at) => words.toSpliced(1 + (at % (words.length - 1)), 0, "not"),
  "a negation taken out": (words) =>
    words.filter((word, index) => index === 0 || !/^(not?|never|cannot|without)$/i.test(word)),
  "a word taken out": (words, at) => words.toSpliced(1 + (at % (words.length - 2)), 1),
  "a word put in": (words, at, pick) =>
    words.toSpliced(1 + (at % (words.length - 1)), 0, WORDS[pick % WORDS.length]!.text),
  "a word replaced": (words, at, pick) => words.with(at % words.length, WORDS[pick % WORDS.length]!.text),
  "two words swapped": (words, at) => {
    const first = at % (words.length - 1);
    return words.with(first, words[first + 1]!).with(first + 1, words[first]!);
  },
  "a letter of a word": (words, at) => {
    const index = at % words.length;
    return words.with(
      index,
      words[index]!.replace(/[a-z](?=\W*$)/, (letter) => (letter === "x" ? "y" : "x")),
    );
  },
  "a prefix that negates": (words, at) => {
    const index = at % words.length;
    return words.with(
      index,
      words[index]!.replace(/^[a-z]/, (letter) => `un${letter}`),
    );
  },
  "the case of a word": (words, at) => {
    const index = 1 + (at % (words.length - 1));
    return words.with(
      index,
      words[index]!.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    );
  },
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`a quote with ${what} changed is never supported`, async () => {
    await fc.assert(
      fc.asyncProperty(window, fc.nat(), fc.nat(), async (words, at, pick) => {
        const before = words.map((word) => word.text);
        const quote = change(before, at, pick).join(" ");
        // A change that hits on other words of the text (or nothing but the punctuation at an end) is a true quote again.
        const bare = quote.replace(/^[\s'".,;:!?()[\]{}*_`|•-]+|[\s'".,;:!?()[\]{}*_`|•-]+$/g, "");
        fc.pre(!PLAIN.includes(bare));
        expect((await verdictOn(quote)).verdict).not.toBe("supported");
      }),
      { numRuns: 60 },
    );
  });
}
