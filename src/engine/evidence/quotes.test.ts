import { describe, expect, test } from "bun:test";
import { quotesOf } from "./quotes.ts";

const A = "footnote:doc/aaaaaaaaaaaa#p=1&t=2-30";
const B = "footnote:doc/bbbbbbbbbbbb#p=2";

describe("quotesOf()", () => {
  test("finds quoted text with the locator after it, in parentheses, links and angle brackets", () => {
    const answer = [
      `The code says “one space for each bedroom” (${A}).`,
      `It adds "no more than three spaces" [Zoning, p. 4](<${B}>). And «pas plus de trois places» here.`,
    ].join("\n\n");
    expect(quotesOf(answer)).toEqual([
      { quote: "one space for each bedroom", claimed: A },
      { quote: "no more than three spaces", claimed: B, pages: { first: "4", last: "4" } },
      { quote: "pas plus de trois places" },
    ]);
  });

  test("finds block quotes with the source inside or after them", () => {
    const answer = [
      `> One space for each\n> bedroom, not more.\n>\n> — [Zoning, p. 1](<${A}>)`,
      "Then:",
      "> Another rule of the house.",
      `(House Rules, pp. xii–xv, ${B})`,
    ].join("\n\n");
    expect(quotesOf(answer)).toEqual([
      { quote: "One space for each\nbedroom, not more.", claimed: A, pages: { first: "1", last: "1" } },
      { quote: "Another rule of the house.", claimed: B, pages: { first: "xii", last: "xv" } },
    ]);
  });

  test("follows footnotes and link references", () => {
    const answer = [
      "First “one space for each bedroom”[^1], then “no more than three spaces” [there][z].",
      `[^1]: Zoning Code, p. 9, ${A}`,
      `[z]: ${B}`,
    ].join("\n\n");
    expect(quotesOf(answer)).toEqual([
      { quote: "one space for each bedroom", claimed: A, pages: { first: "9", last: "9" } },
      { quote: "no more than three spaces", claimed: B },
    ]);
  });

  test("does not give a quote the locator of the next one or of another paragraph", () => {
    expect(quotesOf(`“one space for each bedroom” and “no more than three spaces” (${A})\n\nSee ${B}.`)).toEqual([
      { quote: "one space for each bedroom" },
      { quote: "no more than three spaces", claimed: A },
    ]);
  });

  test("leaves out code and words that are only so called", () => {
    expect(
      quotesOf(
        'The "inner ring" is set.\n\n```\nprint("one space for each bedroom")\n```\n\n    x = "one space for each bedroom"\n\nand `"one space for each bedroom"`.',
      ),
    ).toEqual([]);
  });

  test("keeps what stands in code inside a quote", () => {
    expect(quotesOf("“call `foo_bar(x)` before you leave”")).toEqual([{ quote: "call `foo_bar(x)` before you leave" }]);
  });

  test("takes a locator in backticks", () => {
    expect(quotesOf(`“one space for each bedroom” \`${A}\``)).toEqual([
      { quote: "one space for each bedroom", claimed: A },
    ]);
  });

  test("counts twenty characters, and Japanese by the character", () => {
    expect(quotesOf('"characteristically unconstitutional" and 「駐車場を設けること」')).toEqual([
      { quote: "characteristically unconstitutional" },
      { quote: "駐車場を設けること" },
    ]);
  });

  test("does not run a stray quote mark over paragraphs", () => {
    expect(quotesOf('A 5" pipe is wide.\n\nThe other is 6" wide and long.')).toEqual([]);
  });

  test("finds what follows a stray quote mark", () => {
    expect(quotesOf('A 5" pipe.\n\nIt says "one space for each bedroom".')).toEqual([
      { quote: "one space for each bedroom" },
    ]);
    expect(quotesOf('A 5" pipe says "one space for each bedroom".')).toEqual([{ quote: "one space for each bedroom" }]);
  });

  test("keeps the stop before a locator out of it", () => {
    expect(quotesOf(`“one space for each bedroom”, see ${B}.`)).toEqual([
      { quote: "one space for each bedroom", claimed: B },
    ]);
  });
});
