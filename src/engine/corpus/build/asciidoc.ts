import { linesOf } from "../passage.ts";
import { type FoundLink, FoundTexts, isRelative } from "./found-text.ts";
import { LONGEST_TITLE, type Markup, type MarkupHeading } from "./markup.ts";
import { wordsOf } from "./texts.ts";

/** Lines that open and close a block, in which nothing is a heading. */
const DELIMITER = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|`{3,}.*|--|[|,:!]={3,})[ \t]*$/;
const TITLE = /^(={1,6}|#{1,6})[ \t]+(\S.*)$/;
const UNDERLINES = "=-~^+";

interface Heading extends MarkupHeading {
  lead: string | undefined;
}

/** AsciiDoc: titles of one line or two, outside of delimited blocks; attributes of the header; anchors; cross references. */
export function readAsciidoc(text: string): Markup {
  const lines = linesOf(text);
  const headings: Heading[] = [];
  const fields = new Map<string, string>();
  const labels: { name: string; line: number }[] = [];
  const found = new FoundTexts();
  let lead: string | undefined;
  let close = "";
  let paragraph: string[] = [];
  const end = (): void => {
    const said = plain(paragraph.join(" "));
    paragraph = [];
    if (!/[\p{L}\p{N}]/u.test(said)) return;
    const open = headings.at(-1);
    if (open === undefined) lead ??= said;
    else open.lead ??= said;
  };
  const take = (level: number, title: string, line: number): void => {
    end();
    headings.push({
      level,
      title: plain(title.slice(0, LONGEST_TITLE).replace(/[ \t]+[=#]+$/, "")),
      line,
      lead: undefined,
    });
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (close !== "") {
      if (line.trimEnd() === close) close = "";
      else if (!close.startsWith("/")) found.line(line, at + 1, linksOf);
      continue;
    }
    const underlined = underlineLevel(line, lines[at + 1] ?? "", lines[at - 1] ?? "");
    if (underlined > 0) {
      take(underlined, line.trim(), at + 1);
      at++;
      continue;
    }
    if (DELIMITER.test(line)) {
      end();
      close = line.startsWith("```") ? "```" : line.trimEnd();
      continue;
    }
    const title = TITLE.exec(line);
    if (title !== null) {
      take((title[1] ?? "").length, title[2] ?? "", at + 1);
      continue;
    }
    if (line.startsWith("//")) continue;
    found.line(line, at + 1, linksOf);
    const label = /^\[(?:\[([^\],]{1,200})(?:,[^\]]*)?\]|#([\w:.-]{1,200})[^\]]*)\]\s*$/.exec(line);
    const name = label?.[1] ?? label?.[2];
    if (name !== undefined) labels.push({ name, line: at + 2 });
    const attribute = /^:([A-Za-z_][\w-]{0,60}):[ \t]+(\S.*)$/.exec(line);
    if (attribute !== null && headings.length <= 1) fields.set((attribute[1] ?? "").toLowerCase(), attribute[2] ?? "");
    if (line.trim() === "") end();
    else if (!isSetting(line) && paragraph.length < 20) paragraph.push(line.trim());
  }
  end();
  return { headings, lead, fields, found: found.all, labels };
}

/** The level of a title of two lines, whose lengths differ by one at most; 0 for anything else. */
function underlineLevel(line: string, next: string, before: string): number {
  const mark = next.charAt(0);
  const level = UNDERLINES.indexOf(mark) + 1;
  if (mark === "" || level === 0 || /^[=\-~^+]+$/.test(line.trim()) || !/[\p{L}\p{N}]/u.test(line)) return 0;
  const under = next.trimEnd();
  if (under.length < 2 || under !== mark.repeat(under.length)) return 0;
  if (Math.abs([...line.trimEnd()].length - under.length) > 1 || /^(?:[\s.[]|\/\/)/.test(line)) return 0;
  return before.trim() === "" || /^[[:/]/.test(before) ? level : 0;
}

/** Lines that say something of a block, not of the matter. */
function isSetting(line: string): boolean {
  return /^(?::[!\w-]+:|\[[^\]]*\]\s*$|(?:include|ifdef|ifndef|ifeval|endif|toc|image|video)::|\.[^\s.]|\+$|'{3,}|<{3,})/.test(
    line,
  );
}

/** Attributes that every document has. */
const CHARACTERS: Readonly<Record<string, string>> = {
  asterisk: "*",
  backslash: "\\",
  caret: "^",
  endsb: "]",
  plus: "+",
  startsb: "[",
  tilde: "~",
};

function plain(text: string): string {
  const bare = text
    .slice(0, 4000)
    .replace(/^(?:[*\-.]{1,5}|\d+\.)[ \t]+/, "")
    .replace(/(?:link|xref|linkgit|https?):[^\s[\]]*\[([^\]]*)\]/g, (whole, shown: string) =>
      whole.startsWith("linkgit") ? whole.slice("linkgit:".length).replace(/\[(.*)\]/, "($1)") : shown,
    )
    .replace(/<<[^<>,]*,([^<>]*)>>/g, "$1")
    .replace(/<<([^<>]*)>>/g, "$1")
    .replace(/\[\[[^\]]*\]\]/g, "")
    .replace(/:{2,4}(?=\s|$)/g, ":")
    .replace(/\{(\w+)\}/g, (whole, name: string) => CHARACTERS[name] ?? whole);
  return wordsOf(bare).join(" ");
}

const LINKS: readonly (readonly [by: "path" | "label", pattern: RegExp])[] = [
  ["path", /(?<![\w:])(?:xref|link):([^\s[\]]+)\[/g],
  ["path", /^include::([^\s[\]]+)\[/g],
  ["label", /<<([^<>,]{1,200})(?:,[^<>]*)?>>/g],
];

function linksOf(line: string): FoundLink[] {
  return LINKS.flatMap(([by, pattern]) =>
    [...line.matchAll(pattern)].map(([, to = ""]) => {
      // `<<file.adoc#part>>` and `xref:part[]` cross the two forms.
      const target = to.trim();
      const isFile = /\.(?:adoc|asciidoc|txt)(?:#|$)/.test(target) || (by === "path" && /[./]/.test(target));
      return isFile ? { by: "path" as const, target } : { by: "label" as const, target: target.replace(/^#/, "") };
    }),
  ).filter(({ by, target }) => by === "label" || (isRelative(target) && !target.includes("{")));
}

const MARKS =
  /^(?:={1,5} \S|\/\/ \S|\[(?:verse|source|horizontal|NOTE|TIP|WARNING|IMPORTANT|[\w-]+[,=#%"][^\]\n]*|\[[^\]\n]*\])\]|(?:include|ifdef|ifndef)::|\.[A-Z][^\n]*\r?\n[-*=]{4,}\r?$)/m;

/** Whether a `.txt` file is AsciiDoc: it has attributes of blocks, macros, or blocks between lines of dashes or dots. */
export function looksLikeAsciidoc(text: string): boolean {
  if (/^\.\. [\w-]+::/m.test(text)) return false;
  return MARKS.test(text) || hasListing(linesOf(text));
}

/** A line of dashes or dots behind a blank one that stands over no title of its width: a rule stands alone. */
function hasListing(lines: readonly string[]): boolean {
  return lines.some((line, at) => {
    if (!/^(?:-{4,}|\.{4,})[ \t]*$/.test(line) || (lines[at - 1] ?? "").trim() !== "") return false;
    const [next = "", last = ""] = [lines[at + 1], lines[at + 2]];
    if (next.trim() === "") return false;
    return last.trimEnd() !== line.trimEnd() || next.trimEnd().length > line.trimEnd().length;
  });
}
