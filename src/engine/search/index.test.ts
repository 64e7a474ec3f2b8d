import { expect, test } from "bun:test";
import fc from "fast-check";
import { FootnoteError } from "../../foundation/errors.ts";
import { termsOf } from "../../foundation/text/analyze.ts";
import { PASSAGE_KINDS } from "../document.ts";
import { buildIndex, type IndexInput } from "./build-index.ts";
import { checkIndex } from "./check-index.ts";
import { openIndex } from "./open-index.ts";

const word = fc.oneof(
  fc.constantFrom("the", "parking", "EL-A", "foo_bar", "§4.2", "設備", "雨", "running", "std::vector"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(" "));
const passages = fc.array(fc.record({ text, heading: text, kind: fc.constantFrom(...PASSAGE_KINDS) }), {
  maxLength: 12,
});

/** The inverted index as plain maps: term → [passage, times in the body, times in the heading]. */
function naive({ passages }: IndexInput): Map<string, number[][]> {
  const lists = new Map<string, number[][]>();
  passages.forEach(({ text, heading }, passage) => {
    const [body, head] = [termsOf(text), termsOf(heading)];
    for (const term of new Set([...body, ...head])) {
      const times = (terms: string[]) => terms.filter((one) => one === term).length;
      lists.set(term, [...(lists.get(term) ?? []), [passage, times(body), times(head)]]);
    }
  });
  return lists;
}

test("openIndex(buildIndex(x)) holds the lists of a naive index", () => {
  fc.assert(
    fc.property(passages, (passages) => {
      const { terms, postings } = buildIndex({ passages });
      const index = openIndex(terms, postings);
      const lists = naive({ passages });
      expect(index.terms).toBe(lists.size);
      expect(index.lookup("no such term")).toBeUndefined();
      for (const [term, expected] of lists) {
        for (const other of [`${term}a`, `${term}\uffff`, term.slice(0, -1), `${term.slice(0, -1)}\0`]) {
          if (!lists.has(other)) expect(index.lookup(other)).toBeUndefined();
        }
        const found = index.lookup(term)!;
        expect([...found.passages].map((p, at) => [p, found.body[at]!, found.heading[at]!])).toEqual(expected);
      }
      expect([...index.bodyLengths]).toEqual(passages.map(({ text }) => termsOf(text).length));
      expect([...index.headingLengths]).toEqual(passages.map(({ heading }) => termsOf(heading).length));
      expect(passages.map((_, at) => index.kind(at))).toEqual(passages.map(({ kind }) => kind));
      expect(checkIndex(terms, postings, passages.length)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

const sample = buildIndex({
  passages: Array.from({ length: 40 }, (_, at) => ({
    text: `passage ${at} about parking, foo_bar${at % 7} and 設備 ${at * 31}`,
    heading: at % 3 === 0 ? "Part 4\n4.2 Parking" : "",
    kind: "text" as const,
  })),
});

test("a damaged index gives archive_damaged or another list, never another failure", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.nat(), fc.nat(255), fc.nat(), (inTerms, at, value, cut) => {
      const bytes = (inTerms ? sample.terms : sample.postings).slice();
      bytes[at % bytes.length] = value;
      const kept = cut % 5 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
      const [terms, postings] = inTerms ? [kept, sample.postings] : [sample.terms, kept];
      try {
        const index = openIndex(terms, postings);
        for (const term of ["park", "foo_bar3", "設備", "zzz", "0"]) index.lookup(term);
        index.neighbours("foo");
      } catch (error) {
        expect(error).toBeInstanceOf(FootnoteError);
        expect((error as FootnoteError).code).toBe("archive_damaged");
      }
      expect(Array.isArray(checkIndex(terms, postings, 40))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test("checkIndex() names what does not fit", () => {
  expect(checkIndex(sample.terms, sample.postings, 41)).toEqual(["terms: made for 40 passages, the document has 41"]);
  expect(checkIndex(sample.terms.subarray(0, 10), sample.postings, 40)).toEqual([
    "terms: it is shorter than its header",
  ]);
  const longer = new Uint8Array(sample.postings.length + 1);
  longer.set(sample.postings);
  expect(checkIndex(sample.terms, longer, 40)).toEqual(["postings: 1 bytes after the last list"]);
});

test("an index is a function of its passages", () => {
  const passages = [{ text: "one two", heading: "Three", kind: "text" as const }];
  expect(buildIndex({ passages })).toEqual(buildIndex({ passages }));
});
