import { linesOf } from "../passage.ts";
import { Anchors } from "./anchors.ts";
import type { CorpusFile, Flagged, Made, MadeRow } from "./made-row.ts";
import { shortened, withoutLinks } from "./texts.ts";

/** Rows of agent skills, by the name and description of their front matter (corpus.md §6.7). */
export function skillRows(files: readonly CorpusFile[], tag: string): Made {
  const anchors = new Anchors();
  const rows: MadeRow[] = [];
  const flagged: Flagged[] = [];
  for (const { path, text } of files) {
    const front = frontMatter(text);
    const name = front === undefined ? undefined : fieldOf(front, "name");
    if (front === undefined || name === undefined || name === "") {
      flagged.push({
        item: path,
        reason: front === undefined ? "skill has no front matter — no row" : "skill has no name — no row",
      });
      continue;
    }
    const description = fieldOf(front, "description");
    rows.push({
      anchor: anchors.allocate("sk", name),
      family: "skill",
      kind: "skill",
      title: withoutLinks(name),
      file: path,
      line: 1,
      summary: description === undefined || description === "" ? undefined : shortened(withoutLinks(description)),
      tag,
    });
  }
  return { rows, flagged };
}

function frontMatter(text: string): string[] | undefined {
  const lines = linesOf(text);
  if (lines[0]?.trim() !== "---") return undefined;
  const end = lines.findIndex((line, at) => at > 0 && line.trim() === "---");
  return end < 0 ? undefined : lines.slice(1, end);
}

/** A plain value, or a block of `>` or `|`, whose lines are joined up to a blank one. */
function fieldOf(lines: readonly string[], key: string): string | undefined {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return undefined;
  const own = (lines[at] ?? "").slice(key.length + 1).trim();
  if (!/^[>|][+-]?$/.test(own)) return own.replace(/^"(.*)"$/, "$1").replace(/^'(.*)'$/, "$1");
  const block: string[] = [];
  for (const line of lines.slice(at + 1)) {
    if (line.trim() === "" || !/^\s/.test(line)) break;
    block.push(line.trim());
  }
  return block.join(" ");
}
