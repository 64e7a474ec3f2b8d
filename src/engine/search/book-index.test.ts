import { expect, test } from "bun:test";
import { isBookIndex } from "./book-index.ts";

test("isBookIndex() knows entries with their pages, over line ends and under letters", () => {
  expect(isBookIndex("G\ngregexec, 506\ngrep, 11, 81, 82, 189,\n\n444, 502\ngrepl (grep), 266")).toBe(true);
  expect(isBookIndex("87\nPROMPT_COMMAND ............ 87\nPS0 ................ 88\nPS1 ....... 78")).toBe(true);
  expect(isBookIndex("pages\tvii\nroots  12–14\nstems  9")).toBe(true);
});

test("isBookIndex() leaves prose and short pieces alone", () => {
  expect(
    isBookIndex("The limit was raised in 2009.\nIt is now 506.\nSee page 12.\nNothing else changed in 2010, 11"),
  ).toBe(false);
  expect(isBookIndex("gregexec, 506\ngrep, 11")).toBe(false);
  expect(isBookIndex("")).toBe(false);
});
