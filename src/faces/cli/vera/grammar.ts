import { pythonRepr } from "../../../engine/vera/python.ts";
import type { Scalar } from "../../../toolsets/vera/metadata.ts";

export type Pair = readonly [key: string, value: Scalar];

export interface OptionSpec {
  /** Without the two dashes. */
  readonly name: string;
  readonly help: string;
  /** What stands for its value in the usage; absent for a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Turns text into the value. Throws BadValue. */
  readonly read?: (text: string) => Scalar | Pair;
  /** The name of another option that it cannot stand beside. */
  readonly not?: string;
}

export interface PositionalSpec {
  readonly name: string;
  readonly help: string;
  readonly optional?: boolean;
}

export interface CommandSpec {
  /** "convert", "index build". */
  readonly name: string;
  readonly help: string;
  readonly positionals: readonly PositionalSpec[];
  readonly options: readonly OptionSpec[];
}

/** Why a text is no value of an option, in the words that follow "argument --top-k: ". */
export class BadValue extends Error {}

const TRUE = ["1", "true", "yes", "y", "on"];
const FALSE = ["0", "false", "no", "n", "off", ""];

export function whole(text: string): number {
  return wholeNumber(text, "int");
}

export function notNegative(text: string): number {
  const value = wholeNumber(text, "non_negative_int");
  if (value < 0) throw new BadValue("must be non-negative");
  return value;
}

export function positive(text: string): number {
  const value = wholeNumber(text, "positive_int");
  if (value <= 0) throw new BadValue("must be positive");
  return value;
}

/** Python reads underscores between digits and white space around them. */
function wholeNumber(text: string, type: string): number {
  const plain = text.trim().replace(/(?<=\d)_(?=\d)/g, "");
  const value = Number(plain);
  if (!/^[+-]?\d+$/.test(plain) || !Number.isSafeInteger(value))
    throw new BadValue(`invalid ${type} value: ${pythonRepr(text)}`);
  return value;
}

export function truth(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (TRUE.includes(word)) return true;
  if (FALSE.includes(word)) return false;
  throw new BadValue(`invalid str_to_bool value: ${pythonRepr(text)}`);
}

/** `KEY=VALUE` with the value as it is meant: words of truth, whole numbers, else text. "1" and "0" are numbers. */
export function pair(text: string): Pair {
  const [key, value] = rawPair(text);
  return [key, scalar(value)];
}

/** `KEY=VALUE` with the value as it stands. */
export function rawPair(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 0) throw new BadValue("must be KEY=VALUE");
  const key = text.slice(0, at).trim();
  if (key === "") throw new BadValue("option key must be non-empty");
  return [key, text.slice(at + 1)];
}

export function scalar(text: string): Scalar {
  const word = text.trim().toLowerCase();
  if (["true", "yes", "y", "on"].includes(word)) return true;
  if (["false", "no", "n", "off"].includes(word)) return false;
  return /^-?\d+$/.test(text.trim()) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
}
