import { resolve } from "node:path";
import { z } from "zod";
import type { Refusal } from "../../engine/answers.ts";
import type { Corpus } from "../../engine/corpus/live-corpus.ts";
import { parseLocator } from "../../engine/evidence/locator.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";

/** The fields by which an operation is pointed at documents. */
export const ScopeField = z
  .array(z.string().min(1))
  .default([])
  .describe(
    "Only these: archives, folders, documents (one not yet in the library is read into a cache first), titles; corpus: or corpus:NAME for the files of a cited corpus",
  );

export const SkippedSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
});

export interface Scope {
  readonly documents: readonly LibraryDocument[];
  /** Documents that are meant but cannot be looked into, each with its reason. */
  readonly skipped: readonly z.infer<typeof SkippedSchema>[];
}

/** Opens what `paths` mean, or the whole library without any. */
export async function openScope(paths: readonly string[], context: Context): Promise<Scope> {
  const library = await context.library();
  const scope = await library.documents(await withCorpusFiles(paths, context), context);
  return {
    documents: scope.documents,
    skipped: scope.skipped.map(({ path, error }) => ({ path, ...error.report() })),
  };
}

/** With `corpus:` and `corpus:NAME` as the files that rows of those corpora cite. */
async function withCorpusFiles(paths: readonly string[], context: Context): Promise<string[]> {
  const wanted = await Promise.all(
    paths.map(async (path) => {
      const name = /^corpus:(.*)$/su.exec(path)?.[1];
      if (name === undefined) return [path];
      const { corporaOf } = await import("../corpora.ts");
      return (await corporaOf(context, name === "" ? undefined : name)).flatMap((corpus) => filesOf(corpus, context));
    }),
  );
  return wanted.flat();
}

function filesOf(corpus: Corpus, { log }: Context): string[] {
  const repository = corpus.repository();
  if (repository === undefined)
    throw new FootnoteError("corpus_not_found", { problem: `The repository of ${corpus.name} is not within reach` });
  return [...new Set(corpus.index.rows.map(({ file }) => file))].flatMap((file) => {
    try {
      return [repository.absolute(file)];
    } catch (error) {
      log.warn(toFootnoteError(error, file).message);
      return [];
    }
  });
}

/** The document that a locator or a path names. */
export async function openTarget(target: string, context: Context): Promise<LibraryDocument> {
  const library = await context.library();
  if (target.startsWith("footnote:")) {
    const { document } = parseLocator(target);
    const found = library.byHash(document);
    if (found === undefined) throw new FootnoteError("locator_unknown", { locator: target });
    return found;
  }
  const { documents, skipped } = await library.documents([target], context);
  const [first] = documents;
  if (first !== undefined && documents.length === 1) return first;
  const [problem] = skipped;
  if (problem !== undefined && first === undefined) throw problem.error;
  if (first === undefined) throw new FootnoteError("path_not_found", { path: target });
  throw new FootnoteError("invalid_argument", {
    what: target,
    problem: `it means ${documents.length} documents, and one is wanted`,
    command: "read",
  });
}

/** What was looked at, for a refusal. */
export function scanned(scope: Scope): Refusal["scanned"] {
  return {
    documents: scope.documents.length,
    passages: scope.documents.reduce((sum, document) => sum + document.passages.length, 0),
    ...(scope.skipped.length === 0 ? {} : { skipped: scope.skipped }),
  };
}

/** Refuses when there is nothing to look at, in what was asked for (`in`) or in the library. */
export function refuseEmpty(scope: Scope, asked: { library: string; in: readonly string[] }): Refusal | undefined {
  if (scope.documents.length > 0) return undefined;
  const refusal = (message: string, remedy: string): Refusal => ({
    reason: "no_documents",
    message,
    remedy,
    scanned: scanned(scope),
  });
  const [first, ...others] = scope.skipped;
  if (first !== undefined) {
    const all = others.length === 0 ? "" : `None of the ${others.length + 1} documents can be opened, for one thing: `;
    return refusal(`${all}${first.message}`, first.remedy);
  }
  if (asked.in.length === 0)
    return refusal(`The library ${asked.library} holds no documents.`, "Add some: `footnote add PATH…`.");
  return refusal(
    `There are no documents in ${asked.in.join(", ")}.`,
    "Name a document, or a folder with PDF, Markdown, HTML, text, EPUB or DOCX files.",
  );
}

export function absolute(path: string, context: Context): string {
  return resolve(context.cwd, path);
}
