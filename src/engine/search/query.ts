import { type Run, runsOf } from "../../foundation/text/analyze.ts";
import { fold, foldQuote } from "../../foundation/text/fold.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** What one word, identifier or CJK run of a query looks for in the index. */
export interface QueryGroup {
  readonly surface: string;
  /** identifier: has a digit, underscore, scope, prefix, dot or capitals that say "a name", so finding its parts is not finding it. */
  readonly kind: "word" | "compound" | "identifier" | "grams";
  /** Written like a proper name: with a capital inside the sentence. */
  readonly proper: boolean;
  /** Any of them is the thing itself. */
  readonly whole: readonly string[];
  /** Pieces: all of them together are worth less than the whole of an identifier. */
  readonly parts: readonly string[];
}

export interface ParsedQuery {
  readonly groups: readonly QueryGroup[];
  /** The whole query, folded: a heading may say just that. */
  readonly folded: string;
  /** Folded; each must occur. */
  readonly phrases: readonly string[];
  /** Folded; none may occur. */
  readonly excluded: readonly string[];
}

const QUOTED = /(?<=^|\s)(-?)["“”„]([^"“”„]+)["“”„]|["“„]([^"“”„]+)["“”]/g;
// "-5" and "--option" are not exclusions.
const EXCLUDED = /(?<=^|\s)-(\p{L}\S*)/gu;

/** Words, "phrases", -word and -"phrase"; everything else is literal. Stop words count only where there is nothing else. */
export function parseQuery(text: string): ParsedQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const words = text
    .replace(QUOTED, (_, minus: string | undefined, first: string | undefined, second: string | undefined) => {
      const quoted = first ?? second ?? "";
      const phrase = foldQuote(quoted);
      if (phrase === "") return " ";
      (minus === "-" ? excluded : phrases).push(phrase);
      return minus === "-" ? " " : ` ${quoted} `;
    })
    .replace(EXCLUDED, (_, word: string) => {
      excluded.push(foldQuote(word).replace(/[.,;:!?]+$/, ""));
      return " ";
    });
  const groups = groupsOf(words);
  // Nothing but exclusions: taken as words, since "everything else" is no question.
  if (groups.length === 0 && excluded.length > 0)
    return { groups: groupsOf(text), folded: foldQuote(text), phrases, excluded: [] };
  return { groups, folded: foldQuote(words), phrases, excluded };
}

function groupsOf(text: string): QueryGroup[] {
  const groups = new Map<string, QueryGroup>();
  for (const run of runsOf(fold(text))) {
    const group = groupOf(run, text);
    if (group !== undefined) groups.set(run.surface, group);
  }
  const all = [...groups.values()];
  const informative = all.filter(({ kind, surface }) => kind !== "word" || !STOP_WORDS.has(surface.toLowerCase()));
  return informative.length > 0 ? informative : all;
}

function groupOf({ surface, terms }: Run, text: string): QueryGroup | undefined {
  const of = (kind: string) => [...new Set(terms.filter((term) => term.kind === kind).map(({ term }) => term))];
  const grams = of("gram");
  if (grams.length > 0) {
    const pairs = grams.filter((gram) => [...gram].length > 1);
    return { surface, kind: "grams", proper: false, whole: [], parts: pairs.length > 0 ? pairs : grams };
  }
  const [whole, parts, words] = [of("whole"), of("part"), of("word")];
  const proper = isProper(surface, text);
  if (whole.length === 0)
    return words.length === 0 ? undefined : { surface, kind: "word", proper, whole: words, parts: [] };
  // Single letters and stop words ("EL-A", "state-of-the-art") stand everywhere and point nowhere.
  const telling = parts.filter((part) => part.length > 1 && !STOP_WORDS.has(part));
  return { surface, kind: isName(surface, text) ? "identifier" : "compound", proper, whole, parts: telling };
}

function isProper(surface: string, text: string): boolean {
  const at = text.toLowerCase().indexOf(surface.toLowerCase());
  return /[\p{L}\p{N},]\s+$/u.test(text.slice(0, Math.max(0, at))) && /^\p{Lu}/u.test(text.slice(at));
}

function isName(surface: string, text: string): boolean {
  // A bare number is a word like others: "10" stands in many places that do not answer.
  if (/^[-\d.,:]+$/.test(surface)) return /\..*\./.test(surface);
  if (/[\d_:.§$@#\\+]|^-|\p{Ll}\p{Lu}/u.test(surface)) return true;
  const at = text.toLowerCase().indexOf(surface);
  return at >= 0 && /\p{Lu}.*-.*\p{Lu}/u.test(text.slice(at, at + surface.length));
}
