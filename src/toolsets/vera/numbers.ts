import { pythonRepr } from "../../engine/vera/python.ts";
import type { Scalar } from "./metadata.ts";
import { refusal } from "./refusal.ts";

export type Options = Readonly<Record<string, Scalar>>;

/** A whole number among options, in VERA's words when it is none or out of bounds; undefined when it is not given. */
export function wholeNumber(options: Options, name: string, least: number, most: number): number | undefined {
  const value = options[name];
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value)) throw refusal(`${name} must be an integer`);
  if (value < least || value > most) throw refusal(`${name} must be between ${least} and ${most}`);
  return value;
}

/** Refuses options that nobody knows; `owner` is who would have to. */
export function checkKnown(options: Options, known: readonly string[], owner: string): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw refusal(`Unknown ${owner} option(s): ${unknown.sort().map(pythonRepr).join(", ")}`);
}
