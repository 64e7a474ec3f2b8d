import { isRecord } from "../../../foundation/is-record.ts";
import type { Fault } from "./faults.ts";

/** Tells what is wrong below the place that is being read. */
export type Complain = (problem: string, type: string, value: unknown, below?: string) => undefined;

/** A kind of argument: its JSON Schema, and how it is read as leniently as pydantic reads it. `read` gives undefined after a complaint. */
export interface Kind<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  /** What a union calls it in the place of a fault. */
  readonly name: string;
  /** Whether JSON in a string is taken for the value itself, which helps clients that send nested arguments as text. */
  readonly fromText: boolean;
  read(value: unknown, complain: Complain): T | undefined;
}

export const text: Kind<string> = {
  schema: { type: "string" },
  name: "str",
  fromText: false,
  read: (value, complain) =>
    typeof value === "string" ? value : complain("Input should be a valid string", "string_type", value),
};

const FRACTION = "Input should be a valid integer, got a number with a fractional part";
const TOO_LARGE = "Unable to parse input string as an integer, exceeded maximum size";

export const whole: Kind<number> = {
  schema: { type: "integer" },
  name: "int",
  fromText: true,
  read(value, complain) {
    if (typeof value === "boolean") return Number(value);
    if (typeof value === "string") {
      const digits = /^\s*([+-]?\d+(?:_\d+)*)(?:\.0+)?\s*$/.exec(value)?.[1];
      const wrong = "Input should be a valid integer, unable to parse string as an integer";
      if (digits === undefined) return complain(wrong, "int_parsing", value);
      const number = Number(digits.replaceAll("_", ""));
      return Number.isSafeInteger(number) ? number : complain(TOO_LARGE, "int_parsing_size", value);
    }
    if (typeof value !== "number") return complain("Input should be a valid integer", "int_type", value);
    if (!Number.isInteger(value)) return complain(FRACTION, "int_from_float", value);
    return Number.isSafeInteger(value) ? value : complain(TOO_LARGE, "int_parsing_size", value);
  },
};

const YES = new Set(["1", "on", "t", "true", "y", "yes"]);
const NO = new Set(["0", "off", "f", "false", "n", "no"]);

export const truth: Kind<boolean> = {
  schema: { type: "boolean" },
  name: "bool",
  fromText: true,
  read(value, complain) {
    if (typeof value === "boolean") return value;
    const word = String(value).toLowerCase();
    if (typeof value === "string" || (typeof value === "number" && Number.isInteger(value))) {
      if (YES.has(word) || NO.has(word)) return YES.has(word);
      return complain("Input should be a valid boolean, unable to interpret input", "bool_parsing", value);
    }
    return complain("Input should be a valid boolean", "bool_type", value);
  },
};

/** One of a few words. */
export function choice<const Word extends string>(...words: readonly [Word, ...Word[]]): Kind<Word> {
  const quoted = words.map((word) => `'${word}'`);
  const listed = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return {
    schema: { enum: words, type: "string" },
    name: `literal[${quoted.join(",")}]`,
    fromText: true,
    read: (value, complain) =>
      words.find((word) => word === value) ?? complain(`Input should be ${listed}`, "literal_error", value),
  };
}

export function listOf<T>(item: Kind<T>, { least, most }: { least?: number; most?: number } = {}): Kind<T[]> {
  return {
    schema: {
      items: item.schema,
      ...(most === undefined ? {} : { maxItems: most }),
      ...(least === undefined ? {} : { minItems: least }),
      type: "array",
    },
    name: `list[${item.name}]`,
    fromText: true,
    read(value, complain) {
      if (!Array.isArray(value)) return complain("Input should be a valid list", "list_type", value);
      const length = (bound: string, type: string) =>
        complain(`List should have ${bound} after validation, not ${value.length}`, type, value);
      if (least !== undefined && value.length < least) return length(`at least ${counted(least)}`, "too_short");
      if (most !== undefined && value.length > most) return length(`at most ${counted(most)}`, "too_long");
      return readAll(value.entries(), item, complain)?.map(([, member]) => member);
    },
  };
}

/** An object of any keys. */
export function recordOf<T>(member: Kind<T>): Kind<Record<string, T>> {
  return {
    schema: { additionalProperties: member.schema, type: "object" },
    name: `dict[str,${member.name}]`,
    fromText: true,
    read(value, complain) {
      if (!isRecord(value)) return complain("Input should be a valid dictionary", "dict_type", value);
      const members = readAll(Object.entries(value), member, complain);
      return members && Object.fromEntries(members);
    },
  };
}

/** The first kind that takes the value; when none does, what each of them has against it. */
export function either<A, B>(a: Kind<A>, b: Kind<B>): Kind<A | B> {
  return {
    schema: { anyOf: [a.schema, b.schema] },
    name: `union[${a.name},${b.name}]`,
    fromText: true,
    read(value, complain) {
      const faults: Fault[] = [];
      for (const kind of [a, b]) {
        const { found, wrong } = readWith<A | B>(kind, value, kind.name);
        if (found !== undefined) return found;
        faults.push(...wrong);
      }
      for (const { problem, type, value: what, place } of faults) complain(problem, type, what, place);
      return undefined;
    },
  };
}

/** Reads a value and gathers what is wrong with it. */
export function readWith<T>(kind: Kind<T>, value: unknown, place: string): { found: T | undefined; wrong: Fault[] } {
  const wrong: Fault[] = [];
  const found = kind.read(value, (problem, type, what, below) => {
    wrong.push({ place: below === undefined ? place : `${place}.${below}`, problem, type, value: what });
    return undefined;
  });
  return { found, wrong };
}

/** All members, or undefined when one was complained of. */
function readAll<T, Key extends string | number>(
  members: Iterable<[Key, unknown]>,
  kind: Kind<T>,
  complain: Complain,
): [Key, T][] | undefined {
  const found: [Key, T][] = [];
  let complete = true;
  for (const [key, member] of members) {
    const read = kind.read(member, (problem, type, what, below) =>
      complain(problem, type, what, below === undefined ? String(key) : `${key}.${below}`),
    );
    if (read === undefined) complete = false;
    else found.push([key, read]);
  }
  return complete ? found : undefined;
}

function counted(items: number): string {
  return `${items} ${items === 1 ? "item" : "items"}`;
}
