import { expect, test } from "bun:test";
import { z } from "zod";
import { problemOf } from "./problem.ts";

const INPUT = z.strictObject({
  query: z.string().min(1).max(8),
  limit: z.int().min(1).max(100).optional(),
  kinds: z
    .array(z.enum(["text", "table"]))
    .min(1)
    .max(2)
    .optional(),
  fold: z.boolean().optional(),
  pages: z.string().regex(/^\d+$/, "these are no pages").optional(),
});

test.each([
  [{}, "missing"],
  [{ query: 7 }, "“7” is not text"],
  [{ query: "" }, "it is empty"],
  [{ query: "far too long" }, "longer than 8 characters"],
  [{ query: "a", limit: "ten" }, "“ten” is not a number"],
  [{ query: "a", limit: 1.5 }, "“1.5” is not a whole number"],
  [{ query: "a", limit: 0 }, "0 is less than 1"],
  [{ query: "a", limit: 101 }, "101 is more than 100"],
  [{ query: "a", kinds: ["text", "foo"] }, "“foo” is none of text, table"],
  [{ query: "a", kinds: "text" }, "“text” is not a list"],
  [{ query: "a", kinds: [] }, "it is empty"],
  [{ query: "a", kinds: ["text", "text", "text"] }, "longer than 2 items"],
  [{ query: "a", fold: "x".repeat(99) }, `“${"x".repeat(60)}…” is not true or false`],
  [{ query: "a", pages: "x" }, "these are no pages"],
  [{ query: "a", lmit: 3 }, "unknown argument"],
])("problemOf() says of %j: %s", (input, problem) => {
  const [issue] = INPUT.safeParse(input).error!.issues;
  expect(problemOf(issue!, input)).toBe(problem);
});
