import { Anchors } from "./anchors.ts";
import { changelogRows } from "./changelog.ts";
import { documentRows } from "./documents.ts";
import { issueRows } from "./issues.ts";
import type { CorpusFile, Made } from "./made-row.ts";
import { skillRows } from "./skills.ts";
import type { ReferenceSource } from "./sources.ts";

/** What tero's builder makes of one file, were it alone. */
export function referenceRows(file: CorpusFile, source: ReferenceSource, tag: string): Made {
  switch (source) {
    case "doc":
    case "research":
      return documentRows([file], source, new Anchors(), tag);
    case "issue":
      return issueRows(file.path, file.text, "", tag);
    case "changelog":
      return changelogRows(file, tag);
    case "skill":
      return skillRows([file], tag);
  }
}
