import type { Page } from "../../../document.ts";
import type { Draft } from "./drafts.ts";
import { bodySize } from "./headings.ts";

const MARK = /^(?:\d{1,3}|[*∗†‡§¶‖]{1,3}|[a-z]\b)\s*\p{L}/u;

/** Marks small type with a mark at the foot of a column, with nothing of the body below it. */
export function markFootnotes(drafts: readonly Draft[], pages: readonly Page[]): void {
  const small = 0.92 * bodySize(drafts);
  let page = 0;
  let column = -1;
  let isFoot = false;
  let below: Draft[] = [];
  for (const draft of drafts.toReversed()) {
    if (draft.page !== page || draft.column !== column) {
      ({ page, column } = draft);
      isFoot = true;
      below = [];
    }
    if (!isFoot || draft.kind === "furniture" || draft.hidden !== "" || draft.parent >= 0) continue;
    const height = pages[page - 1]?.height ?? 0;
    const isText = draft.kind === "paragraph" || draft.kind === "list";
    isFoot = isText && draft.size <= small && draft.box[1] > 0.4 * height;
    if (!isFoot) continue;
    below.push(draft);
    if (!MARK.test(draft.text)) continue;
    for (const note of below) {
      note.kind = "footnote";
      note.level = 0;
    }
    below = [];
  }
}
