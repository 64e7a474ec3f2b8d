import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { z } from "zod";
import type { Embedder } from "../engine/embed/embedder.ts";
import type { Library } from "../engine/library/library.ts";
import { toFootnoteError } from "../foundation/errors.ts";
import { anywhere, within } from "../foundation/fs/roots.ts";
import { stderrLogger } from "../foundation/log.ts";
import type { ProgressEvent } from "../foundation/progress.ts";
import type { Context } from "../toolsets/context.ts";
import { readConfig } from "./config.ts";
import { libraryFolder } from "./library-folder.ts";

const GlobalsSchema = z.object({
  library: z.string().optional(),
  root: z.array(z.string()).optional(),
  model: z.string().optional(),
  passwordFile: z.string().optional(),
  verbose: z.boolean().default(false),
});

/** What all calls of one process share: the library and the embedder, each opened when first asked for. */
export interface Session {
  context(progress: (event: ProgressEvent) => void, signal: AbortSignal): Context;
}

/**
 * A session by the global options, then the user's configuration. `limit`: the roots where neither names any; undefined for no limit. Throws when a
 * root, the configuration or the password file cannot be used.
 */
export function openSession(globals: unknown, limit?: readonly string[]): Session {
  const { library, root, passwordFile, verbose, ...given } = GlobalsSchema.parse(globals);
  const cwd = process.cwd();
  const surroundings = { cwd, home: homedir(), platform: process.platform, env: process.env };
  const config = readConfig(surroundings);
  const folder = libraryFolder(library, surroundings, config.library);
  const model = given.model ?? config.model;
  const allowed = root ?? config.roots ?? limit;
  const roots = allowed === undefined ? anywhere() : within(allowed);
  const password = passwordFile === undefined ? undefined : firstLine(resolve(cwd, passwordFile));
  const shared = {
    library: once(async (): Promise<Library> => (await import("../engine/library/library.ts")).openLibrary(folder)),
    embedder: once(async (): Promise<Embedder> => {
      const { openEmbedder } = await import("../engine/embed/open.ts");
      return openEmbedder(model === undefined ? {} : { model });
    }),
    roots,
    cwd,
    log: stderrLogger(verbose),
    ...(password === undefined ? {} : { password }),
  };
  return { context: (progress, signal) => ({ ...shared, progress, signal }) };
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
