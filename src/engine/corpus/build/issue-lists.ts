import { basename } from "node:path/posix";
import { isRecord } from "../../../foundation/is-record.ts";
import { linesOf } from "../passage.ts";
import { FoundTexts, noLinks } from "./found-text.ts";
import type { CorpusFile, Flagged } from "./made-row.ts";
import { NOTHING, type Reading, type ReadRow, refused } from "./reading.ts";
import { firstSentence, shortened, withoutLinks } from "./texts.ts";
import { parseJson, parseYaml } from "./values.ts";

const NAME = /^(?:.*[-_.])?issues?(?:[-_.].*)?\.(?:json|ya?ml)$/i;
const MOST_ISSUES = 100_000;
/** A list stands under few keys. */
const DEEPEST = 4;
const MOST_LOOKED_AT = 1000;

/** `issues.json`, `github-issues.yaml` and the like. */
export function isIssueList(path: string): boolean {
  return NAME.test(basename(path));
}

/**
 * Rows of a tracker's export: a list of issues, alone or under keys (`issues`, `data.nodes`). Numbers, titles, states, labels, bodies as GitHub and GitLab
 * name them, or `id`, `title`, `status`, `depends_on`. A file that holds no such list gives nothing; one that cannot be read is flagged.
 */
export function readIssueList({ path, text }: CorpusFile): Reading {
  const parsed = path.toLowerCase().endsWith(".json") ? parseJson(text) : parseYaml(text);
  if (!parsed.ok) return refused(path, `issue list cannot be read (${parsed.problem}) — no rows`);
  const entries = listIn(parsed.value);
  if (entries === undefined) return NOTHING;
  const places = new Places(text);
  const flagged: Flagged[] = [];
  const rows: ReadRow[] = [];
  const found = new FoundTexts();
  const seen = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    if (rows.length >= MOST_ISSUES) {
      flagged.push({ item: path, reason: `issue list has more than ${MOST_ISSUES} issues — the others have no rows` });
      break;
    }
    const issue = isRecord(entry) ? issueOf(entry) : undefined;
    if (issue === undefined) {
      flagged.push({ item: `${path} (entry ${at + 1})`, reason: "issue has neither id nor number — no row" });
      continue;
    }
    const { id, title } = issue;
    if (seen.has(id)) flagged.push({ item: id, reason: "issue id occurs more than once — both rows are kept" });
    if (title === undefined) flagged.push({ item: id, reason: "issue has no title — its id is used" });
    seen.add(id);
    const line = places.next(issue.key, issue.written);
    rows.push({
      name: id,
      exact: true,
      family: "issue",
      kind: issue.labels.some((label) => /^(?:type[:/ ]+)?epic$/i.test(label)) ? "epic" : "issue",
      id,
      title: withoutLinks(shortened(title ?? id)) || id,
      line,
      status: issue.status,
      summary: issue.body === "" ? undefined : firstSentence(withoutLinks(issue.body)) || undefined,
      epic: issue.epic,
      depends_on: issue.dependsOn.length === 0 ? undefined : issue.dependsOn,
      doc_refs: issue.docRefs.length === 0 ? undefined : issue.docRefs,
      gh_issue: issue.number,
    });
    for (const one of linesOf(issue.body).slice(0, 500)) found.line(one, line, noLinks);
  }
  return { rows, flagged, found: found.all, labels: [] };
}

/** The first list of issues in a value, nearest to its top. */
function listIn(value: unknown): readonly unknown[] | undefined {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (const { value: each, depth } of waiting) {
    if (Array.isArray(each)) {
      if (each.some(isIssue)) return each;
    } else if (isRecord(each) && depth < DEEPEST && waiting.length < MOST_LOOKED_AT)
      waiting.push(...Object.values(each).map((one) => ({ value: one, depth: depth + 1 })));
  }
  return undefined;
}

function isIssue(value: unknown): boolean {
  return isRecord(value) && "title" in value && ["id", "number", "iid", "key"].some((key) => key in value);
}

interface Issue {
  readonly id: string;
  /** The key under which its id stands, and its id as it is written there. */
  readonly key: string;
  readonly written: string;
  readonly number: string | undefined;
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly body: string;
  readonly labels: readonly string[];
  readonly epic: string | undefined;
  readonly dependsOn: readonly string[];
  readonly docRefs: readonly string[];
}

/** GitHub has `number`, GitLab `iid`, and both a database key in `id`; lists written by hand have `id` alone. */
function issueOf(entry: Readonly<Record<string, unknown>>): Issue | undefined {
  const key = ["number", "iid", "key", "id"].find((one) => textIn(entry[one]) !== undefined);
  const written = key === undefined ? undefined : textIn(entry[key]);
  if (key === undefined || written === undefined) return undefined;
  const isNumber = /^#?\d+$/.test(written);
  const labels = listOf(entry.labels);
  const state = textIn(entry.status) ?? textIn(entry.state);
  return {
    id: isNumber ? `#${written.replace(/^#/, "")}` : written,
    key,
    written,
    number: isNumber ? written.replace(/^#/, "") : textIn(entry.gh_issue),
    title: textIn(entry.title),
    status:
      labels
        .find((label) => label.startsWith("status:"))
        ?.slice("status:".length)
        .trim() ?? state?.toLowerCase(),
    body: textIn(entry.body) ?? textIn(entry.description) ?? textIn(entry.summary) ?? "",
    labels,
    epic: nameOf(entry.epic) ?? nameOf(entry.milestone),
    dependsOn: [...listOf(entry.depends_on), ...listOf(entry.blocked_by)].map((one) =>
      /^\d+$/.test(one) ? `#${one}` : one,
    ),
    docRefs: listOf(entry.doc_refs),
  };
}

function textIn(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

/** A text, or the name of something that has one. */
function nameOf(value: unknown): string | undefined {
  return isRecord(value) ? (textIn(value.name) ?? textIn(value.title) ?? textIn(value.id)) : textIn(value);
}

function listOf(value: unknown): string[] {
  const list = isRecord(value) && Array.isArray(value.nodes) ? value.nodes : value;
  if (Array.isArray(list)) return list.slice(0, 1000).flatMap((one) => nameOf(one) ?? []);
  return typeof value === "string" ? value.split(",").flatMap((one) => textIn(one) ?? []) : [];
}

/** Finds the lines in which ids stand, each after the one before: values of a parser have no places. */
class Places {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(key: string, value: string): number {
    const pattern = new RegExp(`(?:^|[\\s{,"'-])${key}["']?\\s*:\\s*["']?${RegExp.escape(value)}(?![\\w.-])`, "g");
    pattern.lastIndex = this.#at;
    const hit = pattern.exec(this.#text);
    if (hit !== null) {
      const place = hit.index + hit[0].indexOf(key);
      for (
        let at = this.#text.indexOf("\n", this.#counted);
        at >= 0 && at < place;
        at = this.#text.indexOf("\n", at + 1)
      ) {
        this.#line++;
        this.#counted = at + 1;
      }
      this.#at = hit.index + hit[0].length;
    }
    return this.#line;
  }
}
