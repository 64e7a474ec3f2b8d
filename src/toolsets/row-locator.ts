import { resolveReference } from "../engine/corpus/edges.ts";
import type { Corpus } from "../engine/corpus/live-corpus.ts";
import type { Row } from "../engine/corpus/row.ts";
import { FootnoteError } from "../foundation/errors.ts";
import { printable } from "../foundation/text/printable.ts";
import type { Context } from "./context.ts";
import { corporaOf } from "./corpora.ts";

/** `footnote:corpus/<name>#<anchor>`, both percent-encoded: a row of a cited corpus. */
const PREFIX = "footnote:corpus/";
const MAX_LENGTH = 4000;

export function isRowLocator(target: string): boolean {
  return target.startsWith(PREFIX);
}

export function formatRowLocator(corpus: string, anchor: string): string {
  return `${PREFIX}${encodeURIComponent(corpus)}#${encodeURIComponent(anchor.toWellFormed())}`;
}

export interface FoundRow {
  readonly corpus: Corpus;
  readonly row: Row;
  /** By which rule, where it is not the row's own name. */
  readonly how?: string;
}

/** The row that a locator, an anchor, an id or a `corpus:` reference names. Throws row_not_found, corpus_not_found, locator_invalid. */
export async function findRow(reference: string, context: Context, name?: string): Promise<FoundRow> {
  const asked = isRowLocator(reference) ? parseRowLocator(reference) : { corpus: name, anchor: reference };
  const problems: string[] = [];
  for (const corpus of await corporaOf(context, asked.corpus)) {
    const found = resolveReference(corpus.index, asked.anchor);
    if ("row" in found) return { corpus, row: found.row, ...(found.how === undefined ? {} : { how: found.how }) };
    problems.push(found.problem);
  }
  throw new FootnoteError("row_not_found", {
    reference: printable(reference.slice(0, 200)),
    problem: problems[0] ?? "",
  });
}

function parseRowLocator(target: string): { corpus: string; anchor: string } {
  const fail = (problem: string): FootnoteError =>
    new FootnoteError("locator_invalid", { locator: printable(target.slice(0, 100)), problem });
  if (target.length > MAX_LENGTH) throw fail(`it is longer than ${MAX_LENGTH} characters`);
  const [corpus = "", anchor = "", ...more] = target.slice(PREFIX.length).split("#");
  if (corpus === "" || anchor === "" || more.length > 0) throw fail("it is not footnote:corpus/<name>#<anchor>");
  try {
    return { corpus: decodeURIComponent(corpus), anchor: decodeURIComponent(anchor) };
  } catch {
    throw fail("it is not percent-encoded");
  }
}
