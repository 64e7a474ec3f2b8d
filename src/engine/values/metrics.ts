import type { ValueFacts } from "./record.ts";

/** What `[metrics]` of vouch.toml says of a key (vouch.md §1.3). */
export type Metrics = (key: string) => ValueFacts;

const FIELDS = ["fmt", "desc", "unit", "better"] as const;

/** Patterns with their fields; the longest pattern that fits decides field by field. */
export function metricsOf(table: unknown): Metrics {
  const patterns = Object.entries(typeof table === "object" && table !== null ? table : {})
    // As fnmatch has them: a key has no "/", so that "*" crosses everything.
    .map(([pattern, fields]) => ({ pattern, glob: new Bun.Glob(pattern), fields: textsOf(fields) }))
    // The last one spread wins.
    .sort((a, b) => a.pattern.length - b.pattern.length || (a.pattern < b.pattern ? 1 : -1));
  return (key) => {
    const fitting = patterns.filter(({ glob }) => glob.match(key)).map(({ fields }) => fields);
    const { desc, ...rest }: ValueFacts = Object.assign({}, ...fitting);
    return desc === undefined ? rest : { ...rest, desc: filled(desc, key) };
  };
}

function textsOf(fields: unknown): Record<string, string> {
  const given: Record<string, unknown> = typeof fields === "object" && fields !== null ? { ...fields } : {};
  return Object.fromEntries(FIELDS.flatMap((name) => (typeof given[name] === "string" ? [[name, given[name]]] : [])));
}

/** `{0}`, `{-1}`: pieces of the key; `{key}`: the whole. */
function filled(desc: string, key: string): string {
  return desc.replace(/\{(key|-?\d{1,4})\}/g, (_, name: string) =>
    name === "key" ? key : (key.split(".").at(Number(name)) ?? ""),
  );
}
