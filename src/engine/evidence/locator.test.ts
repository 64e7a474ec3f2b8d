import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { FootnoteError } from "../../foundation/errors.ts";
import { formatLocator, type Locator, parseLocator, slugOf } from "./locator.ts";

const D = "5b1c0f2a9d3e";

describe("parseLocator()", () => {
  const cases: readonly (readonly [text: string, locator: Locator])[] = [
    [`footnote:doc/${D}`, { document: D }],
    [`footnote:doc/${D}#p=12`, { document: D, pages: { first: 12, last: 12 } }],
    [`footnote:doc/${D}#p=3-5`, { document: D, pages: { first: 3, last: 5 } }],
    [
      `footnote:doc/${D}#p=12&t=3401-3522`,
      { document: D, pages: { first: 12, last: 12 }, spans: [{ start: 3401, end: 3522 }] },
    ],
    [
      `footnote:doc/${D}#t=0-5,9-12`,
      {
        document: D,
        spans: [
          { start: 0, end: 5 },
          { start: 9, end: 12 },
        ],
      },
    ],
    [`footnote:doc/${D}#s=41`, { document: D, section: 41 }],
    [`footnote:doc/${D}#s=off-street-parking`, { document: D, section: "off-street-parking" }],
    [`footnote:doc/${D}#s=%E9%A7%90%E8%BB%8A`, { document: D, section: "駐車" }],
    [`footnote:doc/${D}#c=17`, { document: D, passage: 17 }],
  ];
  for (const [text, locator] of cases) {
    test(text, () => {
      expect(parseLocator(text)).toEqual(locator);
      expect(formatLocator(locator)).toBe(text);
    });
  }

  const wrong: readonly (readonly [text: string, problem: string])[] = [
    ["", "it does not begin with footnote:doc/"],
    ["http://x", "it does not begin with footnote:doc/"],
    ["footnote:doc/5b1c", "the document is not named by 12 to 64 lower-case hex digits"],
    [`footnote:doc/${D.toUpperCase()}`, "the document is not named by 12 to 64 lower-case hex digits"],
    [`footnote:doc/${D}/../x`, "the document is not named by 12 to 64 lower-case hex digits"],
    [`footnote:doc/${D}#`, "“” is not key=value"],
    [`footnote:doc/${D}#p=0`, "p=0 is not a page or a range of pages"],
    [`footnote:doc/${D}#p=5-3`, "p=5-3 is not a page or a range of pages"],
    [`footnote:doc/${D}#p=3-`, "p=3- is not a page or a range of pages"],
    [`footnote:doc/${D}#p=-3`, "p=-3 is not a page or a range of pages"],
    [`footnote:doc/${D}#p=1e3`, "p=1e3 is not a page or a range of pages"],
    [`footnote:doc/${D}#p=99999999999`, "p=99999999999 is not a page or a range of pages"],
    [`footnote:doc/${D}#t=5`, "t=5 is not ascending ranges"],
    [`footnote:doc/${D}#t=5-4`, "t=5-4 is not ascending ranges"],
    [`footnote:doc/${D}#t=5-9,8-12`, "t=5-9,8-12 is not ascending ranges"],
    [`footnote:doc/${D}#s=A%20B`, "s=A%20B is not a heading"],
    [`footnote:doc/${D}#s=%E9`, "s=%E9 is not a heading"],
    [`footnote:doc/${D}#x=1`, "“x” is none of p, t, s, c"],
    [`footnote:doc/${D}#p=1=2`, "“p=1=2” is not key=value"],
    [`footnote:doc/${D}#p=1&p=2`, "only p and t go together, in that order, once each"],
    [`footnote:doc/${D}#s=1&p=2`, "only p and t go together, in that order, once each"],
    [`footnote:doc/${D}#p=1#t=1-2`, "it has more than one #"],
    [`footnote:doc/${D}#${"p=1&".repeat(1000)}`, "it is longer than 2000 characters"],
  ];
  for (const [text, problem] of wrong) {
    test(`refuses ${text.slice(0, 60)}`, () => {
      let thrown: unknown;
      try {
        parseLocator(text);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(FootnoteError);
      expect(thrown).toMatchObject({ code: "locator_invalid", details: { problem } });
    });
  }

  test("reads nothing that formatLocator() would not write", () => {
    const text = fc.string({ unit: fc.constantFrom(..."#&=-,ptsc019a%"), maxLength: 20 });
    fc.assert(
      fc.property(text, (tail) => {
        const whole = `footnote:doc/${D}${tail}`;
        let locator: Locator;
        try {
          locator = parseLocator(whole);
        } catch (error) {
          expect(error).toBeInstanceOf(FootnoteError);
          return;
        }
        expect(parseLocator(formatLocator(locator))).toEqual({ ...locator, document: D });
      }),
      { numRuns: 3000 },
    );
  });
});

test("slugOf() is an anchor for a heading", () => {
  expect(slugOf("§4.2  Off-street Parking!")).toBe("4-2-off-street-parking");
});
