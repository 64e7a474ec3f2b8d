import { linesOf } from "../passage.ts";
import { readAsciidoc } from "./asciidoc.ts";
import { isChangelog, readChangelog } from "./changelog-reading.ts";
import { isCode, readCode } from "./doc-comments.ts";
import { readDocument } from "./document-reading.ts";
import { isIssueList, readIssueList } from "./issue-lists.ts";
import type { CorpusFile } from "./made-row.ts";
import { readMarkdown } from "./markdown.ts";
import { markdownLinks } from "./markdown-links.ts";
import type { Markup } from "./markup.ts";
import { readPlainText } from "./plain-text.ts";
import { NOTHING, pathName, type Reader, type Reading } from "./reading.ts";
import { readRst } from "./rst.ts";
import { skillRows } from "./skills.ts";

/** How far to trust that a row was captured rightly. */
export const TAG = "Empirical/Declared";

const SKIPPED_PARTS = ["/tests/fixtures/", "/fixtures/", "/reject/", "/target/"];
const SKIPPED_PLACES = ["docs/tero-index/", "docs/api-index/", "docs/lib-index/"];

/** Not what tests read, what is built, or an index itself. */
export function isWanted(path: string): boolean {
  return (
    !SKIPPED_PARTS.some((part) => `/${path}`.includes(part)) && !SKIPPED_PLACES.some((place) => path.startsWith(place))
  );
}

/** The source of tero's builder that reads a path. */
export type ReferenceSource = "doc" | "research" | "issue" | "changelog" | "skill";

export const ISSUES = "tools/github/issues.yaml";
export const NUMBERS = "tools/github/idmap.tsv";
export const CHANGELOG = "CHANGELOG.md";

export function referenceSource(path: string): ReferenceSource | undefined {
  if (path === ISSUES) return "issue";
  if (path === CHANGELOG) return "changelog";
  if (!isWanted(path)) return undefined;
  if (path.startsWith("docs/") && path.endsWith(".md")) return "doc";
  if (path.startsWith("research/") && path.endsWith(".md")) return "research";
  return path.startsWith(".claude/skills/") && path.endsWith("/SKILL.md") ? "skill" : undefined;
}

/** Of one document; more are data. */
const MOST_HEADINGS = 20_000;

const MARKUPS: readonly (readonly [name: RegExp, read: (text: string) => Markup | undefined])[] = [
  [/\.(?:md|markdown)$/i, readMarkdown],
  [/\.rst(?:\.txt)?$/i, readRst],
  [/\.(?:adoc|asciidoc)$/i, readAsciidoc],
  [/(?:^|\/)(?:docs?|documentation)\/(?:.*\/)?[^/]+\.txt$/i, readPlainText],
];

/** What reads a file that is none of tero's; undefined for a file that gives no rows. `family` decides where a name alone does not. */
export function readerOf(path: string, family?: string): Reader | undefined {
  if (path.endsWith("/SKILL.md")) return readSkill;
  if (isIssueList(path) || (family === "issue" && /\.(?:json|ya?ml)$/i.test(path))) return readIssueList;
  if (isCode(path)) return readCode;
  const isLog = isChangelog(path) || family === "changelog";
  const read = MARKUPS.find(([name]) => name.test(path))?.[1] ?? (isChangelog(path) ? readPlainText : undefined);
  if (read === undefined) return undefined;
  return (file) => {
    const markup = read(file.text);
    if (markup === undefined) return NOTHING;
    const kept = { ...markup, headings: markup.headings.slice(0, MOST_HEADINGS) };
    const reading = isLog ? readChangelog(file.path, kept) : readDocument(file, kept);
    if (kept.headings.length === markup.headings.length) return reading;
    const reason = `document has more than ${MOST_HEADINGS} headings — the others have no rows`;
    return { ...reading, flagged: [...reading.flagged, { item: file.path, reason }] };
  };
}

/** An agent skill outside of the folder in which tero looks for them. */
function readSkill(file: CorpusFile): Reading {
  const { rows, flagged } = skillRows([file], TAG);
  return {
    rows: rows.map(({ anchor: _, file: __, tag: ___, ...row }) => ({
      ...row,
      name: pathName(file.path),
      within: "sk",
    })),
    flagged,
    found: markdownLinks(linesOf(file.text)),
    labels: [],
  };
}
