import { expect, test } from "bun:test";
import { scoreLexical } from "./bm25.ts";
import { documentOf } from "./corpus-for-tests.ts";
import { isForeign } from "./foreign.ts";
import { parseQuery } from "./query.ts";

const manual = documentOf("templates", [
  "A generic function may bound its trait.",
  "Rust eats iron.",
  "A type has a name.",
]);

function foreign(text: string, { passages, shown = [0] }: { passages?: number; shown?: number[] } = {}): boolean {
  const query = parseQuery(text);
  const lexical = scoreLexical([manual], query.groups);
  const place = (passage: number) => ({ document: 0, passage });
  return isForeign(
    [manual],
    query,
    { lexical: { ...lexical, passages: passages ?? lexical.passages } },
    shown.map(place),
  );
}

test("a proper name that the best passages lack says that a question is about something else", () => {
  const question = "How does one bound the trait of a generic function in Rust?";
  expect(foreign(question)).toBe(true);
  expect(foreign(question, { shown: [0, 1] })).toBe(false);
  expect(foreign("how does one bound the trait of a generic function in rust?")).toBe(false);
  expect(foreign("Generic Function Trait Bound")).toBe(false);
});

test("a title that holds the name will do", () => {
  expect(foreign("How does one name a type in Templates?", { shown: [2] })).toBe(false);
});

test("words that a large library lacks say so too, in the language that is stemmed", () => {
  expect(foreign("generic hollandaise", { passages: 10_000 })).toBe(true);
  expect(foreign("generic hollandaise", { passages: 9_999 })).toBe(false);
  expect(foreign("generic разделов", { passages: 10_000 })).toBe(false);
});
