import { z } from "zod";

/** Physical pages, from 1, both included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** The one reading of a page or a range of pages as people type it: 12 or 12-40. */
export const PageRangeField = z
  .string()
  .regex(/^\d{1,9}(-\d{1,9})?$/, { error: ({ input }) => problem(String(input)) })
  .transform((text, { addIssue }): PageRange => {
    const [first = 0, last = first] = text.split("-").map(Number);
    if (first < 1 || last < first) addIssue({ code: "custom", message: problem(text) });
    return { first, last };
  });

function problem(text: string): string {
  return `“${text}” is not a page or an ascending range of pages from 1, such as 12 or 12-40`;
}
