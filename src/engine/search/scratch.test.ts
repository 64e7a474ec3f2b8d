import { expect, test } from "bun:test";
import { Scratch } from "./scratch.ts";

test("Scratch lends zeros that do not overlap, and lends the same memory again once it is cleared", () => {
  const scratch = new Scratch();
  for (let round = 0; round < 3; round++) {
    scratch.clear();
    const [a, b, c] = [scratch.floats(5), scratch.counts(3), scratch.floats(2)];
    expect([[...a], [...b], [...c]]).toEqual([
      [0, 0, 0, 0, 0],
      [0, 0, 0],
      [0, 0],
    ]);
    a.fill(1);
    b.fill(2);
    c.fill(3);
    expect([[...a], [...b], [...c]]).toEqual([
      [1, 1, 1, 1, 1],
      [2, 2, 2],
      [3, 3],
    ]);
    expect(a.buffer === c.buffer).toBe(round > 0);
  }
});
