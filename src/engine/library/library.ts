import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { contains, type Roots } from "../../foundation/fs/roots.ts";
import type { ProgressEvent } from "../../foundation/progress.ts";
import type { Embedder } from "../embed/embedder.ts";
import { isVeraName } from "../vera/pipeline.ts";
import type { AddOptions, AddReport } from "./add.ts";
import { type LibraryDocument, type Origin, openLibraryDocument } from "./document.ts";
import { archivesFolder } from "./layout.ts";
import { type Entry, manifestStamp, readManifest } from "./manifest.ts";
import { pipelineOf } from "./pipeline-of.ts";

/** What a call may use while it looks for documents. */
export interface Surroundings {
  readonly cwd: string;
  readonly roots: Roots;
  readonly signal: AbortSignal;
  readonly progress: (event: ProgressEvent) => void;
  readonly embedder: () => Promise<Embedder>;
  readonly password?: string;
}

export interface Documents {
  readonly documents: readonly LibraryDocument[];
  /** What was meant but cannot be opened, each with its reason. */
  readonly skipped: readonly { path: string; error: FootnoteError }[];
}

/** A folder of archives and the list of what they were made from. Many may read while one writes. */
export interface Library {
  readonly folder: string;
  entries(): readonly Entry[];
  /**
   * The documents that `paths` mean, or all. A path may be an archive, a folder (of archives, of known sources, or a library), a source the
   * library knows, a title, or any other document, which is read into the cache first. A path that means nothing is in `skipped`.
   */
  documents(paths: readonly string[], surroundings: Surroundings): Promise<Documents>;
  /** The document whose content hash starts with `prefix` (12 hex digits or more). Also finds what was opened from elsewhere before. */
  byHash(prefix: string): LibraryDocument | undefined;
  add(options: AddOptions): Promise<AddReport>;
  remove(paths: readonly string[], lockWaitMs: number): Promise<string[]>;
  close(): void;
}

/** Opens the library in `folder`; an absent one is empty. Documents from outside are read into `cache/` in it, which may be deleted any time. */
export function openLibrary(folder: string): Library {
  const cache = join(folder, "cache");
  const open = new Map<string, { stamp: string; document: LibraryDocument }>();
  const entries = rememberedEntries(folder);
  const cachedEntries = rememberedEntries(cache);

  /** One open document an archive; opened anew when the file was swapped (vectors were added, the source was read again). */
  const openArchive = (archive: string, origin: Origin): LibraryDocument => {
    const facts = statSync(archive);
    const stamp = `${facts.ino}:${facts.mtimeMs}:${facts.size}:${origin.path}:${origin.entry?.mtimeMs ?? ""}:${origin.entry?.error?.code ?? ""}`;
    const held = open.get(archive);
    if (held?.stamp === stamp) return held.document;
    held?.document.folio.close();
    const document = openLibraryDocument(archive, origin);
    open.set(archive, { stamp, document });
    return document;
  };

  const gather = (wanted: readonly Found[]): Documents => {
    const documents = new Map<string, LibraryDocument>();
    const skipped: { path: string; error: FootnoteError }[] = [];
    for (const found of wanted) {
      if ("error" in found) skipped.push({ path: found.origin.path, error: found.error });
      else if (!documents.has(found.archive)) {
        try {
          documents.set(found.archive, openArchive(found.archive, found.origin));
        } catch (error) {
          skipped.push({ path: found.origin.path, error: toFootnoteError(error, found.archive) });
        }
      }
    }
    return { documents: [...documents.values()], skipped };
  };

  const fromEntry = (entry: Entry, library = folder): Found => {
    const origin = { path: entry.path, entry };
    if (entry.archive !== undefined) return { archive: join(archivesFolder(library), entry.archive), origin };
    return {
      origin,
      error:
        entry.error === undefined
          ? new FootnoteError("path_not_found", { path: entry.path })
          : FootnoteError.fromReport(entry.error),
    };
  };

  return {
    folder,
    entries,
    async documents(paths, surroundings) {
      if (paths.length === 0) return gather(entries().map((entry) => fromEntry(entry)));
      const wanted: Found[] = [];
      const listed = entries();
      for (const path of paths) wanted.push(...(await meant(path, listed, surroundings)));
      return gather(wanted);
    },
    byHash(prefix) {
      const entry = entries().find((one) => one.archive !== undefined && one.sha256.startsWith(prefix));
      if (entry !== undefined) return gather([fromEntry(entry)]).documents[0];
      const elsewhere = [...open.values()].find(({ document }) => document.sha256.startsWith(prefix));
      if (elsewhere !== undefined) return elsewhere.document;
      const cached = cachedEntries().find((one) => one.archive !== undefined && one.sha256.startsWith(prefix));
      return cached && gather([fromEntry(cached, cache)]).documents[0];
    },
    add: async (options) => (await import("./add.ts")).addToLibrary(folder, options),
    remove: async (paths, lockWaitMs) => (await import("./remove.ts")).removeFromLibrary(folder, paths, lockWaitMs),
    close() {
      for (const { document } of open.values()) document.folio.close();
      open.clear();
    },
  };

  /** `listed`: the entries, asked for once for all paths of a call. */
  async function meant(path: string, listed: readonly Entry[], surroundings: Surroundings): Promise<Found[]> {
    const absolute = resolve(surroundings.cwd, path);
    // What the library knows is opened from its archive, so it may lie anywhere, and its source may be gone.
    const known = listed.filter((entry) => entry.path === absolute && entry.archive !== undefined);
    if (known.length > 0) return known.map((entry) => fromEntry(entry));
    if (!existsSync(absolute)) {
      const named = listed.filter(
        (entry) => entry.title === path || basename(entry.path) === path || contains(absolute, entry.path),
      );
      if (named.length > 0) return named.map((entry) => fromEntry(entry));
    }
    try {
      const real = surroundings.roots.resolve(path, surroundings.cwd);
      const isFolder = statSync(real).isDirectory();
      return await (isFolder ? inFolder(real, listed, surroundings) : asFile(real, listed, surroundings));
    } catch (error) {
      return [{ origin: { path }, error: toFootnoteError(error, path) }];
    }
  }

  async function inFolder(path: string, all: readonly Entry[], surroundings: Surroundings): Promise<Found[]> {
    if (manifestStamp(path) !== "") return readManifest(path).entries.map((entry) => fromEntry(entry, path));
    const known = all.filter((entry) => contains(path, entry.path));
    const names = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => !basename(name).startsWith("."))
      .sort();
    const folios = names
      .filter((name) => name.endsWith(".folio"))
      .map((name): Found => ({ archive: join(path, name), origin: { path: join(path, name) } }));
    const listed = new Set(known.map((entry) => entry.path));
    const veras = names
      .filter(isVeraName)
      .map((name) => join(path, name))
      .filter((vera) => !listed.has(vera) && lstatSync(vera).isFile());
    const archives = [...folios, ...(await asVera(veras, surroundings))];
    if (known.length + archives.length > 0) return [...known.map((entry) => fromEntry(entry)), ...archives];
    return readIntoCache([path], surroundings);
  }

  async function asFile(path: string, listed: readonly Entry[], surroundings: Surroundings): Promise<Found[]> {
    if (path.endsWith(".folio")) return [{ archive: path, origin: { path } }];
    const entry = listed.find((one) => one.path === path && one.archive !== undefined);
    if (entry !== undefined) return [fromEntry(entry)];
    return isVeraName(path) ? asVera([path], surroundings) : readIntoCache([path], surroundings);
  }

  /** `.vera` archives are not hashed at every query, since whole libraries of them are asked: size and time tell whether one changed. */
  async function asVera(paths: readonly string[], surroundings: Surroundings): Promise<Found[]> {
    if (paths.length === 0) return [];
    const cached = new Map(cachedEntries().map((entry) => [entry.path, entry]));
    const found: Found[] = [];
    const changed: string[] = [];
    for (const path of paths) {
      const entry = cached.get(path);
      if (entry !== undefined && isReadAsIs(entry, cache)) found.push(fromEntry(entry, cache));
      else changed.push(path);
    }
    if (changed.length > 0) found.push(...(await readIntoCache(changed, surroundings)));
    return found.sort((a, b) => (a.origin.path < b.origin.path ? -1 : 1));
  }

  async function readIntoCache(paths: readonly string[], surroundings: Surroundings): Promise<Found[]> {
    // Loaded when needed: readers of documents are no business of a search.
    const { addToLibrary } = await import("./add.ts");
    const report = await addToLibrary(cache, {
      ...surroundings,
      paths,
      recursive: true,
      include: [],
      exclude: [],
      keepSource: false,
      vectors: "later",
      lockWaitMs: 30_000,
      now: Date.now,
    });
    const read = cachedEntries().filter((entry) => paths.some((path) => contains(path, entry.path)));
    const listed = new Set(read.map((entry) => entry.path));
    // What the walk could not reach has no entry; its reason is in the report alone.
    const unreached = report.files.flatMap((file): Found[] =>
      file.error === undefined || listed.has(file.path)
        ? []
        : [{ origin: { path: file.path }, error: FootnoteError.fromReport(file.error) }],
    );
    return [...read.map((entry) => fromEntry(entry, cache)), ...unreached];
  }
}

/** The entries of a manifest, read again when it was swapped. */
function rememberedEntries(folder: string): () => readonly Entry[] {
  let known: { readonly stamp: string; readonly entries: readonly Entry[] } | undefined;
  return () => {
    const stamp = manifestStamp(folder);
    if (known?.stamp !== stamp) known = { stamp, entries: readManifest(folder).entries };
    return known.entries;
  };
}

/** Whether a file is as it was when it was read, by size and time, and what was made of it is still there. */
function isReadAsIs({ path, size, mtimeMs, pipeline, error, archive }: Entry, library: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  const unchanged = facts?.size === size && facts.mtimeMs === mtimeMs && pipeline === pipelineOf(path, false);
  return unchanged && error === undefined && existsSync(join(archivesFolder(library), archive ?? ""));
}

type Found =
  | { readonly archive: string; readonly origin: Origin }
  | { readonly origin: Origin; readonly error: FootnoteError };
