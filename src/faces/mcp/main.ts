import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../../package.json";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { protocolWrite } from "../../foundation/quiet-stdout.ts";
import { operations } from "../../toolsets/registry.ts";
import { corpusPlace, openSession } from "../context.ts";
import { serve } from "./serve.ts";
import { makeServer } from "./server.ts";

const USAGE = `Usage: footnote mcp [--allow-write] [--root DIR]… [--notes DIR]… [--notes-read-only DIR]…
                    [--corpus [NAME=]INDEX]… [--library DIR] [--model DIR] [--password-file FILE] [--verbose]
       footnote mcp --profile vera [--strict-vera] [--bridge] [--root DIR]…
       footnote mcp --profile kb [--config FILE] [--project-root DIR] [--root DIR] [--storage-path FILE] [--include GLOB]… [--exclude GLOB]…
                    [--embedding-provider NAME] [--search-mode NAME] [--watch-files] [--allow-writes] [--import-folder DIR]

Serves Footnote's operations as MCP tools on stdin and stdout. Tools that write are only there with --allow-write. Files are only
read below the roots; without --root that is the working directory. What the library holds can be read in any case.

With --profile vera it serves VERA's tools on .vera archives anywhere, or below the roots. --strict-vera ranks by VERA's own rules. --bridge, or the
command vera-mcp-bridge, serves guests by the policy file that VERA_BRIDGE_POLICY_PATH names, and nothing without one.

With --profile tero (or the command tero-mcp-lite) it serves a tero index with its tools, tokens and exit codes; see footnote tero-mcp-lite --help.

With --profile kb it serves one folder of Markdown, with the tools of Local Vector Search MCP and its configuration. So does the command local-vector-search-mcp.
`;

/** The MCP server on stdin and stdout. Ends when stdin closes. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    if (profileOf(args) === "kb") {
      const { kbMain } = await import("./kb/main.ts");
      await kbMain(args.filter((one) => one !== "mcp"));
      return;
    }
    const { values } = readArguments(args);
    if (values.help === true) {
      protocolWrite(USAGE, () => process.exit(0));
      return;
    }
    if (values.profile === "vera") {
      const { serveVera } = await import("./vera/main.ts");
      const [strict, bridge] = [values["strict-vera"] === true, values.bridge === true];
      serveVera({ session: openSession(values), strict, bridge, env: process.env });
      return;
    }
    // Without a root an agent reaches what lies below the working directory, and no more.
    const allowWrite = values["allow-write"] === true;
    const named = [...(values.notes ?? []), ...(values["notes-read-only"] ?? [])];
    const limit = [process.cwd(), ...named, ...(values.corpus ?? []).map(repositoryNamed)];
    const session = openSession(
      { ...values, passwordFile: values["password-file"], notesReadOnly: values["notes-read-only"] },
      limit,
      { allowWrite },
    );
    const options = { operations, session, version, allowWrite };
    serve(() => makeServer(options));
  } catch (thrown) {
    const error = toFootnoteError(thrown);
    process.stderr.write(`footnote: ${error.message}\n${error.remedy}\n`);
    process.exit(error.exitCode);
  }
}

/** The folder that who names an index means to be read: its repository where the index lies as builders put it, else the index's own. */
function repositoryNamed(corpus: string): string {
  const folder = dirname(resolve(corpusPlace(corpus).path));
  return folder.endsWith(join("docs", "tero-index")) ? dirname(dirname(folder)) : folder;
}

/** Each profile has options of its own. */
function profileOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((one) => one === "--profile" || one.startsWith("--profile="));
  return args[at]?.includes("=") === true ? args[at]?.slice("--profile=".length) : args[at + 1];
}

function readArguments(args: readonly string[]) {
  const wrong = (what: string, problem: string, cause?: unknown) =>
    new FootnoteError("invalid_argument", { what, problem, command: "mcp" }, cause);
  try {
    const parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "allow-write": { type: "boolean" },
        profile: { type: "string", default: "footnote" },
        "strict-vera": { type: "boolean" },
        bridge: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        root: { type: "string", multiple: true },
        library: { type: "string" },
        notes: { type: "string", multiple: true },
        "notes-read-only": { type: "string", multiple: true },
        corpus: { type: "string", multiple: true },
        model: { type: "string" },
        "password-file": { type: "string" },
        verbose: { type: "boolean" },
        quiet: { type: "boolean" },
      },
    });
    const [, extra] = parsed.positionals;
    if (extra !== undefined) throw wrong(extra, "`mcp` takes options only");
    const { profile, bridge, "strict-vera": strict } = parsed.values;
    if (profile !== "footnote" && profile !== "vera") throw wrong(profile, "a profile is footnote, vera, kb or tero");
    // A server that was to be restricted must not become one that is not.
    if (profile === "footnote" && bridge === true) throw wrong("--bridge", "only with --profile vera");
    if (profile === "footnote" && strict === true) throw wrong("--strict-vera", "only with --profile vera");
    return parsed;
  } catch (error) {
    if (error instanceof FootnoteError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    // Node's own words go on with advice that does not fit here.
    const unknown = /^Unknown option '([^']+)'/.exec(problem)?.[1];
    throw unknown === undefined ? wrong("mcp", problem, error) : wrong(unknown, "unknown option", error);
  }
}
