import type { z } from "zod";
import { FootnoteError } from "../foundation/errors.ts";
import type { Operation } from "../toolsets/operation.ts";
import { problemOf } from "./problem.ts";

/** Input from outside as the operation expects it, or `invalid_argument` that names the field as the face spells it. */
export function parseInput(
  operation: Operation,
  input: unknown,
  spell: (field: string) => string,
): z.output<Operation["input"]> {
  const parsed = operation.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === "unrecognized_keys" ? issue.keys[0] : undefined;
  const field = unknown ?? issue?.path[0];
  const rest = issue?.path.slice(1).map((part) => `[${String(part)}]`);
  throw new FootnoteError("invalid_argument", {
    what: field === undefined ? "the arguments" : `${spell(String(field))}${rest?.join("") ?? ""}`,
    problem: issue === undefined ? "not as expected" : problemOf(issue, input),
    command: operation.name,
  });
}
