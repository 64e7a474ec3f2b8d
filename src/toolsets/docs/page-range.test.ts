import { expect, test } from "bun:test";
import type { z } from "zod";
import { read } from "./read.ts";
import { search } from "./search.ts";

/** What `pages` means to both operations that take it: the range, or what is wrong with which field. */
function pagesOf(pages: string): unknown[] {
  const told = (parsed: z.ZodSafeParseResult<{ pages?: unknown }>) =>
    parsed.success ? parsed.data.pages : parsed.error.issues.map(({ path, message }) => `${path.join()}: ${message}`);
  return [told(read.input.safeParse({ target: "a.pdf", pages })), told(search.input.safeParse({ query: "a", pages }))];
}

test.each([
  ["12", { first: 12, last: 12 }],
  ["12-40", { first: 12, last: 40 }],
  ["7-7", { first: 7, last: 7 }],
  ["007-8", { first: 7, last: 8 }],
])("read and search take pages %s", (pages, range) => {
  expect(pagesOf(pages)).toEqual([range, range]);
});

test.each(["0", "0-3", "5-3", "", "-3", "3-", "1-2-3", "x", "1.5", "1234567890"])(
  "read and search refuse pages “%s” in the same words",
  (pages) => {
    const refusal = [`pages: “${pages}” is not a page or an ascending range of pages from 1, such as 12 or 12-40`];
    expect(pagesOf(pages)).toEqual([refusal, refusal]);
  },
);
