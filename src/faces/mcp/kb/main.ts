import { version } from "../../../../package.json";
import { toFootnoteError } from "../../../foundation/errors.ts";
import { stderrLogger } from "../../../foundation/log.ts";
import { protocolWrite } from "../../../foundation/quiet-stdout.ts";
import { statusObject } from "../../../toolsets/kb/index-tools.ts";
import { type Notebook, openNotebook } from "../../../toolsets/notebook.ts";
import { type KbArguments, notebookSettings } from "../../kb-configuration.ts";
import { serve } from "../serve.ts";
import { type KbCommand, readKbArguments } from "./arguments.ts";
import { makeKbServer } from "./server.ts";

const USAGE = `Usage: footnote mcp --profile kb [options]     serves one folder of Markdown over MCP on stdin and stdout
       footnote mcp --profile kb --reindex [--force] | --status

  --config FILE               YAML configuration (none is read without it)
  --project-root DIR          what relative paths count from (else CLAUDE_PROJECT_DIR, else the working directory)
  --root DIR                  the folder of Markdown (the project)
  --storage-path FILE         the index (.footnote-kb/index.db in the project)
  --embedding-provider NAME   built-in (the model inside Footnote), or none
  --search-mode NAME          hybrid, lexical or semantic
  --include GLOB, --exclude GLOB    which files; repeatable, instead of the configuration's
  --watch-files, --no-watch-files   follow changes by other programs
  --allow-writes              let tools change files
  --import-folder DIR         where images may be imported from

--embedding-endpoint and --embedding-model are taken and mean nothing: no connection is opened.
`;

/** The Markdown workbench by its own command line: serving, or one task of maintenance whose answer is JSON on stdout. Every failure is exit code 1 (kb.md §7.2). */
export async function kbMain(args: readonly string[]): Promise<void> {
  try {
    await perform(readKbArguments(args, { cwd: process.cwd(), env: process.env }));
  } catch (thrown) {
    const { message, remedy } = toFootnoteError(thrown);
    process.stderr.write(`footnote: ${message}\n${remedy}\n`);
    end("", 1);
  }
}

async function perform(command: KbCommand): Promise<void> {
  if (command.task === "help") return end(USAGE, 0);
  if (command.task === "serve") return serveKb(command);
  const { notebook } = await open(command);
  if (command.task === "status") return end(json(statusObject(notebook.notes().status())), 0);
  const onVectors = (ready: number, of: number): void =>
    void process.stderr.write(`footnote: vectors for ${ready} of ${of} passages\n`);
  end(json(await notebook.notes().reindexNow({ scope: "changed", force: command.force }, onVectors)), 0);
}

async function serveKb(given: KbArguments): Promise<void> {
  const { name, notebook, log } = await open(given);
  const onInternal = (error: unknown): void => log.warn(toFootnoteError(error).message);
  serve(() => makeKbServer({ name, version, notebook, onInternal }));
  if (!notebook.settings.watchFiles) return;
  // What changed while nobody watched, and then what changes.
  void notebook.fresh();
}

async function open(
  given: KbArguments,
): Promise<{ name: string; notebook: Notebook; log: ReturnType<typeof stderrLogger> }> {
  const { name, settings, warnings } = notebookSettings(given);
  const log = stderrLogger(given.verbose === true);
  for (const warning of warnings) log.warn(warning);
  const embedder = async () => (await import("../../../engine/embed/open.ts")).openEmbedder({});
  return { name, notebook: await openNotebook(settings, embedder, log, { live: true }), log };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function end(text: string, code: number): void {
  protocolWrite(text, () => process.exit(code));
}
