import { frontMatterEnd } from "../markdown/front-matter.ts";

/** What a book's first page and properties are made of. */
export interface BookFacts {
  /** Characters of the text before its body. */
  readonly length: number;
  readonly title: string | undefined;
  readonly authors: readonly string[];
  readonly date: string | undefined;
}

/** Title, author or authors, and date of YAML front matter; it is not printed itself. */
export function bookFacts(text: string): BookFacts {
  const length = frontMatterEnd(text);
  const yaml = text.slice(0, length).replace(/^---.*\n|\n?(?:---|\.\.\.)\s*$/g, "");
  const fields = readYaml(yaml);
  const authors = [fields.author ?? fields.authors ?? []].flat().flatMap((one) => scalar(one) ?? []);
  return { length, title: scalar(fields.title), authors, date: scalar(fields.date) };
}

function readYaml(yaml: string): Record<string, unknown> {
  try {
    const value: unknown = Bun.YAML.parse(yaml);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function scalar(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
