import { FootnoteError } from "../../../foundation/errors.ts";
import { isRecord } from "../../../foundation/is-record.ts";
import { type Fault, faultReport } from "./faults.ts";
import { type Kind, readWith } from "./kinds.ts";

/** An argument of a tool. One without a default must be given; one whose default is null takes null. */
export interface Parameter<T> {
  readonly kind: Kind<T>;
  readonly initial?: T;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values of a tool's arguments. */
export type Values<P> = { readonly [Name in keyof P]: P[Name] extends Parameter<infer T> ? T : never };

export function required<T>(kind: Kind<T>): Parameter<T> {
  return { kind };
}

export function optional<T>(kind: Kind<T>, initial: NoInfer<T>): Parameter<T> {
  return { kind, initial };
}

export function nullable<T>(kind: Kind<T>): Parameter<T | null> {
  return { kind, initial: null };
}

/** The JSON Schema of a tool's arguments, with the titles that VERA's has. */
export function inputSchema(tool: string, parameters: Parameters) {
  const properties = Object.entries(parameters).map(([name, { kind, initial }]) => {
    const schema = initial === null ? { anyOf: [kind.schema, { type: "null" }] } : kind.schema;
    return [name, { ...(initial === undefined ? {} : { default: initial }), ...schema, title: titleOf(name) }];
  });
  const needed = Object.entries(parameters).flatMap(([name, { initial }]) => (initial === undefined ? [name] : []));
  return {
    properties: Object.fromEntries(properties),
    ...(needed.length === 0 ? {} : { required: needed }),
    title: `${tool}Arguments`,
    type: "object" as const,
  };
}

/** The arguments of a call, those that nobody knows left out. Throws vera_refused with all that is wrong. */
export function readArguments<P extends Parameters>(
  tool: string,
  parameters: P,
  given: Readonly<Record<string, unknown>>,
): Values<P> {
  const faults: Fault[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { kind, initial }] of Object.entries(parameters)) {
    const value = kind.fromText ? unpacked(given[name]) : given[name];
    if (value === undefined) {
      values[name] = initial;
      if (initial === undefined) faults.push({ place: name, problem: "Field required", type: "missing", value: given });
    } else if (value === null && initial === null) values[name] = null;
    else {
      const { found, wrong } = readWith(kind, value, name);
      values[name] = found;
      faults.push(...wrong);
    }
  }
  if (faults.length > 0) throw new FootnoteError("vera_refused", { problem: faultReport(tool, faults), exit: 1 });
  // Each was read by its own parameter.
  return values as Values<P>;
}

/** What a text is JSON for, if that is an object, a list or null. */
function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{n]/.test(value)) return value;
  try {
    const found: unknown = JSON.parse(value);
    return isRecord(found) || Array.isArray(found) || found === null ? found : value;
  } catch {
    return value;
  }
}

/** "top_k" as "Top K". */
function titleOf(name: string): string {
  return name
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
}
