import { createInterface } from "node:readline";
import { version } from "../../../../package.json";
import { loadCorpus } from "../../../engine/corpus/load.ts";
import { openEmbedder } from "../../../engine/embed/open.ts";
import { toFootnoteError } from "../../../foundation/errors.ts";
import { protocolWrite } from "../../../foundation/quiet-stdout.ts";
import { type Environment, memoryEnabled, memoryOf } from "../../../toolsets/corpus/memory-settings.ts";
import type { TeroState } from "../../../toolsets/corpus/tero-call.ts";
import { TERO_SURFACES, type TeroSurface, toolsOf } from "../../../toolsets/corpus/tero-tools.ts";
import { tokensOf } from "../../../toolsets/corpus/tokens.ts";
import { frameFor } from "./frames.ts";

const USAGE = `usage: TERO_TOKENS='<token>:<read|refresh> ...' tero-mcp-lite [--index <index.json>] [--lite] (default: docs/tero-index/index.json)
  --surface 0.2|0.3   the nine tools of 0.2 (the default), or the six of 0.3, of which \`search\` takes all conditions at once
`;
const DEFAULT_INDEX = "docs/tero-index/index.json";

/** Exit codes that its callers know (sysexits.h). */
const EXIT = { ok: 0, usage: 64, input: 66, configuration: 78 } as const;

/** The cited corpus on stdin and stdout, as clients of tero-mcp-lite 0.2.0 start it. */
export async function teroMain(args: readonly string[], env: Environment): Promise<void> {
  const asked = readArguments(args);
  if (asked === undefined) fail(USAGE, EXIT.usage);
  else if (asked.task === "help") end(USAGE);
  else if (asked.task === "describe")
    end(`${JSON.stringify(descriptionOf(asked.surface, memoryEnabled(env)), undefined, 2)}\n`);
  else await start(asked, env);
}

function descriptionOf(surface: TeroSurface, memory: boolean): object {
  return { name: "footnote", version, tools: toolsOf(surface, memory).map(({ name }) => name) };
}

/** Tokens first, then memory, then the index: without all of them it is the tokens that are told of. */
async function start({ index, surface }: Asked, env: Environment): Promise<void> {
  const named = env.TERO_INDEX_PATH ?? "";
  const path = index ?? (named === "" ? DEFAULT_INDEX : named);
  let what = "";
  let code: number = EXIT.configuration;
  try {
    const tokens = tokensOf(env);
    const memory = await memoryOf(env, openEmbedder);
    what = `loading ${path}: `;
    code = EXIT.input;
    serve({ version, tokens, surface, memory, index: loadCorpus(path) });
  } catch (error) {
    fail(`tero-mcp-lite: ${what}${problemOf(error)}\n`, code);
  }
}

interface Asked {
  readonly task: "serve" | "help" | "describe";
  readonly index?: string;
  readonly surface: TeroSurface;
}

function readArguments(args: readonly string[]): Asked | undefined {
  let asked: Asked = { task: "serve", surface: "0.2" };
  for (let at = 0; at < args.length; at++) {
    const [name = "", ...inline] = (args[at] ?? "").split("=");
    const value = (): string => (inline.length > 0 ? inline.join("=") : (args[++at] ?? ""));
    if (name === "--index") asked = { ...asked, index: value() };
    else if (name === "--surface") {
      const wanted = value();
      const surface = TERO_SURFACES.find((one) => one === wanted);
      if (surface === undefined) return undefined;
      asked = { ...asked, surface };
    } else if (inline.length > 0) return undefined;
    else if (name === "-h" || name === "--help") return { ...asked, task: "help" };
    else if (name === "--describe") asked = { ...asked, task: "describe" };
    else if (name !== "--lite") return undefined;
    if (asked.index === "") return undefined;
  }
  return asked;
}

/** One request after the other, in the order of their lines. */
function serve(state: TeroState): void {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  let written: Promise<void> = Promise.resolve();
  lines.on("line", (line) => {
    written = written.then(async () => {
      const frame = await frameFor(line, state);
      if (frame !== undefined) await new Promise<void>((done) => void protocolWrite(`${frame}\n`, () => done()));
    });
  });
  lines.on("close", () => void written.then(() => process.exit(EXIT.ok)));
}

function problemOf(error: unknown): string {
  const { details, message } = toFootnoteError(error);
  return String(details.problem ?? message);
}

function end(text: string): void {
  protocolWrite(text, () => process.exit(EXIT.ok));
}

function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exit(code);
}
