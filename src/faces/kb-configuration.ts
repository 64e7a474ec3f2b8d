import { existsSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { NOTES_MODES } from "../engine/notes/search-notes.ts";
import { DEFAULT_SETTINGS } from "../engine/notes/settings.ts";
import { FootnoteError, toFootnoteError } from "../foundation/errors.ts";
import type { NotebookSettings } from "../toolsets/notebook-settings.ts";

/** The command line of the Markdown workbench, as typed (kb.md §7.2). */
export interface KbArguments {
  readonly config?: string | undefined;
  readonly projectRoot?: string | undefined;
  readonly root?: string | undefined;
  readonly storagePath?: string | undefined;
  readonly embeddingProvider?: string | undefined;
  readonly searchMode?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly watchFiles?: boolean | undefined;
  readonly allowWrites?: boolean | undefined;
  readonly importFolder?: string | undefined;
  readonly verbose?: boolean | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const text = z.string().refine((value) => value.trim() !== "", "it is blank");
const positive = z.int().min(1);
const mode = z
  .string()
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(NOTES_MODES));

const Schema = z.object({
  server: z.object({ name: text.default("local-vector-search-mcp") }).prefault({}),
  storage: z.object({ path: text.optional() }).prefault({}),
  embedding: z
    .object({
      provider: z.enum(["openai-compatible", "none", "built-in"]).default("built-in"),
      // Of a server that Footnote does not ask, as its model is inside.
      endpoint: z.unknown().optional(),
      apiKey: z.unknown().optional(),
      model: z.unknown().optional(),
      dimensions: z.unknown().optional(),
      batchSize: z.unknown().optional(),
      allowRemoteEndpoint: z.unknown().optional(),
      timeoutSeconds: z.unknown().optional(),
    })
    .prefault({}),
  chunking: z
    .object({
      maxChunkBytes: positive.default(DEFAULT_SETTINGS.maxBytes),
      maxElements: positive.default(DEFAULT_SETTINGS.maxElements),
      includeHeadingContext: z.boolean().default(true),
      includeFrontMatter: z.boolean().default(true),
    })
    .prefault({}),
  search: z
    .object({
      defaultMode: mode.default("hybrid"),
      semanticCandidatePoolSize: positive.default(50),
      lexicalCandidatePoolSize: positive.default(50),
      maxResults: positive.default(10),
      rrfK: positive.default(60),
    })
    .prefault({}),
  knowledgeBase: z
    .object({
      root: text.optional(),
      allowWrites: z.boolean().default(false),
      watchFiles: z.boolean().default(false),
      include: z
        .array(text)
        .min(1)
        .default([...DEFAULT_SETTINGS.include]),
      exclude: z.array(text).default([]),
      importFolder: text.optional(),
    })
    .prefault({}),
});

/** Where the index lies below the project. */
const STORAGE = ".footnote-kb/index.db";

/**
 * The settings of the Markdown workbench: defaults, then the YAML that --config names, then the command line. Relative paths count from the project: --project-root,
 * else CLAUDE_PROJECT_DIR, else the working directory. `warnings`: what is set and does nothing.
 */
export function notebookSettings(given: KbArguments): {
  readonly name: string;
  readonly settings: NotebookSettings;
  readonly warnings: readonly string[];
} {
  const project = projectRoot(given);
  const { config, unknown } = readYaml(given, project);
  const warnings = unknown.map((key) => `the configuration has ${key}, which means nothing here`);
  const provider = given.embeddingProvider ?? config.embedding.provider;
  if (!["openai-compatible", "none", "built-in"].includes(provider))
    throw wrong("--embedding-provider", `“${provider}” is none of built-in, openai-compatible, none`);
  if (provider === "openai-compatible")
    warnings.push(
      "embedding.provider is openai-compatible: Footnote opens no connection and uses the model inside it instead",
    );
  const asked = mode.safeParse(given.searchMode ?? config.search.defaultMode);
  if (!asked.success) throw wrong("--search-mode", `“${given.searchMode}” is none of ${NOTES_MODES.join(", ")}`);
  const { knowledgeBase, chunking } = config;
  const root = resolve(project, given.root ?? knowledgeBase.root ?? ".");
  if (!isFolder(root)) throw new FootnoteError("path_not_found", { path: root });
  const imports = given.importFolder ?? knowledgeBase.importFolder;
  const settings: NotebookSettings = {
    root,
    storage: resolve(project, given.storagePath ?? config.storage.path ?? STORAGE),
    allowWrites: given.allowWrites ?? knowledgeBase.allowWrites,
    watchFiles: given.watchFiles ?? knowledgeBase.watchFiles,
    skipIgnored: false,
    notes: {
      maxBytes: chunking.maxChunkBytes,
      maxElements: chunking.maxElements,
      includeFrontMatter: chunking.includeFrontMatter,
      includeHeadingContext: chunking.includeHeadingContext,
      include: given.include ?? knowledgeBase.include,
      exclude: given.exclude ?? knowledgeBase.exclude,
      vectors: provider !== "none",
    },
    defaultMode: asked.data,
    maxResults: config.search.maxResults,
    strict: true,
    ...(imports === undefined ? {} : { importFolder: resolve(project, imports) }),
  };
  return { name: config.server.name, settings, warnings };
}

function projectRoot({ projectRoot, env, cwd }: KbArguments): string {
  if (projectRoot !== undefined) {
    if (!isAbsolute(projectRoot) || !isFolder(projectRoot))
      throw wrong("--project-root", `“${projectRoot}” is not an absolute path of a folder`);
    return projectRoot;
  }
  const named = env.CLAUDE_PROJECT_DIR ?? "";
  return named === "" ? cwd : resolve(cwd, named);
}

function readYaml({ config: given, projectRoot: explicit, cwd }: KbArguments, project: string) {
  if (given === undefined) return { config: Schema.parse({}), unknown: [] };
  const path = resolve(explicit === undefined ? cwd : project, given);
  const invalid = (problem: string) => new FootnoteError("config_invalid", { path, problem });
  if (!existsSync(path)) throw invalid("there is no such file");
  let value: unknown;
  try {
    value = Bun.YAML.parse(readFileSync(path, "utf8")) ?? {};
  } catch (error) {
    throw error instanceof SyntaxError || !(error instanceof Error && "code" in error)
      ? invalid(error instanceof Error ? error.message : String(error))
      : toFootnoteError(error, path);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("it is no mapping");
  if ("knowledgeBases" in value) throw invalid("knowledgeBases is a key of old; the one folder is knowledgeBase");
  const parsed = Schema.safeParse(value);
  if (parsed.success) return { config: parsed.data, unknown: unknownKeys(value, Schema.shape) };
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join(".") ?? "it"}: ${issue?.message ?? "not as expected"}`);
}

/** Keys of two levels that no setting has. */
function unknownKeys(value: object, shape: typeof Schema.shape): string[] {
  const sections = new Map<string, z.ZodPrefault<z.ZodObject>>(Object.entries(shape));
  return Object.entries(value).flatMap(([key, member]) => {
    const section = sections.get(key);
    if (section === undefined) return [key];
    const known = Object.keys(section.unwrap().shape);
    return Object.keys(typeof member === "object" && member !== null ? member : {})
      .filter((one) => !known.includes(one))
      .map((one) => `${key}.${one}`);
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function wrong(what: string, problem: string): FootnoteError {
  return new FootnoteError("invalid_argument", { what, problem, command: "kb" });
}
