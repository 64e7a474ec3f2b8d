import type { Span } from "../document.ts";
import type { MarkdownOutline } from "./element.ts";
import { type Part, readParts } from "./part.ts";
import { PlacedOutline } from "./placed-outline.ts";
import { changeBetween, partsAfter } from "./reread.ts";

/** Texts from this length on are remembered, so that one read again after an edit costs little. UTF-16 units. */
const WORTH_REMEMBERING = 1 << 16;
/** A text before and after an edit. */
const MOST_REMEMBERED = 2;

interface Remembered {
  readonly text: string;
  readonly parts: readonly Part[];
  readonly outline: MarkdownOutline;
}

const remembered: Remembered[] = [];

/** What was put in the place of a range of an older text. */
export interface Change extends Span {
  readonly text: string;
}

/**
 * The elements of a Markdown text (without its byte order mark), with pointers, hashes and lines; see element.ts for what they mean.
 * Of long texts the last two are remembered; what comes out depends on `text` alone. It comes sooner where it is known from what text it was made, by which changes in order.
 */
export function outlineOf(
  text: string,
  made?: { readonly from: string; readonly changes: readonly Change[] },
): MarkdownOutline {
  if (text.length < WORTH_REMEMBERING) return new PlacedOutline(text, readParts(text, true));
  const known = remembered.find((each) => each.text === text);
  if (known !== undefined) return known.outline;
  const parts = (made && partsFrom(text, made)) ?? partsLike(text) ?? readParts(text, true);
  const outline = new PlacedOutline(text, parts);
  remembered.unshift({ text, parts, outline });
  remembered.length = Math.min(remembered.length, MOST_REMEMBERED);
  return outline;
}

function partsFrom(
  text: string,
  { from, changes }: { readonly from: string; readonly changes: readonly Change[] },
): readonly Part[] | undefined {
  const old = remembered.find((each) => each.text === from);
  return old && partsAfter(old, text, changes);
}

/** From a text that differs in less than half of it, at one place. */
function partsLike(text: string): readonly Part[] | undefined {
  for (const old of remembered) {
    const change = changeBetween(old.text, text);
    if (text.length - change.text.length > text.length / 2) return partsAfter(old, text, [change]);
  }
  return undefined;
}
