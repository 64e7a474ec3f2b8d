import type { Draft } from "./drafts.ts";

const LONGEST = 300;

/** The file's own title if it is one, else the largest type on the first page, else the file's name without its extension. */
export function titleOf(given: string | undefined, drafts: readonly Draft[], fileName: string): string {
  const title = clean(given ?? "");
  if (isSensible(title)) return title;
  const first = drafts.filter(({ page, hidden, kind, parent, turn, text }) => {
    const isText = kind === "heading" || kind === "paragraph";
    return page === 1 && hidden === "" && isText && parent < 0 && turn === 0 && /\p{L}{2}/u.test(text);
  });
  const largest = first.reduce<Draft | undefined>(
    (best, draft) => (draft.size > (best?.size ?? 0) ? draft : best),
    undefined,
  );
  const others = first.filter((draft) => draft !== largest);
  const isLarger =
    largest !== undefined && others.every((other) => other.size < largest.size * 1.01 || other.page !== 1);
  const text = clean(largest?.text ?? "");
  if (largest !== undefined && text.length <= LONGEST && (isLarger || largest.kind === "heading")) return text;
  return fileName.replace(/\.[^.]{1,5}$/, "");
}

function isSensible(title: string): boolean {
  if (title.length < 2 || title.length > LONGEST || !/\p{L}/u.test(title)) return false;
  if (/^(?:untitled|unknown|no title|title|document\d*)$/i.test(title)) return false;
  if (/^microsoft (?:word|powerpoint|excel)\b/i.test(title)) return false;
  return !/^\S+\.(?:dvi|pdf|docx?|tex|texi|odt|rtf|indd|qxd|pptx?|ps|fm|html?|xlsx?|txt|md)$/i.test(title);
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
