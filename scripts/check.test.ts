import { expect, test } from "bun:test";
import { readCounts } from "./check.ts";

test("readCounts() takes the runner's summary, not lines that look like it before", () => {
  const output =
    "noise\n 3 pass\n(fail) x\n\n 120 pass\n 2 skip\n 1 fail\n 1 error\n 300 expect() calls\nRan 123 tests\n";
  expect(readCounts(output)).toEqual({ passed: 120, failed: 2 });
  expect(readCounts("Segmentation fault")).toEqual({ passed: 0, failed: 0 });
});
