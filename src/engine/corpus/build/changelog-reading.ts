import { basename } from "node:path/posix";
import { changelogId } from "./changelog.ts";
import type { Markup } from "./markup.ts";
import { pathName, type Reading, type ReadRow } from "./reading.ts";
import { firstSentence, withoutLinks } from "./texts.ts";

const NAME = /^(?:changelog|changes|history|news|releases|release[-_ ]?notes)\.(?:md|markdown|rst|txt|adoc|asciidoc)$/i;

export function isChangelog(path: string): boolean {
  return NAME.test(basename(path));
}

const RELEASE = /(?:^|[\s[(vV])\d+\.\d+|unreleased|^\[?\d{4}-\d\d-\d\d/i;

/** A changelog in any markup: headings of the level at which versions stand are releases, those below entries. Without any version, the highest level below the title. */
export function readChangelog(path: string, markup: Markup): Reading {
  const { headings } = markup;
  const levels = headings.filter(({ title }) => RELEASE.test(title)).map(({ level }) => level);
  const title = headings[0]?.level ?? 0;
  const below = headings.filter(({ level }) => level > title).map(({ level }) => level);
  const releases = Math.min(...(levels.length > 0 ? levels : below));
  const rows = headings
    .filter(
      ({ level, title: shown }) =>
        level > releases || (level === releases && (levels.length === 0 || RELEASE.test(shown))),
    )
    .map((heading): ReadRow => {
      const shown = withoutLinks(heading.title).trim();
      const lead = heading.lead === undefined ? "" : firstSentence(withoutLinks(heading.lead));
      return {
        name: heading.title,
        within: `cl-${pathName(path)}`,
        family: "changelog",
        kind: heading.level === releases ? "release" : "entry",
        id: changelogId(shown),
        title: shown || "(untitled)",
        line: heading.line,
        summary: lead || shown || undefined,
      };
    });
  return { rows, flagged: [], found: markup.found, labels: markup.labels };
}
