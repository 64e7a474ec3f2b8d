import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { FootnoteError, toFootnoteError } from "../../../foundation/errors.ts";
import { byCodePoint } from "../../../foundation/text/code-points.ts";
import { compareRows, type Row } from "../row.ts";
import { Anchors } from "./anchors.ts";
import { changelogRows } from "./changelog.ts";
import { documentRows } from "./documents.ts";
import { filesBelow } from "./files.ts";
import { issueRows } from "./issues.ts";
import type { CorpusFile, Flagged, Made, MadeRow } from "./made-row.ts";
import { skillRows } from "./skills.ts";
import { CHANGELOG, ISSUES, isWanted, NUMBERS, TAG } from "./sources.ts";

export interface BuiltCorpus {
  readonly generated: string;
  readonly item_tag: string;
  readonly siblings: readonly unknown[];
  /** Beyond tero's: how to read the rest, the way from the index to the repository, and a digest of all rows. */
  readonly schema?: string;
  readonly root?: string;
  readonly digest?: string;
  readonly items: readonly MadeRow[];
  readonly flagged: readonly Flagged[];
}

const GENERATED =
  "Empirical/Declared — line/metadata heuristic over the corpus (docs, research, issues, changelog, skills); source is ground truth. Use this index to find where to Read, not as an authoritative reference.";
/**
 * The index of a repository's documents, research, issues, changelog and skills (corpus.md §6), a pure function of its files: sources in this order, files sorted component by
 * component. A source that is not there is passed over. Throws io_failed for a file that cannot be read as UTF-8.
 */
export function buildCorpus(root: string, siblings: readonly unknown[] = []): BuiltCorpus {
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new FootnoteError("path_not_found", { path: root });
  const anchors = new Anchors();
  const read = (path: string): CorpusFile => ({ path, text: textAt(join(root, path)) });
  const markdown = (folder: string) =>
    filesBelow(root, folder)
      .filter((path) => path.endsWith(".md"))
      .filter(isWanted);
  const made: Made[] = [
    documentRows(markdown("docs").map(read), "doc", anchors, TAG),
    documentRows(markdown("research").map(read), "research", anchors, TAG),
  ];
  if (isFile(root, ISSUES))
    made.push(issueRows(ISSUES, read(ISSUES).text, isFile(root, NUMBERS) ? read(NUMBERS).text : "", TAG));
  if (isFile(root, CHANGELOG)) made.push(changelogRows(read(CHANGELOG), TAG));
  const skills = filesBelow(root, ".claude/skills").filter((path) => path.endsWith("/SKILL.md"));
  made.push(skillRows(skills.filter(isWanted).map(read), TAG));
  const rows = made.flatMap((one) => one.rows);
  const flagged = made.flatMap((one) => one.flagged);
  return {
    generated: GENERATED,
    item_tag: TAG,
    siblings,
    items: inOrder(rows),
    flagged: flagsInOrder(flagged),
  };
}

export function inOrder(rows: readonly MadeRow[]): MadeRow[] {
  return [...rows].sort((a, b) => compareRows(a as unknown as Row, b as unknown as Row));
}

export function flagsInOrder(flagged: readonly Flagged[]): Flagged[] {
  return [...flagged].sort((a, b) => byCodePoint(a.item, b.item) || byCodePoint(a.reason, b.reason));
}

/** The bytes of an index: indented by two, non-ASCII as it is, one line end. */
export function indexJson(corpus: BuiltCorpus): string {
  return `${JSON.stringify(corpus, undefined, 2)}\n`;
}

function textAt(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw new FootnoteError("io_failed", { path, problem: "it is not UTF-8" });
    throw toFootnoteError(error, path);
  }
}

function isFile(root: string, path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}
