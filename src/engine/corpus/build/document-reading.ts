import { basename } from "node:path/posix";
import { linesOf } from "../passage.ts";
import { decisionId, declaredStatus, statusIn } from "./decisions.ts";
import { kindOf } from "./documents.ts";
import type { CorpusFile } from "./made-row.ts";
import type { Markup } from "./markup.ts";
import { pathName, type Reading, type ReadRow } from "./reading.ts";
import { firstSentence, withoutLinks } from "./texts.ts";

/** A document of any markup: a row for the file and one for each heading but the one that is its title. */
export function readDocument({ path, text }: CorpusFile, markup: Markup): Reading {
  const { headings, fields } = markup;
  const stem = basename(path).replace(/(?:\.rst)?\.[^.]+$/, "");
  const first = headings[0];
  // A title is the only heading of its level, or the first thing that stands there.
  const titled =
    first !== undefined && (first.line === 1 || headings.every(({ level }, at) => at === 0 || level > first.level));
  const research = path.startsWith("research/");
  const decision = decisionId(path);
  const kind = decision !== undefined ? "adr" : research ? "record" : kindOf(path);
  const family = research ? "research" : "doc";
  const status = fields.get("status");
  // A page of a manual begins with a section.
  const lead = markup.lead ?? first?.lead ?? (titled ? headings[1]?.lead : undefined);
  const summary = fields.get("description") ?? fields.get("summary") ?? lead;
  const rows: ReadRow[] = [
    {
      name: pathName(path),
      family,
      kind,
      id: identifierOf(fields) ?? decision ?? /^(?:RFC|ADR|DN)-\d+/.exec(stem)?.[0],
      title: shownTitle(fields.get("title") ?? (titled ? first.title : stem), stem),
      line: 1,
      status:
        status === undefined
          ? declaredStatus(linesOf(text), headings, kind === "adr" || kind === "rfc")
          : statusIn(status),
      summary: summary === undefined ? undefined : firstSentence(withoutLinks(summary)) || undefined,
    },
  ];
  const open: { level: number; at: number }[] = [];
  for (const { level, title, line, lead: below } of titled ? headings.slice(1) : headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    rows.push({
      name: title,
      within: open.at(-1)?.at ?? 0,
      family,
      kind: "section",
      title: shownTitle(title, "(untitled)"),
      line,
      summary: below === undefined ? undefined : firstSentence(withoutLinks(below)) || undefined,
    });
    open.push({ level, at: rows.length - 1 });
  }
  return {
    rows,
    flagged: markup.problem === undefined ? [] : [{ item: path, reason: markup.problem }],
    found: markup.found,
    labels: markup.labels,
  };
}

function shownTitle(title: string, otherwise: string): string {
  return withoutLinks(title).trim() || otherwise;
}

/** Front matter has an id where it looks like one: no sentence, no path. */
function identifierOf(fields: ReadonlyMap<string, string>): string | undefined {
  const id = fields.get("id");
  return id !== undefined && /^[A-Za-z][A-Za-z0-9_.-]{0,62}\d$/.test(id) ? id : undefined;
}
