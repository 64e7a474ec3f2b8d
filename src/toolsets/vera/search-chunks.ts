import { join, resolve } from "node:path";
import type { Embedder } from "../../engine/embed/embedder.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import type { SearchDocument } from "../../engine/search/document.ts";
import { search } from "../../engine/search/search.ts";
import type { VeraArchive, VeraChunk } from "../../engine/vera/archive.ts";
import { keptVera } from "../../engine/vera/kept.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Context } from "../context.ts";
import { figureObjects } from "./archive-figures.ts";
import { chunkObject, regionsOf } from "./archive-objects.ts";
import { builtinEmbedder, passageVectors } from "./builtin-model.ts";
import { type Discovery, discover } from "./discover.ts";
import { type IndexStatus, indexStatus } from "./index-status.ts";
import { BUILTIN_NAME } from "./models.ts";
import {
  byScore,
  checkQuery,
  cosines,
  cosinesOf,
  isKnownModel,
  type OpenModel,
  type Ranked,
  strictRanking,
  type VeraMode,
} from "./strict-ranking.ts";
import { mayMeet, meets, type Where } from "./where.ts";

export interface ChunkSearch {
  readonly query: string;
  readonly mode: VeraMode;
  readonly topK: number;
  readonly contextChunks: number;
  readonly figures: boolean;
  readonly regions: boolean;
  readonly where: Where;
  /** By VERA's own rules instead of Footnote's. */
  readonly strict: boolean;
}

type Hit = Readonly<Record<string, unknown>>;

export interface FileResults {
  readonly query: string;
  readonly mode: VeraMode;
  readonly results: readonly Hit[];
}

export interface FolderResults extends FileResults {
  readonly index: { readonly used: boolean } & IndexStatus;
  readonly skipped_files: readonly Skipped[];
  readonly skipped_semantic_model_groups: readonly { model_name: string; dimension: number; error: string }[];
}

interface Skipped {
  readonly file: string;
  readonly category: "invalid" | "incompatible";
  readonly reason: string;
}

/** Searches one archive, as `vera search` shows it. */
export async function searchArchive(file: string, asked: ChunkSearch, context: Context): Promise<FileResults> {
  checkQuery(asked.query, asked.mode);
  const archive = keptVera(resolve(context.cwd, file));
  try {
    const order = asked.strict
      ? await strictRanking(archive, asked.query, asked.mode, () => builtinEmbedder(context))
      : await ranked([archive], asked, context, "file");
    const best = allowed(archive, order, asked.where).sort(byScore).slice(0, asked.topK);
    const chunks = chunksOf([{ archive, ids: best.map(({ id }) => id) }]);
    const results = best.map((hit) => hitObject(archive, hit, asked, chunks));
    return { query: asked.query, mode: asked.mode, results };
  } finally {
    archive.close();
  }
}

/** Which archives of a folder; what is left out is as its index has it, or else none and not below. */
export type FolderScope = Partial<Discovery>;

/**
 * Searches the archives of a folder. One that cannot be read is told of, and the others answer. An index that is up to date says which archives are sound and what is not;
 * without one each is looked at. Throws vera_refused, in VERA's words, for a folder without archives.
 */
export async function searchFolder(
  folder: string,
  scope: FolderScope,
  asked: ChunkSearch,
  context: Context,
  now = new Date(),
): Promise<FolderResults> {
  checkQuery(asked.query, asked.mode);
  const directory = resolve(context.cwd, folder);
  const status = indexStatus(directory, false, now);
  const how: Discovery = {
    recursive: scope.recursive ?? status.recursive ?? false,
    excludes: scope.excludes ?? status.excludes ?? [],
    includes: scope.includes ?? status.includes ?? [],
  };
  const used = status.fresh && sameScope(how, status);
  const paths = discover(directory, how);
  const absolute = status.skipped_files.map((one) => ({ ...one, file: join(directory, one.file) }));
  const known = new Set(used ? absolute.map(({ file }) => file) : []);
  const { archives, skipped } = openAll(paths.filter((path) => !known.has(path)));
  try {
    const chosen = archives.filter(({ archiveMetadata }) => mayMeet(archiveMetadata, asked.where));
    const found = asked.strict
      ? await fused(
          chosen.filter(({ model }) => asked.mode === "keyword" || isKnownModel(model.name)),
          asked,
          () => builtinEmbedder(context),
        )
      : await ranked(chosen, asked, context, "folder");
    const byPath = new Map(chosen.map((archive) => [archive.path, archive]));
    const best = found.slice(0, asked.topK);
    const wanted = [...Map.groupBy(best, ({ file }) => byPath.get(file))].flatMap(([archive, hits]) =>
      archive === undefined ? [] : [{ archive, ids: hits.map(({ id }) => id) }],
    );
    const chunks = chunksOf(wanted);
    const results = best.flatMap((hit) => {
      const archive = byPath.get(hit.file);
      return archive === undefined ? [] : [hitObject(archive, hit, asked, chunks, archive.path)];
    });
    return {
      query: asked.query,
      mode: asked.mode,
      results,
      index: { used, ...status },
      skipped_files: used ? [...absolute, ...skipped] : skipped,
      skipped_semantic_model_groups: asked.mode === "keyword" ? [] : foreignGroups(chosen),
    };
  } finally {
    for (const archive of archives) archive.close();
  }
}

function sameScope(how: Discovery, { recursive, excludes, includes }: IndexStatus): boolean {
  return (
    JSON.stringify([how.recursive, how.excludes, how.includes]) === JSON.stringify([recursive, excludes, includes])
  );
}

interface FileHit extends Ranked {
  readonly file: string;
}

function openAll(paths: readonly string[]): { archives: VeraArchive[]; skipped: Skipped[] } {
  const archives: VeraArchive[] = [];
  const skipped: Skipped[] = [];
  for (const path of paths) {
    try {
      const archive = keptVera(path);
      archives.push(archive);
    } catch (thrown) {
      const error = toFootnoteError(thrown, path);
      skipped.push({ file: path, category: "invalid", reason: String(error.details.problem ?? error.message) });
    }
  }
  return { archives, skipped };
}

function foreignGroups(archives: readonly VeraArchive[]) {
  const groups = new Map<string, { model_name: string; dimension: number; error: string }>();
  for (const { model, path } of archives) {
    if (isKnownModel(model.name)) continue;
    const error = new FootnoteError("vera_model", { path, model: model.name });
    groups.set(`${model.name} ${model.dimension}`, {
      model_name: model.name,
      dimension: model.dimension,
      error: `ImportError: ${error.message}`,
    });
  }
  return [...groups.values()];
}

/**
 * Footnote's ranking: by words over all archives with the statistics of all, in hybrid also by vectors of the model inside, refused below its floor; by meaning alone where only that is asked for. Scores are on VERA's scales:
 * keyword a BM25, semantic a cosine, hybrid 0 to 1 in one archive and of the size of a sum of reciprocal ranks (k = 60) in a folder.
 */
async function ranked(
  archives: readonly VeraArchive[],
  asked: ChunkSearch,
  context: Context,
  of: "file" | "folder",
): Promise<FileHit[]> {
  const openModel = () => builtinEmbedder(context);
  if (asked.mode === "semantic") {
    const meanings = await meaningsOf(archives, asked.query, openModel);
    // Of one archive it is told why there are none.
    if (of === "file" && meanings.size === 0 && archives[0] !== undefined)
      await cosines(archives[0], asked.query, openModel);
    const hits = [...meanings].flatMap(([archive, scores]) => {
      const found = [...scores].map(([id, score]): FileHit => ({ id, file: archive.path, score, semantic: score }));
      return allowed(archive, found, asked.where);
    });
    return hits.filter(({ score }) => score > 0).sort((a, b) => byScore(a, b) || (a.file < b.file ? -1 : 1));
  }
  const { documents, owners } = await documentsOf(archives, context);
  // With a filter the best may all fall.
  const all = documents.reduce((sum, { passages }) => sum + passages.length, 1);
  const limit = Object.keys(asked.where).length > 0 ? all : Math.max(1, asked.topK);
  const hybrid = asked.mode === "hybrid" && owners.some(({ model }) => model.name === BUILTIN_NAME);
  const embedder = hybrid ? await builtinEmbedder(context) : undefined;
  const searched = documents.map((document, at) => withVectors(document, owners[at], embedder));
  const mode = hybrid ? "hybrid" : "lexical";
  const { hits } = await search(searched, { text: asked.query, mode, limit }, embedder);
  const idsOf = (archive: VeraArchive): (string | undefined)[] =>
    Object.keys(asked.where).length === 0
      ? archive.chunkIds()
      : archive.chunks().map(({ id, metadata }) => (meets(metadata, asked.where) ? id : undefined));
  const ids = new Map(
    owners.flatMap((archive, document) =>
      hits.some((hit) => hit.document === document || hit.alsoIn.some((twin) => twin.document === document))
        ? [[archive, idsOf(archive)] as const]
        : [],
    ),
  );
  const top = hits[0]?.score ?? 1;
  // Chunks of the same words are one result for Footnote, and one each for VERA.
  const each = hits.flatMap(({ alsoIn, ...hit }) => [hit, ...alsoIn.map((twin) => ({ ...twin, score: hit.score }))]);
  const found = each.flatMap(({ document, passage, score }, place) => {
    const archive = owners[document];
    const id = archive && ids.get(archive)?.[passage];
    return archive === undefined || id === undefined ? [] : [{ archive, id, score, place }];
  });
  const meanings = new Map<VeraArchive, Map<string, number>>();
  for (const archive of ids.keys()) {
    if (asked.mode === "keyword" || !isKnownModel(archive.model.name)) continue;
    const own = found.filter((hit) => hit.archive === archive).map(({ id }) => id);
    meanings.set(archive, await cosinesOf(archive, asked.query, own, openModel));
  }
  return found.map(({ archive, id, score, place }): FileHit => {
    const semantic = meanings.get(archive)?.get(id);
    const share = top <= 0 ? 1 : Math.max(0, score / top);
    const fused = of === "file" ? share : 2 / (61 + place);
    return {
      id,
      file: archive.path,
      score: asked.mode === "hybrid" ? fused : score,
      ...(semantic === undefined ? {} : { semantic }),
      ...(hybrid ? {} : { keyword: score }),
    };
  });
}

/** The documents that were made of archives, and which is whose. Archives with the same content have one document, which stands there for each. */
async function documentsOf(archives: readonly VeraArchive[], context: Context) {
  const documents: LibraryDocument[] = [];
  const owners: VeraArchive[] = [];
  const library = await context.library();
  const paths = archives.map(({ path }) => path);
  const all = paths.length === 0 ? [] : (await library.documents(paths, context)).documents;
  const known = new Map(all.map((document) => [document.path, document]));
  for (const archive of archives) {
    const document = known.get(archive.path) ?? (await library.documents([archive.path], context)).documents[0];
    if (document === undefined) continue;
    documents.push(document);
    owners.push(archive);
  }
  return { documents, owners };
}

/** A document with its archive's vectors where they are of the model inside Footnote, and without any else. */
function withVectors(
  document: LibraryDocument,
  archive: VeraArchive | undefined,
  embedder: Embedder | undefined,
): SearchDocument {
  const isBuiltin = embedder !== undefined && archive?.model.name === BUILTIN_NAME;
  // The rest stays as it is, and is read when it is asked for.
  return Object.create(document, {
    vectors: { value: isBuiltin ? passageVectors(archive) : undefined },
    modelSha256: { value: isBuiltin ? embedder.model.sha256 : undefined },
  });
}

type Chunks = ReadonlyMap<VeraArchive, ReadonlyMap<string, VeraChunk>>;

/** The chunks that are shown, read together. */
function chunksOf(wanted: readonly { readonly archive: VeraArchive; readonly ids: readonly string[] }[]): Chunks {
  return new Map(
    wanted.map(({ archive, ids }) => [archive, new Map(archive.chunksById(ids).map((chunk) => [chunk.id, chunk]))]),
  );
}

async function meaningsOf(
  archives: readonly VeraArchive[],
  query: string,
  openModel: OpenModel,
): Promise<Map<VeraArchive, Map<string, number>>> {
  const found = new Map<VeraArchive, Map<string, number>>();
  for (const archive of archives)
    if (isKnownModel(archive.model.name)) found.set(archive, await cosines(archive, query, openModel));
  return found;
}

/** VERA's ranking of several archives (§6.3): pooled scores in one mode, reciprocal ranks of both in hybrid. */
async function fused(archives: readonly VeraArchive[], asked: ChunkSearch, openModel: OpenModel): Promise<FileHit[]> {
  const hits: FileHit[] = [];
  const models = new Map<string, string>();
  for (const archive of archives) {
    const found = await strictRanking(archive, asked.query, asked.mode, openModel);
    const own = allowed(archive, found, asked.where).map((hit) => ({ ...hit, file: archive.path }));
    hits.push(...own);
    models.set(archive.path, `${archive.model.name} ${archive.model.dimension}`);
  }
  const order = (score: (hit: FileHit) => number) => (a: FileHit, b: FileHit) =>
    score(b) - score(a) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.id < b.id ? -1 : 1);
  const byMeaning = (): FileHit[] => {
    const found = hits.filter(({ semantic }) => semantic !== undefined).sort(order(({ semantic = 0 }) => semantic));
    const groups = [...Map.groupBy(found, ({ file }) => models.get(file)).values()];
    // Cosines of different models do not compare.
    const sums = reciprocalRanks(groups);
    return groups.length < 2 ? found : found.sort(order((hit) => sums.get(hit) ?? 0));
  };
  if (asked.mode === "semantic") return byMeaning();
  const byWords = hits.filter(({ keyword }) => keyword !== undefined).sort(order(({ keyword = 0 }) => keyword));
  if (asked.mode === "keyword") return byWords;
  const most = Math.max(5 * asked.topK, 50);
  const sums = reciprocalRanks([byMeaning(), byWords].map((leg) => firstOfEach(leg, most)));
  return [...sums].map(([hit, score]) => ({ ...hit, score })).sort(order(({ score }) => score));
}

/** At most so many of each file, which is where VERA cuts; the list of all is not cut again. */
function firstOfEach(list: readonly FileHit[], most: number): FileHit[] {
  const taken = new Map<string, number>();
  return list.filter(({ file }) => {
    const before = taken.get(file) ?? 0;
    taken.set(file, before + 1);
    return before < most;
  });
}

function reciprocalRanks(lists: readonly (readonly FileHit[])[]): Map<FileHit, number> {
  const sums = new Map<FileHit, number>();
  for (const list of lists)
    for (const [place, hit] of list.entries()) sums.set(hit, (sums.get(hit) ?? 0) + 1 / (61 + place));
  return sums;
}

/** The hits on chunks that have the metadata that is asked for. */
function allowed<T extends Ranked>(archive: VeraArchive, hits: readonly T[], where: Where): T[] {
  if (Object.keys(where).length === 0) return [...hits];
  const ids = new Set(archive.chunks().flatMap(({ id, metadata }) => (meets(metadata, where) ? [id] : [])));
  return hits.filter(({ id }) => ids.has(id));
}

function hitObject(
  archive: VeraArchive,
  { id, score, semantic, keyword }: Ranked,
  asked: ChunkSearch,
  chunks: Chunks,
  file?: string,
): Hit {
  const chunk = chunks.get(archive)?.get(id);
  if (chunk === undefined) throw new FootnoteError("source_changed", { path: archive.path });
  return {
    ...chunkObject(chunk),
    ...(asked.figures ? { figures: figureObjects(archive, id) } : {}),
    ...(asked.regions ? { regions: regionsOf(chunk.metadata) } : {}),
    ...contextOf(archive, chunk, asked.contextChunks),
    ...(file === undefined ? {} : { file }),
    score,
    ...(semantic === undefined ? {} : { semantic_score: semantic }),
    ...(keyword === undefined ? {} : { keyword_score: keyword }),
  };
}

function contextOf(archive: VeraArchive, chunk: VeraChunk, count: number): Hit {
  if (count === 0) return {};
  const chunks = archive.chunks();
  const at = chunks.findIndex(({ id }) => id === chunk.id);
  const before = chunks.slice(Math.max(0, at - count), at).map(chunkObject);
  const after = chunks.slice(at + 1, at + 1 + count).map(chunkObject);
  return before.length + after.length === 0 ? {} : { before_chunks: before, after_chunks: after };
}
