import { linesOf } from "../passage.ts";
import type { Flagged, Made, MadeRow } from "./made-row.ts";
import { shortened, withoutLinks } from "./texts.ts";

interface Entry {
  readonly line: number;
  readonly lines: readonly string[];
}

/**
 * Rows of an issue list, read line by line as tero's builder does (corpus.md §6.6): an entry begins with exactly "  - id:", its fields have four spaces. `numbers`: the
 * text of idmap.tsv, ids with their numbers in a tracker.
 */
export function issueRows(path: string, text: string, numbers: string, tag: string): Made {
  const byId = new Map(
    linesOf(numbers)
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line) => {
        const [id = "", number = ""] = line.split("\t");
        return [id.trim(), number.trim()] as const;
      }),
  );
  const seen = new Set<string>();
  const rows: MadeRow[] = [];
  const flagged: Flagged[] = [];
  for (const entry of entriesOf(text)) {
    const fields = new Fields(entry.lines);
    const id = unquoted((entry.lines[0] ?? "").slice("  - id:".length));
    if (seen.has(id)) flagged.push({ item: id, reason: "issue id occurs more than once — both rows are kept" });
    seen.add(id);
    const title = fields.value("title");
    if (title === undefined) flagged.push({ item: id, reason: "issue has no title — its id is used" });
    const labels = fields.list("labels", true);
    const gh = byId.get(id);
    rows.push({
      anchor: id,
      family: "issue",
      kind: labels.includes("type:epic") ? "epic" : "issue",
      id,
      title: withoutLinks(title ?? id),
      file: path,
      line: entry.line,
      status: labels.find((label) => label.startsWith("status:"))?.slice("status:".length),
      summary: fields.body(),
      epic: emptyAsAbsent(fields.value("epic")),
      depends_on: listAsAbsent(fields.list("depends_on", false)),
      doc_refs: listAsAbsent(fields.list("doc_refs", false)),
      gh_issue: emptyAsAbsent(gh),
      tag,
    });
  }
  return { rows, flagged };
}

function entriesOf(text: string): Entry[] {
  const entries: { line: number; lines: string[] }[] = [];
  linesOf(text).forEach((line, at) => {
    if (line.startsWith("  - id:")) entries.push({ line: at + 1, lines: [line] });
    else entries.at(-1)?.lines.push(line);
  });
  return entries;
}

class Fields {
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  value(key: string): string | undefined {
    const at = this.#at(key);
    return at < 0 ? undefined : unquoted((this.#lines[at] ?? "").slice(key.length + 5));
  }

  list(key: string, inlineOnly: boolean): string[] {
    const at = this.#at(key);
    if (at < 0) return [];
    const own = (this.#lines[at] ?? "").slice(key.length + 5).trim();
    if (own.startsWith("["))
      return own
        .replace(/^\[|\].*$/g, "")
        .split(",")
        .map(unquoted)
        .filter((one) => one !== "");
    if (inlineOnly) return [];
    const found: string[] = [];
    for (const line of this.#lines.slice(at + 1)) {
      const item = /^ {6,}- (.*)$/.exec(line)?.[1];
      if (item === undefined) break;
      found.push(unquoted(item));
    }
    return found;
  }

  /** The first line of the body that says something. */
  body(): string | undefined {
    const at = this.#at("body");
    if (at < 0) return undefined;
    for (const line of this.#lines.slice(at + 1)) {
      if (line.trim() === "") continue;
      if (!/^ {5,}/.test(line)) return undefined;
      return shortened(withoutLinks(line.trim()));
    }
    return undefined;
  }

  #at(key: string): number {
    return this.#lines.findIndex((line) => line.startsWith(`    ${key}:`));
  }
}

/** Without one pair of double quotes, and what they escape. */
function unquoted(value: string): string {
  const bare = value.trim();
  if (bare.length < 2 || !bare.startsWith('"') || !bare.endsWith('"')) return bare;
  return bare.slice(1, -1).replace(/\\(["\\])/g, "$1");
}

function emptyAsAbsent(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function listAsAbsent(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
