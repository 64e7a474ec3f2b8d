import { expect, test } from "bun:test";
import fc from "fast-check";
import { FoundPassages } from "./found-passages.ts";

test("nthLargest() is what sorting says", () => {
  const found = new FoundPassages();
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.double({ noNaN: true, min: 0 }), fc.integer({ min: 0, max: 3 })), { maxLength: 3000 }),
      fc.integer({ min: 1, max: 50 }),
      (values, count) => {
        found.clear();
        values.forEach((_, at) => void found.add(at % 3, at, 0));
        found.setEach((_, passage) => values[passage] ?? 0);
        const sorted = values.toSorted((a, b) => b - a);
        expect(found.nthLargest(count)).toBe(
          values.length <= count ? Number.NEGATIVE_INFINITY : (sorted[count - 1] ?? Number.NaN),
        );
        const seen: unknown[] = [];
        found.forEach((document, passage, value) => void seen.push([document, passage, value]));
        expect(seen).toEqual(values.map((value, at) => [at % 3, at, value]));
      },
    ),
  );
});
