import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { Embedder } from "../engine/embed/embedder.ts";
import type { Library } from "../engine/library/library.ts";
import { toFootnoteError } from "../foundation/errors.ts";
import { anywhere, contains, type Roots, realPath, within } from "../foundation/fs/roots.ts";
import { type Logger, stderrLogger } from "../foundation/log.ts";
import type { ProgressEvent } from "../foundation/progress.ts";
import type { Context } from "../toolsets/context.ts";
import type { Corpora } from "../toolsets/corpora.ts";
import type { Notebook } from "../toolsets/notebook.ts";
import { readConfig } from "./config.ts";
import { libraryFolder } from "./library-folder.ts";

const GlobalsSchema = z.object({
  library: z.string().optional(),
  root: z.array(z.string()).optional(),
  model: z.string().optional(),
  passwordFile: z.string().optional(),
  notes: z.array(z.string()).optional(),
  notesReadOnly: z.array(z.string()).optional(),
  corpus: z.array(z.string()).optional(),
  verbose: z.boolean().default(false),
});

/** What all calls of one process share: the library and the embedder, each opened when first asked for. */
export interface Session {
  context(progress: (event: ProgressEvent) => void, signal: AbortSignal): Context;
}

/** How a server that lives on uses a session. */
export interface Serving {
  readonly allowWrite: boolean;
}

/**
 * A session by the global options, then the user's configuration. `limit`: the roots where neither names any; undefined for no limit. Throws when a
 * root, the configuration or the password file cannot be used.
 */
export function openSession(globals: unknown, limit?: readonly string[], serving?: Serving): Session {
  const {
    library,
    root,
    passwordFile,
    verbose,
    notes = [],
    notesReadOnly = [],
    corpus = [],
    ...given
  } = GlobalsSchema.parse(globals);
  const cwd = process.cwd();
  const surroundings = { cwd, home: homedir(), platform: process.platform, env: process.env };
  const config = readConfig(surroundings);
  const folder = libraryFolder(library, surroundings, config.library);
  const model = given.model ?? config.model;
  const allowed = root ?? config.roots ?? limit;
  const roots = allowed === undefined ? anywhere() : within(allowed);
  const password = passwordFile === undefined ? undefined : firstLine(resolve(cwd, passwordFile));
  const embedder = once(async (): Promise<Embedder> => {
    const { openEmbedder } = await import("../engine/embed/open.ts");
    return openEmbedder(model === undefined ? {} : { model });
  });
  const log = stderrLogger(verbose);
  const notebooks = new Map<string, Promise<Notebook>>();
  // Who names a folder at the start means it, whatever the roots are.
  const readOnly = notesReadOnly.map((folder) => realPath(resolve(cwd, folder)));
  const own = new Set([...notes, ...notesReadOnly].map((folder) => resolve(cwd, folder)));
  const notebook = (folder = notes[0] ?? notesReadOnly[0] ?? "."): Promise<Notebook> => {
    const named = resolve(cwd, folder);
    const place = own.has(named) ? named : roots.resolve(folder, cwd);
    const real = realPath(place);
    const allowWrites =
      (serving?.allowWrite ?? true) && !readOnly.some((one) => contains(one, real) || contains(real, one));
    const known = notebooks.get(place) ?? openOwnNotebook(place, { allowWrites }, embedder, log, serving);
    notebooks.set(place, known);
    // What could not be opened may be there the next time.
    known.catch(() => notebooks.delete(place));
    return known;
  };
  const shared = {
    library: once(async (): Promise<Library> => (await import("../engine/library/library.ts")).openLibrary(folder)),
    embedder,
    notebook,
    corpora: once(() =>
      openCorpora(corpus, { cwd, roots, library: folder, env: process.env, live: serving !== undefined }),
    ),
    roots,
    cwd,
    log,
    ...(password === undefined ? {} : { password }),
  };
  return { context: (progress, signal) => ({ ...shared, progress, signal }) };
}

interface CorpusPlace {
  readonly cwd: string;
  readonly roots: Roots;
  readonly library: string;
  readonly env: NodeJS.ProcessEnv;
  readonly live: boolean;
}

/** The indices named at the start, or the one at or above the working directory. */
async function openCorpora(
  given: readonly string[],
  { cwd, roots, library, env, live }: CorpusPlace,
): Promise<Corpora> {
  const { LiveCorpus } = await import("../engine/corpus/live-corpus.ts");
  const { RowVectors } = await import("../engine/corpus/row-vectors.ts");
  const { requireRead } = await import("../toolsets/corpus/tokens.ts");
  requireRead(env);
  const named = given.map((one) => {
    const { name, path } = corpusPlace(one);
    return { name, path: resolve(cwd, path) };
  });
  const nearest = named.length > 0 ? undefined : nearestIndex(cwd, roots);
  const places = nearest === undefined ? named : [{ name: undefined, path: nearest }];
  const served = places.map(({ name, path }) => new LiveCorpus(path, roots, name));
  let vectors: InstanceType<typeof RowVectors> | undefined;
  return {
    served,
    live,
    vectors: () => {
      vectors ??= new RowVectors(join(library, "corpus-vectors.db"));
      return vectors;
    },
  };
}

/** What --corpus names: INDEX, or NAME=INDEX. */
export function corpusPlace(given: string): { readonly name: string | undefined; readonly path: string } {
  const [, name, path = given] = /^([\p{L}\p{N}._-]+)=(.+)$/su.exec(given) ?? [];
  return { name, path };
}

/** Where builders put an index, at or above a folder and below the roots. */
function nearestIndex(from: string, roots: Roots): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, "docs", "tero-index", "index.json");
    if (existsSync(path)) return roots.resolve(path, from);
    if (
      dirname(folder) === folder ||
      (roots.folders.length > 0 && !roots.folders.some((root) => contains(root, folder)))
    )
      return undefined;
  }
}

async function openOwnNotebook(
  root: string,
  { allowWrites }: { readonly allowWrites: boolean },
  embedder: () => Promise<Embedder>,
  log: Logger,
  serving: Serving | undefined,
): Promise<Notebook> {
  const { openNotebook } = await import("../toolsets/notebook.ts");
  const { DEFAULT_SETTINGS } = await import("../engine/notes/settings.ts");
  const settings = {
    root,
    // Beside the index that clients of the workbench's own profile have, which takes in other files.
    storage: join(root, ".footnote-kb/notes.db"),
    allowWrites,
    watchFiles: serving !== undefined,
    skipIgnored: true,
    notes: DEFAULT_SETTINGS,
    defaultMode: "hybrid",
    maxResults: 10,
    strict: false,
  } as const;
  return openNotebook(settings, embedder, log, { live: serving !== undefined });
}

/** One value for everybody who asks; after a failure the next asker tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}
