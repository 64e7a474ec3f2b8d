import { type FoundLink, FoundTexts, isRelative } from "./found-text.ts";
import type { FoundText } from "./reading.ts";

const INLINE = /\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)*)/g;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s*<?([^\s<>]+)/;

/** What Markdown points at: inline links, definitions, ids; not in fences, links not in code spans. */
export function markdownLinks(lines: readonly string[]): readonly FoundText[] {
  const found = new FoundTexts();
  let fence = "";
  lines.forEach((line, at) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== "") {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = "";
      return;
    }
    if (mark !== undefined && !(mark.startsWith("`") && line.slice(line.indexOf(mark) + mark.length).includes("`"))) {
      fence = mark;
      return;
    }
    found.line(line, at + 1, linksOf);
  });
  return found.all;
}

function linksOf(line: string): FoundLink[] {
  if (!line.includes("](") && !line.includes("]:")) return [];
  const prose = line.replace(/`[^`]*`/g, (code) => " ".repeat(code.length));
  const definition = DEFINITION.exec(prose)?.[1];
  return [...(definition === undefined ? [] : [definition]), ...[...prose.matchAll(INLINE)].map(([, to = ""]) => to)]
    .filter(isRelative)
    .map((target) => ({ by: "path", target }));
}
