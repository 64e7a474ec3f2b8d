import type { Draft } from "./drafts.ts";

const ENDED = /[.!?:;。！？…]["'”’)\]»」』]*$/;

/** The blocks that go on where the block of the same kind before a column or page break left off. */
export function continuing(drafts: readonly Draft[]): ReadonlySet<Draft> {
  const found = new Set<Draft>();
  const last = new Map<string, Draft>();
  for (const draft of drafts) {
    const { kind, hidden, parent, text } = draft;
    if (parent >= 0 || hidden !== "" || kind === "furniture") continue;
    if (kind === "heading") last.clear();
    if (kind === "paragraph" || kind === "footnote") {
      const before = last.get(kind);
      const isBreak = before !== undefined && (before.page !== draft.page || before.column !== draft.column);
      if (isBreak && before.page >= draft.page - 1 && goesOn(before, draft, text)) found.add(draft);
    }
    if (kind === "paragraph" || kind === "list") last.clear();
    last.set(kind, draft);
  }
  return found;
}

function goesOn(before: Draft, draft: Draft, text: string): boolean {
  if (Math.abs(before.size - draft.size) > 0.06 * draft.size) return false;
  const end = before.text.trimEnd();
  if (/\p{Ll}[-\u00ad‐]$/u.test(end)) return true;
  return !ENDED.test(end) && /^["'“‘(]?[\p{Ll}\p{Lo}\p{N}]/u.test(text);
}
