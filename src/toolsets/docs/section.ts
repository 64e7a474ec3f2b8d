import type { Span } from "../../engine/document.ts";
import { sectionSpan } from "../../engine/evidence/resolve-locator.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { foldString } from "../../foundation/text/fold.ts";

/**
 * The section whose heading a person means: the same words first, then the same number ("4.2" finds "4.2 Parking"), then the words
 * without the number, then a heading that starts with them. The first in the document wins.
 */
export function findSection(asked: string, document: Pick<LibraryDocument, "text" | "blocks">): Span | undefined {
  const wanted = foldString(asked).trim().replace(/^§\s*/, "");
  const headings = document.blocks.flatMap((block, index) =>
    block.kind === "heading" && block.hidden === ""
      ? [{ index, text: foldString(document.text.slice(block.start, block.end)).trim() }]
      : [],
  );
  const tests: readonly ((heading: string) => boolean)[] = [
    (heading) => heading === wanted,
    (heading) => numberOf(heading) === wanted.replace(/\.$/, ""),
    (heading) => wordsOf(heading) === wanted,
    (heading) => wordsOf(heading).startsWith(wanted) || heading.startsWith(wanted),
  ];
  for (const matches of tests) {
    const found = headings.find(({ text }) => matches(text));
    if (found !== undefined) return sectionSpan(document, found.index);
  }
  return undefined;
}

const NUMBER = /^(?:chapter|part|section|appendix|annex)?\s*((?:[a-z]|\d+)(?:\.\d+)*)[.:)]?\s+/;

function numberOf(heading: string): string | undefined {
  return NUMBER.exec(heading)?.[1];
}

function wordsOf(heading: string): string {
  return heading.replace(NUMBER, "");
}
