import type { BuiltCorpus } from "./build.ts";
import type { MadeRow } from "./made-row.ts";

type Column = readonly [title: string, cell: (row: MadeRow) => string];

const code = (value: string | undefined): string => (value === undefined ? "—" : `\`${escaped(value)}\``);
const codes = (values: readonly string[] | undefined): string =>
  values === undefined || values.length === 0 ? "—" : values.map(code).join(" ");
const prose = (value: string | undefined): string =>
  value === undefined ? "—" : escaped(value).replaceAll("*", "\\*");

const ANCHOR: Column = ["Anchor", ({ anchor }) => code(anchor)];
const ID: Column = ["Id", ({ id }) => code(id)];
const KIND: Column = ["Kind", ({ kind }) => kind];
const TITLE: Column = ["Title", ({ title }) => prose(title)];
const PLACE: Column = ["File:Line", ({ file, line }) => code(`${file}:${line}`)];
const STATUS: Column = ["Status", ({ status }) => prose(status)];
const SUMMARY: Column = ["Summary", ({ summary }) => prose(summary)];
const DOCUMENT: readonly Column[] = [
  ANCHOR,
  KIND,
  ID,
  TITLE,
  PLACE,
  STATUS,
  ["Guarantee", (row) => prose(row.guarantee_tag)],
  SUMMARY,
];

const TABLES: Readonly<Record<MadeRow["family"], readonly Column[]>> = {
  doc: DOCUMENT,
  research: DOCUMENT,
  issue: [
    ID,
    KIND,
    TITLE,
    PLACE,
    STATUS,
    ["Epic", ({ epic }) => code(epic)],
    ["Depends on", ({ depends_on }) => codes(depends_on)],
    ["Doc refs", ({ doc_refs }) => codes(doc_refs)],
    ["GH", ({ gh_issue }) => code(gh_issue)],
    SUMMARY,
  ],
  changelog: [ANCHOR, KIND, ID, TITLE, PLACE, SUMMARY],
  skill: [ANCHOR, ["Name", ({ title }) => prose(title)], PLACE, SUMMARY],
};

/** The index as people read it (INDEX.md): one table for each family that has rows, then what was flagged. Its tables are those of tero-index. */
export function indexMarkdown({ generated, items, flagged }: BuiltCorpus): string {
  const families = (Object.keys(TABLES) as MadeRow["family"][]).flatMap((family) => {
    const rows = items.filter((row) => row.family === family);
    if (rows.length === 0) return [];
    const columns = TABLES[family];
    return [
      `## ${family} (${rows.length} ${rows.length === 1 ? "entry" : "entries"})\n`,
      table(
        columns.map(([title]) => title),
        rows.map((row) => columns.map(([, cell]) => cell(row))),
      ),
    ];
  });
  const flags =
    flagged.length === 0
      ? "None.\n"
      : table(
          ["Item", "Reason"],
          flagged.map(({ item, reason }) => [code(item), prose(reason)]),
        );
  return ["# Index of the corpus\n", `> ${generated}\n`, ...families, "## Flagged items\n", flags].join("\n");
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  return `${line(header)}|${"---|".repeat(header.length)}\n${rows.map(line).join("")}`;
}

function escaped(text: string): string {
  return text.replaceAll("|", "\\|");
}
