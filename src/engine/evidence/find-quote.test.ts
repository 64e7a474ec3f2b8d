import { describe, expect, test } from "bun:test";
import { fold } from "../../foundation/text/fold.ts";
import { findOccurrences, findQuote } from "./find-quote.ts";

const stands = (text: string, quote: string) =>
  findQuote(fold(text), quote).map(({ start, end }) => text.slice(start, end));
const wording = (text: string, quote: string) => findOccurrences(fold(text), quote).map((found) => found.wording);

describe("findQuote() finds a quote", () => {
  const cases: readonly (readonly [what: string, text: string, quote: string, found: string])[] = [
    ["to the letter", "The cat sat.", "cat sat", "cat sat"],
    ["across a line-end hyphen", "the inter-\npreter runs", "interpreter", "inter-\npreter"],
    [
      "across a line-end hyphen that belongs to the word",
      "a well-\nknown fact",
      "well-known fact",
      "well-\nknown fact",
    ],
    ["of a compound that the line end joined", "a well-\nknown fact", "wellknown fact", "well-\nknown fact"],
    ["with its own line-end hyphen", "the interpreter runs", "inter-\npreter runs", "interpreter runs"],
    ["across a hyphen between capitals at a line end", "the Anglo-\nSaxon age", "Anglo-Saxon age", "Anglo-\nSaxon age"],
    ["across a range at a line end", "in 2019-\n2020 only", "in 2019–2020 only", "in 2019-\n2020 only"],
    ["across a dash at a line end", "one thing—\nthe other", "one thing — the other", "one thing—\nthe other"],
    ["across a line end after a slash", "and/\nor both", "and/or both", "and/\nor both"],
    ["with ligatures in the text", "an eﬃcient ﬁle", "efficient file", "eﬃcient ﬁle"],
    ["with ligatures in the quote", "an efficient file", "eﬃcient ﬁle", "efficient file"],
    ["in other quote marks", "he said “yes, ‘now’” twice", "said \"yes, 'now'\" twice", "said “yes, ‘now’” twice"],
    ["with outer quote marks made inner ones", "he said “yes” twice", "said ‘yes’ twice", "said “yes” twice"],
    ["with other dashes", "the Paris–Dakar rally", "Paris-Dakar rally", "Paris–Dakar rally"],
    [
      "over cells of a table",
      "Use\tSpaces\nOffice\t1 per 40",
      "Use Spaces Office 1 per 40",
      "Use\tSpaces\nOffice\t1 per 40",
    ],
    ["copied as a Markdown table row", "Office\t1 per 40", "| Office | 1 per 40 |", "Office\t1 per 40"],
    ["with Markdown emphasis", "must not be used", "must **not** be _used_", "must not be used"],
    ["with a full stop put at its end", "the end of it, then", "the end of it.", "the end of it"],
    ["with its own full stop", "It is the end. Then", "the end.", "the end."],
    ["with its own full stop left out", "It is the end. Then", "is the end", "is the end"],
    ["with a capital at its beginning", "that the owner shall pay", "The owner shall pay", "the owner shall pay"],
    ["over bullets", "two:\n• one\n• other", "two: one other", "two:\n• one\n• other"],
    ["in Japanese over a line end", "これは日本\n語です。", "日本語です。", "日本\n語です。"],
    ["inside Japanese text", "これは日本語です", "日本語", "日本語"],
    [
      "with Arabic lam-alef ligatures in the text",
      "قال \uFEB3\uFEFC\uFEE1 عليكم",
      "سلام عليكم",
      "\uFEB3\uFEFC\uFEE1 عليكم",
    ],
    ["with soft hyphens and zero-width spaces", "inter\u00ADpre\u200Bter", "interpreter", "inter\u00ADpre\u200Bter"],
    ["with decomposed accents", "un cafe\u0301 noir", "café noir", "cafe\u0301 noir"],
    ["with a sign at its beginning", "at −5 °C", "-5 °C", "−5 °C"],
    ["with an amount", "pay $1,000.50 now", "$1,000.50", "$1,000.50"],
    ["with symbols only", "a +++ b", "+++", "+++"],
    ["with an identifier", "call foo_bar(x) here", "foo_bar(x)", "foo_bar(x)"],
  ];
  for (const [what, text, quote, found] of cases) test(what, () => expect(stands(text, quote)).toEqual([found]));

  test("everywhere it stands, in order", () => {
    expect(findQuote(fold("ab cd ab cd"), "ab cd")).toEqual([
      { start: 0, end: 5 },
      { start: 6, end: 11 },
    ]);
  });
});

describe("findQuote() does not find", () => {
  const cases: readonly (readonly [what: string, text: string, quote: string])[] = [
    ["part of a word", "the interpreter runs", "inter"],
    ["the end of a word parted by a line end", "the inter-\npreter runs", "preter runs"],
    ["what 'non-' negates", "a non-compliant dwelling", "compliant dwelling"],
    ["what '-free' negates", "it is sugar-free", "it is sugar"],
    ["the first half of a contraction", "they can't pay", "they can"],
    ["a number without its sign", "it fell to −5 degrees", "5 degrees"],
    ["a number without its decimals", "about 5.3 percent", "about 5"],
    ["a number without its thousands", "some 1,000 people", "000 people"],
    ["a number without its unit", "about 5% of it", "about 5"],
    ["a price without its currency", "pay $500 now", "500 now"],
    ["a power without its exponent", "some 10² of them", "some 10"],
    ["an exponent as digits", "some 10² of them", "some 102 of them"],
    ["a point for a comma", "some 1,000 people", "some 1.000 people"],
    ["another unit sign", "held at 5 % of it", "held at 5 ‰ of it"],
    ["a missing sign inside", "from -5 to 5", "from 5 to 5"],
    ["another comparison", "where a < b holds", "where a > b holds"],
    ["other diacritics", "es ist schön hier", "es ist schon hier"],
    ["other capitals", "the Company shall pay", "the company shall pay"],
    ["words run together", "it is now here", "it is nowhere"],
    ["a missing comma", "eat, grandma, now", "eat grandma now"],
    ["feet for inches", "5' wide and", '5" wide and'],
    ["an option's dashes", "use -x here", "use --x here"],
    ["nothing", "some text", "  "],
  ];
  for (const [what, text, quote] of cases) test(what, () => expect(stands(text, quote)).toEqual([]));
});

test("findOccurrences() says how near the wording is", () => {
  expect(wording("the Company shall pay", "the company shall pay")).toEqual(["case"]);
  expect(wording("some 1,000 people", "some 1.000 people")).toEqual(["different"]);
  expect(wording("a non-compliant dwelling", "compliant dwelling")).toEqual(["cut"]);
});
