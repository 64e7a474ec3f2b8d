import type { z } from "zod";
import { printable } from "../foundation/text/printable.ts";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};
const LONGEST = 60;

/** What is wrong with a value, in words that name it, for whoever typed it. */
export function problemOf(issue: z.core.$ZodIssue, input: unknown): string {
  const value = issue.path.reduce(valueIn, input);
  switch (issue.code) {
    case "unrecognized_keys":
      return "unknown argument";
    case "invalid_type":
      return value === undefined ? "missing" : `${shown(value)} is not ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${shown(value)} is none of ${issue.values.join(", ")}`;
    case "too_small":
      if (value === "" || (Array.isArray(value) && value.length === 0)) return "it is empty";
      return typeof value === "number"
        ? `${value} is less than ${issue.minimum}`
        : `shorter than ${issue.minimum} ${unitOf(value)}`;
    case "too_big":
      return typeof value === "number"
        ? `${value} is more than ${issue.maximum}`
        : `longer than ${issue.maximum} ${unitOf(value)}`;
    default:
      return issue.message;
  }
}

function valueIn(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return `“${printable(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)}”`;
}

function unitOf(value: unknown): string {
  return typeof value === "string" ? "characters" : "items";
}
