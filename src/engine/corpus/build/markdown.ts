import { isRecord } from "../../../foundation/is-record.ts";
import { outlineOf } from "../../markdown/outline.ts";
import { linesOf } from "../passage.ts";
import { markdownLinks } from "./markdown-links.ts";
import { LONGEST_TITLE, type Markup, type MarkupHeading } from "./markup.ts";
import { wordsOf } from "./texts.ts";
import { parseYaml } from "./values.ts";

/** Markdown as CommonMark has it, with YAML front matter; headings within lists and quotations are none of the document's. */
export function readMarkdown(text: string): Markup {
  const headings: (MarkupHeading & { lead: string | undefined })[] = [];
  let lead: string | undefined;
  let front: { fields: ReadonlyMap<string, string>; problem?: string | undefined } = { fields: new Map() };
  for (const element of outlineOf(text).elements) {
    const { level, title } = element;
    if (level !== undefined && title !== undefined) {
      headings.push({ level, title: title.slice(0, LONGEST_TITLE), line: element.lineStart, lead: undefined });
      continue;
    }
    const source = () => text.slice(element.start, element.end);
    if (element.kind === "front_matter") front = frontMatter(source());
    if (element.kind !== "paragraph" && element.kind !== "block_quote" && element.kind !== "list_item") continue;
    const open = headings.at(-1);
    if ((open === undefined ? lead : open.lead) !== undefined) continue;
    const prose = proseOf(source());
    if (prose === "") continue;
    if (open === undefined) lead = prose;
    else open.lead = prose;
  }
  return {
    headings,
    lead,
    fields: front.fields,
    found: markdownLinks(linesOf(text)),
    labels: [],
    problem: front.problem,
  };
}

/** Without pictures, tags, marks of quotations and lists; "" when nothing is left (a line of badges). */
function proseOf(source: string): string {
  const bare = source
    .slice(0, 4000)
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/, "")
    .replace(/<!--[\s\S]*?(?:-->|$)/g, "")
    .replace(/\[?!\[[^\]]*\]\([^()]*\)(?:\]\([^()]*\))?/g, "")
    .replace(/<\/?[A-Za-z][^<>]*>/g, "");
  return wordsOf(bare).join(" ");
}

function frontMatter(source: string): { fields: ReadonlyMap<string, string>; problem?: string } {
  const value = parseYaml(source.replace(/^---[^\n]*\n/, "").replace(/(?:---|\.\.\.)\s*$/, ""));
  if (!value.ok) return { fields: new Map(), problem: `front matter is no YAML (${value.problem})` };
  if (!isRecord(value.value)) return { fields: new Map() };
  const fields = new Map<string, string>();
  for (const [key, one] of Object.entries(value.value)) {
    const values = Array.isArray(one)
      ? one.filter((each) => typeof each === "string" || typeof each === "number")
      : [one];
    const shown = values.map((each) => (typeof each === "string" || typeof each === "number" ? String(each) : ""));
    if (shown.join("") !== "") fields.set(key.toLowerCase(), shown.join(", "));
  }
  return { fields };
}
