import { existsSync } from "node:fs";
import { basename } from "node:path";
import { version } from "../../../package.json";
import { type IndexSource, ServedCorpus } from "../../engine/corpus/served.ts";
import { openEmbedder } from "../../engine/embed/open.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { protocolWrite } from "../../foundation/quiet-stdout.ts";
import { type Environment, memoryOf } from "../../toolsets/corpus/memory-settings.ts";
import type { TeroState } from "../../toolsets/corpus/tero-call.ts";
import { TERO_SURFACES, type TeroSurface } from "../../toolsets/corpus/tero-tools.ts";
import { tokensOf } from "../../toolsets/corpus/tokens.ts";

/** Exit codes that its callers know (sysexits.h). */
export const EXIT = { ok: 0, usage: 64, input: 66, configuration: 78 } as const;

/** Options that every way of serving the corpus takes, for node:util's parseArgs. */
export const TERO_OPTIONS = {
  index: { type: "string", multiple: true },
  surface: { type: "string", default: "0.2" },
  help: { type: "boolean", short: "h" },
} as const;

const DEFAULT_INDEX = "docs/tero-index/index.json";

/** What is to be served, read from options. */
export interface Wanted {
  readonly index?: readonly string[] | undefined;
  readonly surface: TeroSurface;
  readonly watch: boolean;
}

export function surfaceOf(name: string): TeroSurface | undefined {
  return TERO_SURFACES.find((one) => one === name);
}

/** Opens what is served; undefined once it has said why not and with which code it ends. Tokens first, then memory, then the index: without all of them it is the tokens that are told of. */
export async function openTero(program: string, wanted: Wanted, env: Environment): Promise<TeroState | undefined> {
  const { index = [], surface, watch } = wanted;
  const named = env.TERO_INDEX_PATH ?? "";
  const given = index.length > 0 ? index : [named === "" ? DEFAULT_INDEX : named];
  let what = "";
  let code: number = EXIT.configuration;
  try {
    const tokens = tokensOf(env);
    const memory = await memoryOf(env, openEmbedder);
    what = `loading ${given.join(", ")}: `;
    code = EXIT.input;
    const sources = given.map(sourceOf);
    if (new Set(sources.map(({ name }) => name)).size < sources.length) {
      code = EXIT.usage;
      throw new Error("two indices have the same name; give each one with --index NAME=PATH");
    }
    return { version, tokens, memory, surface, watch, corpus: new ServedCorpus(sources) };
  } catch (error) {
    fail(`${program}: ${what}${problemOf(error)}\n`, code);
    return undefined;
  }
}

/** `NAME=PATH`, or a path, whose index goes by the name of the repository it lies in, else of its file. */
function sourceOf(value: string): IndexSource {
  const [, name = "", path = ""] = /^([\w.-]+)=(.+)$/.exec(value) ?? [];
  if (path !== "" && !existsSync(value)) return { name, path };
  const [, repository = ""] = /([^\\/]+)[\\/]docs[\\/]tero-index[\\/][^\\/]+$/.exec(value) ?? [];
  return { name: repository === "" ? basename(value, ".json") : repository, path: value };
}

export function problemOf(error: unknown): string {
  const { details, message } = toFootnoteError(error);
  return String(details.problem ?? message);
}

export function end(text: string): void {
  protocolWrite(text, () => process.exit(EXIT.ok));
}

export function fail(text: string, code: number): void {
  process.stderr.write(text);
  process.exit(code);
}
