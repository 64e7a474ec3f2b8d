import { linesOf } from "../passage.ts";
import { closers } from "./texts.ts";

/** A block that makes no row but takes an anchor. */
export type SubsetBlock =
  | { readonly kind: "paragraph"; readonly lines: readonly string[] }
  | { readonly kind: "fence" };

export interface SubsetSection {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly blocks: readonly SubsetBlock[];
  readonly sections: readonly SubsetSection[];
}

export interface SubsetDocument {
  /** Of the first heading of level 1. */
  readonly title: string | undefined;
  readonly lead: readonly SubsetBlock[];
  readonly sections: readonly SubsetSection[];
}

interface Open {
  readonly level: number;
  readonly title: string;
  readonly line: number;
  readonly blocks: SubsetBlock[];
  readonly sections: Open[];
}

/** Reads Markdown as the builder of tero does, line by line without regard to indentation (corpus.md §6.4). */
export function readSubset(text: string): SubsetDocument {
  const lines = linesOf(text);
  // A text that ends with a line end has no further line.
  if (lines.at(-1) === "") lines.pop();
  const root: Open = { level: 1, title: "", line: 0, blocks: [], sections: [] };
  let stack: Open[] = [root];
  let title: string | undefined;
  let paragraph: string[] = [];
  const top = (): Open => stack.at(-1) ?? root;
  const close = (): void => {
    if (paragraph.length > 0) top().blocks.push({ kind: "paragraph", lines: paragraph });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? "").trimStart();
    if (line.startsWith("```")) {
      close();
      at++;
      while (at < lines.length && !(lines[at] ?? "").trimStart().startsWith("```")) at++;
      top().blocks.push({ kind: "fence" });
      continue;
    }
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (heading !== null) {
      close();
      const level = heading[1]?.length ?? 1;
      const shown = (heading[2] ?? "").trim();
      if (level === 1) title ??= shown;
      else {
        stack = stack.filter((one, index) => index === 0 || one.level < level);
        const section: Open = { level, title: shown, line: at + 1, blocks: [], sections: [] };
        top().sections.push(section);
        stack.push(section);
      }
      continue;
    }
    if (line.trim() === "") close();
    else paragraph.push(lines[at] ?? "");
  }
  close();
  return { title, lead: root.blocks, sections: root.sections };
}

/** The targets of inline links: after each `](` up to the bracket that closes it. */
export function linkTargets(text: string): number {
  if (!text.includes("](")) return 0;
  const ends = closers(text, "(", ")");
  let count = 0;
  for (let at = text.indexOf("]("); at >= 0; at = text.indexOf("](", at + 2)) {
    const end = ends[at + 1] ?? -1;
    if (end >= 0 && isText(text, at + 2, end)) count++;
  }
  return count;
}

/** Whether anything but white space stands there. */
function isText(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((text[at] ?? "").trim() !== "") return true;
  return false;
}
