import { z } from "zod";

/** How one field of an operation's input is spelled on the command line. */
export interface Field {
  readonly name: string;
  /** `camelCase` as `kebab-case`, without dashes. */
  readonly flag: string;
  readonly type: "string" | "number" | "boolean" | "json";
  readonly many: boolean;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly fallback: unknown;
  readonly description: string;
}

/** The fields of an input schema, in order of declaration, read off its JSON Schema. */
export function fieldsOf(input: z.ZodObject): Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const whole = typeof property === "boolean" ? {} : property;
    const many = whole.type === "array" && isSchema(whole.items);
    const one = many && isSchema(whole.items) ? whole.items : whole;
    return {
      name,
      flag: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      type: typeOf(one),
      many,
      choices: (one.enum ?? []).map(String),
      required: required.has(name),
      fallback: whole.default,
      description: whole.description ?? one.description ?? "",
    };
  });
}

/** The text given for a field as the value its schema expects; text that does not fit stays text, for the schema to refuse. */
export function parseText(field: Field, text: string): unknown {
  switch (field.type) {
    case "number": {
      const number = Number(text);
      return text.trim() === "" || Number.isNaN(number) ? text : number;
    }
    case "json":
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    default:
      return text;
  }
}

type Schema = z.core.JSONSchema.BaseSchema;

function isSchema(items: Schema["items"]): items is Schema {
  return typeof items === "object" && !Array.isArray(items);
}

function typeOf(schema: Schema): Field["type"] {
  if (schema.enum !== undefined) return "string";
  switch (schema.type) {
    case "string":
    case "boolean":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    default:
      return "json";
  }
}
