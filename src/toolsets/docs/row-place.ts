import type { Evidence } from "../../engine/answers.ts";
import { checkRow } from "../../engine/corpus/check.ts";
import type { Corpus } from "../../engine/corpus/live-corpus.ts";
import { type Row, textOf } from "../../engine/corpus/row.ts";
import { formatLocator } from "../../engine/evidence/locator.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";
import { corporaOf } from "../corpora.ts";
import { findRow, formatRowLocator } from "../row-locator.ts";
import { spansOfLines } from "./spans-of-lines.ts";

/**
 * The locator of the place in its file, read as a document, that a row stands for, wherever it stands now. Throws row_missing when that is nowhere, and what finding the row and
 * reading the file do.
 */
export async function rowPlace(target: string, context: Context): Promise<string> {
  const { row, corpus } = await findRow(target, context);
  const { verdict, file, line, end_line, how } = await checkRow(row, corpus.index, corpus.repository());
  const repository = corpus.repository();
  if (repository === undefined || file === undefined || line === undefined)
    throw new FootnoteError("row_missing", { anchor: row.anchor, problem: how ?? verdict });
  const path = repository.absolute(file);
  const library = await context.library();
  const { documents, skipped } = await library.documents([path], context);
  const [document] = documents;
  if (document === undefined) throw skipped[0]?.error ?? new FootnoteError("path_not_found", { path });
  const spans = spansOfLines(document, { lineStart: line, lineEnd: end_line ?? line });
  return formatLocator({ document: document.sha256, ...(spans === undefined ? {} : { spans }) });
}

/** Evidence with the row of a served corpus in which it begins, and whether its citation still holds. */
export async function withRow(
  evidence: Evidence,
  document: LibraryDocument | undefined,
  context: Context,
): Promise<Evidence> {
  const [line] = evidence.lines ?? [];
  if (document === undefined || line === undefined || context.corpora === undefined) return evidence;
  for (const corpus of await corporaOfCall(context)) {
    const row = rowAt(corpus, document.path, line);
    if (row === undefined) continue;
    const [id, status] = [textOf(row, "id"), textOf(row, "status")];
    const { verdict, how } = await checkRow(row, corpus.index, corpus.repository());
    return {
      ...evidence,
      row: {
        corpus: corpus.name,
        anchor: row.anchor,
        ...(id === undefined ? {} : { id }),
        kind: row.kind,
        ...(status === undefined ? {} : { status }),
        verdict,
        ...(how === undefined ? {} : { how }),
        locator: formatRowLocator(corpus.name, row.anchor),
      },
    };
  }
  return evidence;
}

const byCall = new WeakMap<Context, Promise<readonly Corpus[]>>();

/** Asked for once a call. That a corpus cannot be read is no reason to keep evidence from the documents. */
function corporaOfCall(context: Context): Promise<readonly Corpus[]> {
  const asked = byCall.get(context) ?? quietly(context);
  byCall.set(context, asked);
  return asked;
}

async function quietly(context: Context): Promise<readonly Corpus[]> {
  try {
    const opened = await context.corpora?.();
    return opened === undefined || opened.served.length === 0 ? [] : await corporaOf(context);
  } catch (error) {
    context.log.warn(toFootnoteError(error).message);
    return [];
  }
}

/** The last row of a file at or before a line. */
function rowAt({ index, repository }: Corpus, path: string, line: number): Row | undefined {
  const root = repository()?.root;
  if (root === undefined || !path.startsWith(root)) return undefined;
  const file = path.slice(root.length).replaceAll("\\", "/").replace(/^\//, "");
  return index.inFile(file).findLast((row) => row.line <= line);
}
