import type { FoundText } from "./reading.ts";

/** Of one file; beyond, nothing more is read. */
const MOST = 20_000;
/** A line beyond that is data. */
const LONGEST_LINE = 4000;
/** What replaces a document stands at the beginning of a line. */
const LONGEST_HEAD = 300;

export interface FoundLink {
  readonly by: "path" | "label";
  readonly target: string;
}
const MENTION = /(?<![\w/.-])(?:[A-Z][A-Z0-9]{0,15}-\d{1,9}(?:-\d{1,9}){0,3}|#\d{1,9})(?![\w-])/g;
/** A line that says of its document what took its place, or whose place it took: `Status: Superseded by …`, `- Supersedes: …`. */
const REPLACES = /^[\s|>*_-]*(?:\*{0,2}status\*{0,2}\s*[|:]+\s*)?[*_\s]*(supersedes|superseded[\s_-]by)(?![A-Za-z])/i;

/** Collects what lines point at: of each kind, target and line once. */
export class FoundTexts {
  readonly all: FoundText[] = [];
  readonly #seen = new Set<string>();

  add(kind: FoundText["kind"], by: FoundText["by"], target: string, line: number): void {
    const key = `${kind}\n${by}\n${target}\n${line}`;
    if (this.all.length >= MOST || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.all.push({ kind, by, target, line });
  }

  /** The ids in a line, and what its format calls links. */
  line(text: string, line: number, linksOf: (text: string) => readonly FoundLink[]): void {
    if (text.length > LONGEST_LINE) return;
    const links = linksOf(text);
    const replaces = REPLACES.exec(text.slice(0, LONGEST_HEAD));
    const ids = [...text.matchAll(MENTION)].map(([id]) => id);
    if (replaces !== null) {
      const kind = /^supersedes$/i.test(replaces[1] ?? "") ? "supersedes" : "superseded_by";
      for (const { by, target } of links) this.add(kind, by, target, line);
      if (links.length === 0) for (const id of ids) this.add(kind, "id", id, line);
      return;
    }
    for (const { by, target } of links) this.add("link", by, target, line);
    for (const id of ids) this.add("mention", "id", id, line);
  }
}

/** For texts without links. */
export const noLinks = (): readonly FoundLink[] => [];

/** A target within the repository, as far as its text tells: no address, no absolute path. */
export function isRelative(target: string): boolean {
  return target !== "" && !/^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(target);
}
