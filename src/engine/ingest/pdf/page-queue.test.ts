import { expect, test } from "bun:test";
import fc from "fast-check";
import { PageQueue } from "./page-queue.ts";

test("take() hands out every page once, in order, whatever the number of Workers", () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.integer({ min: 1, max: 8 }), (pages, lanes) => {
      const queue = new PageQueue(pages, lanes);
      const taken: number[] = [];
      for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
        expect(batch.length).toBeLessThanOrEqual(16);
        taken.push(...batch);
      }
      expect(taken).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
    }),
  );
});

test("giveBack() gives a page a second try alone, and gives it up after that", () => {
  const queue = new PageQueue(12, 1);
  expect(queue.take()).toEqual([1, 2, 3]);
  expect(queue.giveBack([2, 3])).toBe(true);
  expect(queue.take()).toEqual([3]);
  expect(queue.take()).toEqual([2]);
  expect(queue.giveBack([2])).toBe(false);
  expect(queue.take()).toEqual([4, 5, 6]);
});
