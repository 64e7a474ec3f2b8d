import { parseArgs } from "node:util";
import { version } from "../../../package.json";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { protocolWrite } from "../../foundation/quiet-stdout.ts";
import { operations } from "../../toolsets/registry.ts";
import { openSession } from "../context.ts";
import { serve } from "./serve.ts";

const USAGE = `Usage: footnote mcp [--allow-write] [--root DIR]… [--library DIR] [--model DIR] [--password-file FILE] [--verbose]

Serves Footnote's operations as MCP tools on stdin and stdout. Tools that write are only there with --allow-write. Files are only
read below the roots; without --root that is the working directory. What the library holds can be read in any case.
`;

/** The MCP server on stdin and stdout. Ends when stdin closes. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const { values } = readArguments(args);
    if (values.help === true) {
      protocolWrite(USAGE, () => process.exit(0));
      return;
    }
    // Without a root an agent reaches what lies below the working directory, and no more.
    const session = openSession({ ...values, passwordFile: values["password-file"] }, [process.cwd()]);
    serve({ operations, session, version, allowWrite: values["allow-write"] === true });
  } catch (thrown) {
    const error = toFootnoteError(thrown);
    process.stderr.write(`footnote: ${error.message}\n${error.remedy}\n`);
    process.exit(error.exitCode);
  }
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
        help: { type: "boolean", short: "h" },
        root: { type: "string", multiple: true },
        library: { type: "string" },
        model: { type: "string" },
        "password-file": { type: "string" },
        verbose: { type: "boolean" },
        quiet: { type: "boolean" },
      },
    });
    const [, extra] = parsed.positionals;
    if (extra !== undefined) throw wrong(extra, "`mcp` takes options only");
    return parsed;
  } catch (error) {
    if (error instanceof FootnoteError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    // Node's own words go on with advice that does not fit here.
    const unknown = /^Unknown option '([^']+)'/.exec(problem)?.[1];
    throw unknown === undefined ? wrong("mcp", problem, error) : wrong(unknown, "unknown option", error);
  }
}
