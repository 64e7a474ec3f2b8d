import { parseArgs } from "node:util";
import { version } from "../../../../package.json";
import { protocolWrite } from "../../../foundation/quiet-stdout.ts";
import { type Environment, memoryEnabled } from "../../../toolsets/corpus/memory-settings.ts";
import type { TeroState } from "../../../toolsets/corpus/tero-call.ts";
import { type TeroSurface, toolsOf } from "../../../toolsets/corpus/tero-tools.ts";
import { EXIT, end, fail, openTero, surfaceOf, TERO_OPTIONS } from "../../tero/start.ts";
import { linesUpTo } from "../lines.ts";
import { frameFor, MOST_LINE_BYTES } from "./frames.ts";

const USAGE = `usage: TERO_TOKENS='<token>:<read|refresh> ...' tero-mcp-lite [--index <index.json>] [--lite] (default: docs/tero-index/index.json)
  --index NAME=PATH   once more for each further index; citations of these name theirs
  --surface 0.2|0.3   the nine tools of 0.2 (the default), or the six of 0.3, of which \`search\` takes all conditions at once
  --watch             read the index anew when its file has changed
Memory tools are there where TERO_MEMORY_ENABLED is 1 and TERO_MEMORY_DB names a file.
`;

/** The cited corpus on stdin and stdout, as clients of tero-mcp-lite start it. */
export async function teroMain(args: readonly string[], env: Environment): Promise<void> {
  const asked = readArguments(args);
  if (asked === undefined) return fail(USAGE, EXIT.usage);
  if (asked.help) return end(USAGE);
  const { surface } = asked;
  if (asked.describe) return end(`${JSON.stringify(descriptionOf(surface, memoryEnabled(env)), undefined, 2)}\n`);
  const state = await openTero("tero-mcp-lite", asked, env);
  if (state !== undefined) await serve(state);
}

/** Launchers compare these names with those that they know. */
function descriptionOf(surface: TeroSurface, memory: boolean): object {
  return { name: "footnote", version, tools: toolsOf(surface, memory).map(({ name }) => name) };
}

interface Asked {
  readonly help: boolean;
  readonly describe: boolean;
  readonly index: readonly string[];
  readonly surface: TeroSurface;
  readonly watch: boolean;
}

function readArguments(args: readonly string[]): Asked | undefined {
  const flag = { type: "boolean", default: false } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { ...TERO_OPTIONS, lite: flag, watch: flag, describe: flag },
    });
    const { help = false, describe, index = [], watch } = values;
    const surface = surfaceOf(values.surface);
    return surface === undefined || index.includes("") ? undefined : { help, describe, index, surface, watch };
  } catch {
    return undefined;
  }
}

/** One request after the other, in the order of their lines. */
async function serve(state: TeroState): Promise<void> {
  for await (const line of linesUpTo(process.stdin, MOST_LINE_BYTES)) {
    const frame = await frameFor(line?.toString(), state);
    if (frame !== undefined) await written(`${frame}\n`);
  }
  process.exit(EXIT.ok);
}

/** A client that no longer reads ends the session. */
function written(text: string): Promise<void> {
  return new Promise((done) => void protocolWrite(text, (error) => (error ? process.exit(EXIT.input) : done())));
}
