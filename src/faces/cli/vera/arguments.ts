import type { Scalar } from "../../../toolsets/vera/metadata.ts";
import type { Pair } from "./grammar.ts";

export type Value = Scalar | Pair;

/** What was given to a command, by name. Of an option that takes one value the last counts. */
export class Arguments {
  readonly #values: ReadonlyMap<string, readonly Value[]>;

  constructor(values: ReadonlyMap<string, readonly Value[]>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name)?.at(-1);
    return typeof value === "string" ? value : undefined;
  }

  /** An argument that the command cannot do without. */
  required(name: string): string {
    return this.text(name) ?? "";
  }

  number(name: string): number | undefined {
    const value = this.#values.get(name)?.at(-1);
    return typeof value === "number" ? value : undefined;
  }

  truth(name: string): boolean | undefined {
    const value = this.#values.get(name)?.at(-1);
    return typeof value === "boolean" ? value : undefined;
  }

  texts(name: string): string[] {
    return (this.#values.get(name) ?? []).filter((value) => typeof value === "string");
  }

  pairs(name: string): Pair[] {
    return (this.#values.get(name) ?? []).filter((value): value is Pair => typeof value === "object");
  }
}
