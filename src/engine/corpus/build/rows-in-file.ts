import { digestOf, extentsOf, linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import { changelogRows } from "./changelog.ts";
import { documentRows } from "./documents.ts";
import { issueRows } from "./issues.ts";
import type { CorpusFile, MadeRow } from "./made-row.ts";
import { skillRows } from "./skills.ts";

export function rowsInFile(file: CorpusFile, family: string): MadeRow[] {
  const lines = linesOf(file.text);
  const rows = made(file, family);
  const extents = extentsOf(
    lines,
    rows.map(({ line }) => line),
  );
  return rows.map((row) => {
    const extent = extents.get(row.line) ?? { line: row.line, end_line: row.line };
    return { ...row, end_line: extent.end_line, digest: digestOf(lines, extent) };
  });
}

function made(file: CorpusFile, family: string): readonly MadeRow[] {
  switch (family) {
    case "doc":
    case "research":
      return documentRows([file], family, new Anchors(), "").rows;
    case "issue":
      return issueRows(file.path, file.text, "", "").rows;
    case "changelog":
      return changelogRows(file, "").rows;
    case "skill":
      return skillRows([file], "").rows;
    default:
      return [];
  }
}
