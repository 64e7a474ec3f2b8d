import { basename } from "node:path/posix";
import { isChangelog, readChangelog } from "./changelog-reading.ts";
import { readDocument } from "./document-reading.ts";
import type { CorpusFile } from "./made-row.ts";
import { readMarkdown } from "./markdown.ts";
import type { Markup } from "./markup.ts";
import type { Reader } from "./reading.ts";

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

type MarkupReader = (text: string) => Markup;

const MARKUPS: readonly (readonly [name: RegExp, read: MarkupReader])[] = [[/\.(?:md|markdown)$/i, readMarkdown]];

/** What reads a file that is none of tero's; undefined for a file that gives no rows. `family` decides where a name alone does not. */
export function readerOf(path: string, family?: string): Reader | undefined {
  const markup = MARKUPS.find(([name]) => name.test(basename(path)))?.[1];
  if (markup === undefined) return undefined;
  return isChangelog(path) || family === "changelog"
    ? (file: CorpusFile) => readChangelog(file.path, markup(file.text))
    : (file) => readDocument(file, markup(file.text));
}
