import { expect, test } from "bun:test";
import fc from "fast-check";
import { idPattern } from "./id-pattern.ts";

test.each([
  ["REQ-\\d+", "The REQ-12 and REQ-3", "REQ-12"],
  ["[A-Z]{2,4}-[0-9]+(?:\\.[0-9]+)*", "see AB-1.2.3.", "AB-1.2.3"],
  ["^§\\s?\\d", "§ 4 Lanes", "§ 4"],
  ["\\b[a-z]\\d$", "ab1 c2", "c2"],
  ["(a|ab)(c|bcd)", "xabcd", "abcd"],
  ["[^-\\d]+-?[\\]x]", "12ab-]", "ab-]"],
  ["x*", "aaa", undefined],
  ["REQ-\\d{3}", "REQ-12", undefined],
  ["é.", "café au", "é "],
])("%s finds in “%s” %p", (pattern, title, id) => {
  expect(idPattern(pattern)(title)).toBe(id as string);
});

test("finds where the engine's own expressions find, and as much where nothing is optional", () => {
  const piece = fc.constantFrom("a", "b", "[ab]", "\\d", "(?:ab|b)", "a+", "b*", "-", "(a|b){1,2}", "1?");
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }),
      fc.stringMatching(/^[ab1-]{0,12}$/),
      (pieces, title) => {
        const pattern = pieces.join("");
        const found = idPattern(pattern)(title);
        const first = [...title.matchAll(new RegExp(pattern, "g"))].find(([match]) => match !== "");
        if (found === undefined) return first === undefined;
        // The longest at the leftmost place; the engine takes the first alternative.
        return (
          new RegExp(`^(?:${pattern})$`).test(found) && (first === undefined || title.indexOf(found) <= first.index)
        );
      },
    ),
  );
});

test.each(["", "a".repeat(201), "(a", "a)", "[a", "*a", "(?=a)", "\\1", "a{2,1}", "a{x}", "[b-a]", "((a{50}){50}){9}"])(
  "%s is refused",
  (pattern) => {
    expect(() => idPattern(pattern)).toThrow("id-pattern");
  },
);

test("no pattern hangs", () => {
  const start = performance.now();
  for (const pattern of ["(a+)+b", "a*a*a*a*a*a*a*b", "(a|a)*b", "(a?){100}b"]) idPattern(pattern)("a".repeat(100_000));
  expect(performance.now() - start).toBeLessThan(2000);
});
