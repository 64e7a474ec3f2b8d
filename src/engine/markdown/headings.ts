import { anchorOf } from "./anchor.ts";
import type { MarkdownOutline } from "./element.ts";

export interface HeadingNode {
  /** Full anchor. */
  readonly pointer: string;
  readonly level: number;
  readonly title: string;
  readonly children: readonly HeadingNode[];
}

/** The headings as a tree: each under the last one before it of a higher level. */
export function headingTree(outline: MarkdownOutline): readonly HeadingNode[] {
  const roots: HeadingNode[] = [];
  const open: { level: number; children: HeadingNode[] }[] = [{ level: 0, children: roots }];
  for (const element of outline.elements) {
    const { level, title } = element;
    if (level === undefined || title === undefined) continue;
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const children: HeadingNode[] = [];
    open.at(-1)?.children.push({ pointer: anchorOf(element), level, title, children });
    open.push({ level, children });
  }
  return roots;
}
