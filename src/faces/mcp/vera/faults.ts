import { typeName, valueRepr } from "./python-value.ts";

/** What is wrong with one argument, in the form in which pydantic tells it. */
export interface Fault {
  /** For example "where.a.list[str].1". */
  readonly place: string;
  readonly problem: string;
  /** pydantic's name of the problem. */
  readonly type: string;
  readonly value: unknown;
}

/** The report on all that is wrong with the arguments of a tool. VERA's names a page on the web for each kind of problem; ours does not. */
export function faultReport(tool: string, faults: readonly Fault[]): string {
  const lines = faults.map(
    ({ place, problem, type, value }) =>
      `${place}\n  ${problem} [type=${type}, input_value=${shortened(valueRepr(value))}, input_type=${typeName(value)}]`,
  );
  const count = faults.length === 1 ? "1 validation error" : `${faults.length} validation errors`;
  return [`${count} for ${tool}Arguments`, ...lines].join("\n");
}

/** The first 25 and the last 24 characters of more than 50. */
function shortened(shown: string): string {
  const characters = [...shown];
  if (characters.length <= 50) return shown;
  return `${characters.slice(0, 25).join("")}...${characters.slice(-24).join("")}`;
}
