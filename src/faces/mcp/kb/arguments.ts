import { parseArgs } from "node:util";
import { FootnoteError } from "../../../foundation/errors.ts";
import type { KbArguments } from "../../kb-configuration.ts";

const OPTIONS = {
  config: { type: "string" },
  "project-root": { type: "string" },
  root: { type: "string" },
  "storage-path": { type: "string" },
  "embedding-provider": { type: "string" },
  // Taken and not needed: no server is asked for vectors.
  "embedding-endpoint": { type: "string" },
  "embedding-model": { type: "string" },
  "search-mode": { type: "string" },
  include: { type: "string", multiple: true },
  exclude: { type: "string", multiple: true },
  "watch-files": { type: "boolean" },
  "no-watch-files": { type: "boolean" },
  "allow-writes": { type: "boolean" },
  // Footnote's own word for it, in every profile.
  "allow-write": { type: "boolean" },
  "import-folder": { type: "string" },
  verbose: { type: "boolean" },
  profile: { type: "string" },
  reindex: { type: "boolean" },
  force: { type: "boolean" },
  status: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export interface KbCommand extends KbArguments {
  /** What to do instead of serving. */
  readonly task: "serve" | "reindex" | "status" | "help";
  readonly force: boolean;
}

/** Reads the workbench's command line. Throws invalid_argument for what it does not take. */
export function readKbArguments(args: readonly string[], surroundings: Pick<KbArguments, "cwd" | "env">): KbCommand {
  const values = parsed(args);
  const task =
    values.help === true ? "help" : values.reindex === true ? "reindex" : values.status === true ? "status" : "serve";
  return {
    ...surroundings,
    task,
    force: values.force === true,
    config: values.config,
    projectRoot: values["project-root"],
    root: values.root,
    storagePath: values["storage-path"],
    embeddingProvider: values["embedding-provider"],
    searchMode: values["search-mode"],
    include: values.include,
    exclude: values.exclude,
    watchFiles: values["no-watch-files"] === true ? false : values["watch-files"],
    allowWrites: values["allow-writes"] ?? values["allow-write"],
    importFolder: values["import-folder"],
    verbose: values.verbose,
  };
}

function parsed(args: readonly string[]) {
  try {
    // A value that begins with "--" is another option whose value was forgotten (kb.md §7.2).
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false, strict: true }).values;
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    const what = /'([^' ]+)/.exec(problem)?.[1] ?? "kb";
    throw new FootnoteError("invalid_argument", { what, problem: inOurWords(error, problem), command: "kb" }, error);
  }
}

/** Node's own words name its functions and go on with advice that does not fit here. */
function inOurWords(error: unknown, problem: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") return "unknown option";
  if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") return "options only are taken";
  return /ambiguous|missing/.test(problem) ? "its value is missing" : problem;
}
