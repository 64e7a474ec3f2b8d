import { basename } from "node:path/posix";

const FOLDER = /(?:^|\/)(?:adrs?|decisions|decision-records|architecture-decisions)\//i;
const NUMBERED = /^(?:adr[-_])?(\d{1,6})(?=[-_.])/i;

/** The id of a decision record by its place: `adr/0007-use-x.md` is ADR-0007. Undefined for a file that is none. */
export function decisionId(path: string): string | undefined {
  const number = FOLDER.test(path) ? NUMBERED.exec(basename(path))?.[1] : undefined;
  return number === undefined ? undefined : `ADR-${number}`;
}

/** In the order in which one is looked for where several have a place in a text: the first in the text counts. */
const STATUSES =
  /(?<![\p{L}\p{N}])(draft|proposed|pending|accepted|approved|adopted|enacted|implemented|active|final|living|superseded|resolved|rejected|declined|deprecated|obsolete|withdrawn)(?![\p{L}\p{N}])/iu;
const LONGEST = 40;

/** A status as one word where it is one of those in use, else as it is said, if that is short. */
export function statusIn(text: string): string | undefined {
  const known = STATUSES.exec(text)?.[1]?.toLowerCase();
  if (known !== undefined) return known.charAt(0).toUpperCase() + known.slice(1);
  const said = text
    .replace(/[*_`|]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return said !== "" && said.length <= LONGEST ? said : undefined;
}

const LINE = /^[ \t]*(?:[-*][ \t]+)?[*_]{0,2}status[*_]{0,2}[ \t]*:[ \t]*[*_]{0,2}[ \t]*(\S.{0,200})$/i;
const CELL = /^[ \t]*\|?[ \t]*[*_]{0,2}status[*_]{0,2}[ \t]*\|[ \t]*([^|]{1,200})/i;
/** A status stands near the top. */
const LINES_READ = 60;

/** The status that a document of any markup declares for itself: a `Status: x` line, a row of a table, or, where `sections` says so, what a section of that name begins with. */
export function declaredStatus(
  lines: readonly string[],
  headings: readonly { readonly title: string; readonly lead: string | undefined }[],
  sections: boolean,
): string | undefined {
  for (const line of lines.slice(0, LINES_READ)) {
    const value = (LINE.exec(line) ?? CELL.exec(line))?.[1];
    if (value !== undefined && !/^[-:| ]*$/.test(value)) return statusIn(value);
  }
  if (!sections) return undefined;
  const lead = headings.find(({ title }) => /^(?:\d+\.?\s*)?status:?$/i.test(title.trim()))?.lead;
  return lead === undefined ? undefined : statusIn(lead);
}
