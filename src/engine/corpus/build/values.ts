/** A value, or why there is none. */
export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

export function parseYaml(text: string): Parsed {
  return parsed(() => Bun.YAML.parse(text));
}

export function parseJson(text: string): Parsed {
  return parsed(() => JSON.parse(text));
}

function parsed(parse: () => unknown): Parsed {
  try {
    return { ok: true, value: parse() };
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { ok: false, problem: first.slice(0, 120) };
  }
}
