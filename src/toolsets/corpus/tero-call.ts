import {
  type CorpusAnswer,
  type CorpusQuery,
  type CorpusRefusal,
  refusal,
  runQuery,
} from "../../engine/corpus/query.ts";
import { quoted } from "../../engine/corpus/quoted.ts";
import type { ServedCorpus } from "../../engine/corpus/served.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { isRecord } from "../../foundation/is-record.ts";
import { MEMORY_SCOPES, type Memory, memoryTool, OWN_MEMORY_SCOPES } from "./memory-call.ts";
import { citeRows, explainRows, searchRows } from "./search-call.ts";
import { badRequest, TeroError } from "./tero-error.ts";
import { citationsOf, type Fields, queryOf, traceOf } from "./tero-query.ts";
import { type TeroSurface, toolsOf } from "./tero-tools.ts";
import { permits, type Scope, type Tokens } from "./tokens.ts";

/** What calls are answered from. */
export interface TeroState {
  readonly version: string;
  readonly tokens: Tokens;
  readonly surface: TeroSurface;
  /** Undefined: memory is off. */
  readonly memory?: Memory | undefined;
  readonly corpus: ServedCorpus;
  /** Whether the files are looked at before each call. */
  readonly watch: boolean;
}

/** Answers `tools/call`: an envelope, or a TeroError. Checks the name, then token and scope, then whether there is such a tool, then its arguments. */
export async function callTero(params: unknown, state: TeroState): Promise<object> {
  const { name, arguments: given = {} } = isRecord(params) ? params : {};
  if (typeof name !== "string") throw badRequest("tools/call requires a string `name`");
  if (!isRecord(given)) throw badRequest("`arguments` must be an object");
  authorize(name, given.token, state);
  if (state.watch) state.corpus.look();
  if (name.startsWith("memory_")) return rememberedTool(name, given, state);
  const answer =
    (state.surface === "0.3" ? composedTool : nineTool)(name, given, state) ?? sharedTool(name, given, state);
  if (answer === undefined) throw badRequest(`unknown tool ${quoted(name)} (see tools/list)`);
  return answer;
}

/** What both surfaces have. */
function sharedTool(name: string, given: Fields, state: TeroState): object | undefined {
  switch (name) {
    case "identify":
      return identity(state);
    case "cross_ref":
      return ask(state.corpus, queryOf("cross_ref", given));
    case "refresh":
      return refresh(state);
    default:
      return undefined;
  }
}

function nineTool(name: string, given: Fields, { corpus }: TeroState): object | undefined {
  switch (name) {
    case "query_by_id":
      return ask(corpus, queryOf("id", given));
    case "query_by_status":
      return ask(corpus, queryOf("status", given));
    case "query_by_kind":
      return ask(corpus, queryOf("kind", given));
    case "text_search":
      return ask(corpus, queryOf("text", given));
    case "cite":
      return citationsOf(ask(corpus, queryOf(given.kind, given)));
    case "explain":
      return traceOf(ask(corpus, queryOf(given.kind, given)));
    default:
      return undefined;
  }
}

function composedTool(name: string, given: Fields, { corpus }: TeroState): object | undefined {
  switch (name) {
    case "search":
      return searchRows(corpus, given);
    case "cite":
      return citeRows(corpus, given);
    case "explain":
      return explainRows(corpus, given);
    default:
      return undefined;
  }
}

/** What a query gives, in one of its three views; for callers who name the kind instead of a tool. */
export function queryTero(view: "query" | "cite" | "explain", given: Fields, state: TeroState): object {
  authorize(view, given.token, state);
  if (state.watch) state.corpus.look();
  const result = ask(state.corpus, queryOf(given.kind, given));
  if (view === "query") return result;
  return view === "cite" ? citationsOf(result) : traceOf(result);
}

function ask(corpus: ServedCorpus, query: CorpusQuery): CorpusAnswer | CorpusRefusal {
  return corpus.named(runQuery(corpus.index, query));
}

/** Throws unauthorized, or forbidden where the token's scope is too small for the tool. */
export function authorize(name: string, token: unknown, { tokens, memory }: TeroState): void {
  if (typeof token !== "string" || token === "")
    throw new TeroError("unauthorized", "missing bearer token (Authorization: Bearer <token>)");
  const held = tokens.scopeOf(token);
  if (held === undefined) throw new TeroError("unauthorized", "invalid token");
  const wanted = scopeFor(name, memory !== undefined);
  if (!permits(held, wanted))
    throw new TeroError("forbidden", `token scope \`${held}\` does not permit this operation (requires \`${wanted}\`)`);
}

function scopeFor(name: string, memory: boolean): Scope {
  if (name === "refresh") return "refresh";
  return MEMORY_SCOPES.get(name) ?? (memory ? OWN_MEMORY_SCOPES.get(name) : undefined) ?? "read";
}

/** Where memory is off, the refusal is that of the lite server to the letter; how to switch it on stands behind it. */
async function rememberedTool(name: string, given: Fields, { memory, corpus }: TeroState): Promise<object> {
  const answer = memory === undefined ? undefined : await memoryTool(name, given, memory, corpus);
  if (answer !== undefined) return answer;
  if (memory !== undefined)
    return refusal("unavailable_in_lite", { tool: name }, `there is no memory tool ${quoted(name)} (see tools/list)`);
  const off = refusal(
    "unavailable_in_lite",
    { tool: name },
    "memory tools require tero-rs binary (not available in lite)",
  );
  const here = MEMORY_SCOPES.has(name) || OWN_MEMORY_SCOPES.has(name);
  return here ? { ...off, hint: "memory tools require TERO_MEMORY_ENABLED=1 (or true) and TERO_MEMORY_DB" } : off;
}

function identity({ version, surface, memory, corpus }: TeroState): object {
  const { index, files, facts, problem } = corpus;
  return {
    name: "footnote",
    summary:
      "Cited answers, or refusals that say why, over an index of a repository's documents, issues, changelog and skills.",
    version,
    engine: `footnote QueryEngine over ${files.join(", ")}`,
    layer2_enabled: false,
    operations: toolsOf(surface, memory !== undefined).map((tool) => tool.name),
    siblings: index.siblings,
    rows: index.rows.length,
    index_sha256: index.sha256,
    flagged: index.flagged.length,
    loaded: facts,
    ...(problem === undefined ? {} : { reload_error: problem }),
  };
}

/** The old rows are served until the new ones are complete, and stay when these cannot be read. */
function refresh({ corpus }: TeroState): object {
  try {
    corpus.reload();
  } catch (error) {
    const { details, message } = toFootnoteError(error);
    throw new TeroError(
      "internal",
      `could not reload ${details.path ?? corpus.index.path}: ${details.problem ?? message}`,
    );
  }
  return { kind: "refreshed", ok: true, items: corpus.index.rows.length };
}
