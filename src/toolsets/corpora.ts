import type { CorpusIndex } from "../engine/corpus/index.ts";
import type { Corpus, LiveCorpus } from "../engine/corpus/live-corpus.ts";
import { rankedRows, withVectors } from "../engine/corpus/ranked-rows.ts";
import type { RowVectors } from "../engine/corpus/row-vectors.ts";
import type { SearchDocument } from "../engine/search/document.ts";
import type { SearchMode } from "../engine/search/outcome.ts";
import type { QueryEmbedder } from "../engine/search/search.ts";
import { FootnoteError, toFootnoteError } from "../foundation/errors.ts";
import { printable } from "../foundation/text/printable.ts";
import type { Context } from "./context.ts";

/** The cited corpora of a session. */
export interface Corpora {
  readonly served: readonly LiveCorpus[];
  /** Vectors of their rows; opened when first asked for. */
  readonly vectors: () => RowVectors;
  /** Vectors are made behind, since the process lives on. */
  readonly live: boolean;
}

/** The corpora of that name, or all, as they are now. Throws corpus_not_found. */
export async function corporaOf(context: Context, name?: string): Promise<readonly Corpus[]> {
  const { served } = await openCorpora(context);
  const chosen = name === undefined ? served : served.filter((one) => one.name === name);
  if (chosen.length > 0) return chosen.map((one) => one.current());
  throw new FootnoteError("corpus_not_found", {
    problem:
      served.length === 0
        ? "No index of a repository is served here"
        : `No corpus is called ${printable(name ?? "")}; there are ${served.map((one) => one.name).join(", ")}`,
  });
}

async function openCorpora({ corpora }: Context): Promise<Corpora> {
  if (corpora === undefined) throw new FootnoteError("internal", { problem: "no corpus can be opened here" });
  return corpora();
}

interface Ranked {
  readonly plain: SearchDocument;
  withVectors?: SearchDocument;
  filling?: Promise<void>;
}

const known = new WeakMap<CorpusIndex, Ranked>();

/**
 * The rows as search ranks them, with what vectors they have. Where none has any, a process that lives on begins to make them; one that was asked for `dense` and will end makes
 * them first.
 */
export async function rankedWith(
  corpora: readonly Corpus[],
  mode: SearchMode,
  context: Context,
): Promise<{ documents: readonly SearchDocument[]; embedder: QueryEmbedder | undefined }> {
  const { vectors, live } = await openCorpora(context);
  const ranked = corpora.map(({ index }) => {
    const one = known.get(index) ?? { plain: rankedRows(index) };
    known.set(index, one);
    return { index, one };
  });
  if (mode === "lexical") return { documents: ranked.map(({ one }) => one.plain), embedder: undefined };
  const store = vectors();
  const embedder = await context.embedder();
  for (const { index, one } of ranked) {
    const refresh = (): void => {
      one.withVectors = withVectors(one.plain, store.of(index, embedder.model), embedder.model.sha256);
    };
    if (one.withVectors === undefined) refresh();
    if (isComplete(one)) continue;
    const told = (done: number, of: number): void => {
      context.progress({ kind: "vectors", path: index.path, done, of });
      if (done % REFRESHED === 0) refresh();
    };
    if (live) one.filling ??= behind(store.fill(index, embedder, NEVER, told), one, refresh, context);
    else if (mode === "dense") await store.fill(index, embedder, context.signal, told).then(refresh);
  }
  const { model } = embedder;
  return {
    documents: ranked.map(({ one }) => one.withVectors ?? one.plain),
    embedder: { model, denseWeight: ROW_DENSE_WEIGHT, embedQuery: (text) => embedder.embedQuery(text) },
  };
}

/** Less than for passages: a title says little of what is meant (bench:corpus-questions, where from 0.1 to 0.5 nothing much changes). */
export const ROW_DENSE_WEIGHT = 0.25;

/** What is made behind outlives the call that began it. */
const NEVER = new AbortController().signal;

async function behind(filling: Promise<void>, one: Ranked, refresh: () => void, { log }: Context): Promise<void> {
  try {
    await filling;
  } catch (error) {
    log.warn(toFootnoteError(error).message);
  }
  delete one.filling;
  refresh();
}

/** Rows after whose embedding the searches that follow know more. */
const REFRESHED = 512;

function isComplete({ withVectors: document }: Ranked): boolean {
  const ready = document?.vectors?.ready;
  return ready !== undefined && typeof ready !== "number" && !ready.includes(0);
}
