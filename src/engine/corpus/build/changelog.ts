import { linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import type { CorpusFile, Made, MadeRow } from "./made-row.ts";
import { withoutLinks } from "./texts.ts";

const ID = /(?<![A-Za-z0-9-])(?:(?:RFC|ADR|DN|M)-\d+|E\d+(?:-\d+)+)(?![A-Za-z0-9-])/;

/** Rows of a changelog: "## " is a release, "### " an entry (corpus.md §6.7). */
export function changelogRows({ path, text }: CorpusFile, tag: string): Made {
  const anchors = new Anchors();
  const rows = linesOf(text).flatMap((line, at): MadeRow[] => {
    const heading = /^(#{2,3}) (.*)$/.exec(line);
    if (heading === null) return [];
    const title = withoutLinks((heading[2] ?? "").trim());
    return [
      {
        anchor: anchors.allocate("cl", (heading[2] ?? "").trim()),
        family: "changelog",
        kind: heading[1] === "##" ? "release" : "entry",
        id: changelogId(title),
        title,
        file: path,
        line: at + 1,
        summary: title,
        tag,
      },
    ];
  });
  return { rows, flagged: [] };
}

/** The first whole token of a heading that is an id. */
export function changelogId(title: string): string | undefined {
  return ID.exec(title)?.[0];
}
