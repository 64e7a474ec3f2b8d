import type { Draft } from "./drafts.ts";

const LEADERS = /(?:[.·․‥…_]\s*){3,}\s*(?:\d{1,4}|[ivxlc]{1,8}|[A-Z]-?\d{1,3})$/;
const ENDS_IN_NUMBER = /\s(?:\d{1,4}|[ivxlc]{1,6})$/;
const CONTENTS =
  /^(?:\d+\.?\s*)?(?:table of )?contents$|^(?:list of )(?:figures|tables|examples|algorithms)$|^目次$|^目录$|^содержание$|^оглавление$|^inhalt(?:sverzeichnis)?$|^sommaire$|^índice$/i;
const INDEX = /\bind(?:ex|ices)\b|索引|указатель/i;

/** Marks tables of contents: lines that end in dot leaders and a page, or in a page under a heading that says so. An index is none. */
export function markContents(drafts: readonly Draft[]): void {
  let inContents = false;
  let inIndex = false;
  for (const draft of drafts) {
    if (draft.parent >= 0 || draft.hidden !== "" || draft.kind === "furniture") continue;
    const text = draft.text.trim();
    if (CONTENTS.test(text)) {
      inContents = true;
      inIndex = false;
      continue;
    }
    if (draft.lines === 1 && INDEX.test(text) && text.length < 40) inIndex = true;
    else if (draft.outlined > 0) inIndex = inContents = false;
    if (draft.kind !== "paragraph" && draft.kind !== "list") continue;
    const lines = text.split("\n");
    const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line.trim())).length;
    if (
      inContents
        ? 2 * count(ENDS_IN_NUMBER) >= lines.length || count(LEADERS) > 0
        : !inIndex && 2 * count(LEADERS) > lines.length
    ) {
      draft.kind = "toc";
      draft.level = 0;
    } else if (inContents && (lines.length > 3 || text.length > 200)) inContents = false;
  }
}
