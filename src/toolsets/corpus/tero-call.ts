import type { CorpusIndex } from "../../engine/corpus/index.ts";
import { loadCorpus } from "../../engine/corpus/load.ts";
import { type CorpusAnswer, type CorpusQuery, type CorpusRefusal, runQuery } from "../../engine/corpus/query.ts";
import { quoted } from "../../engine/corpus/quoted.ts";
import { toFootnoteError } from "../../foundation/errors.ts";
import { isRecord } from "../../foundation/is-record.ts";
import { TERO_TOOLS } from "./tero-tools.ts";
import { permits, type Scope, type Tokens } from "./tokens.ts";

/** JSON-RPC's codes of what can be wrong with a call. */
export const TERO_CODES = {
  bad_request: -32602,
  not_found: -32601,
  internal: -32603,
  unauthorized: -32001,
  forbidden: -32002,
} as const;
export type TeroSlug = keyof typeof TERO_CODES;

/** A call that is malformed, or not allowed: an error of the protocol's. That nothing was found is an answer. */
export class TeroError extends Error {
  readonly slug: TeroSlug;

  constructor(slug: TeroSlug, message: string) {
    super(message);
    this.slug = slug;
  }
}

/** What calls are answered from; the index is swapped whole by `refresh`. */
export interface TeroState {
  readonly version: string;
  readonly tokens: Tokens;
  index: CorpusIndex;
}

type Fields = Readonly<Record<string, unknown>>;

/** Answers `tools/call`: an envelope, or a TeroError. Checks the name, then token and scope, then whether there is such a tool, then its arguments. */
export function callTero(params: unknown, state: TeroState): object {
  const { name, arguments: given = {} } = isRecord(params) ? params : {};
  if (typeof name !== "string") throw new TeroError("bad_request", "tools/call requires a string `name`");
  if (!isRecord(given)) throw new TeroError("bad_request", "`arguments` must be an object");
  authorize(name, given.token, state.tokens);
  if (name.startsWith("memory_")) return unavailable(name);
  switch (name) {
    case "identify":
      return identity(state);
    case "query_by_id":
      return runQuery(state.index, queryOf("id", given));
    case "query_by_status":
      return runQuery(state.index, queryOf("status", given));
    case "query_by_kind":
      return runQuery(state.index, queryOf("kind", given));
    case "text_search":
      return runQuery(state.index, queryOf("text", given));
    case "cross_ref":
      return runQuery(state.index, queryOf("cross_ref", given));
    case "cite":
      return citationsOf(runQuery(state.index, queryOf(kindOf(given), given)));
    case "explain":
      return traceOf(runQuery(state.index, queryOf(kindOf(given), given)));
    case "refresh":
      return refresh(state);
    default:
      throw new TeroError("bad_request", `unknown tool ${quoted(name)} (see tools/list)`);
  }
}

function authorize(name: string, token: unknown, tokens: Tokens): void {
  if (typeof token !== "string" || token === "")
    throw new TeroError("unauthorized", "missing bearer token (Authorization: Bearer <token>)");
  const held = tokens.scopeOf(token);
  if (held === undefined) throw new TeroError("unauthorized", "invalid token");
  const wanted = scopeFor(name);
  if (!permits(held, wanted))
    throw new TeroError("forbidden", `token scope \`${held}\` does not permit this operation (requires \`${wanted}\`)`);
}

function scopeFor(name: string): Scope {
  if (name === "refresh") return "refresh";
  if (name === "memory_retrieve") return "memory-read";
  return name === "memory_store" || name === "memory_consolidate" ? "memory-write" : "read";
}

function unavailable(tool: string): CorpusRefusal {
  return {
    kind: "refusal",
    refusal: { variant: "unavailable_in_lite", tool },
    message: "memory tools require tero-rs binary (not available in lite)",
  };
}

function identity({ version, index }: TeroState): object {
  const name = index.path.split(/[\\/]/).at(-1) ?? "";
  return {
    name: "footnote",
    summary:
      "Cited answers, or refusals that say why, over an index of a repository's documents, issues, changelog and skills.",
    version,
    engine: `footnote QueryEngine over ${name}`,
    layer2_enabled: false,
    operations: TERO_TOOLS.map((tool) => tool.name),
    siblings: index.siblings,
    rows: index.rows.length,
    index_sha256: index.sha256,
    flagged: index.flagged.length,
  };
}

function kindOf({ kind }: Fields): string {
  return typeof kind === "string" ? kind : "";
}

function queryOf(kind: string, given: Fields): CorpusQuery {
  switch (kind) {
    case "id":
    case "status":
    case "kind":
    case "text":
      return { kind, value: text(given.value, "value") };
    case "cross_ref":
      return { kind, start: text(given.start, "start"), depth: depthOf(given.depth) };
    default:
      throw new TeroError(
        "bad_request",
        `unknown query kind ${quoted(kind)} (expected one of: id, status, kind, cross_ref, text)`,
      );
  }
}

function text(value: unknown, name: "value" | "start"): string {
  if (typeof value === "string") return value;
  throw new TeroError("bad_request", `missing required argument \`${name}\``);
}

function depthOf(depth: unknown): number {
  if (depth === undefined || depth === null) return 1;
  if (typeof depth === "number" && Number.isSafeInteger(depth) && depth >= 0) return depth;
  if (typeof depth === "string" && /^\s*\+?\d{1,15}\s*$/.test(depth)) return Number(depth);
  const shown = typeof depth === "string" ? quoted(depth) : JSON.stringify(depth);
  throw new TeroError("bad_request", `\`depth\` must be a non-negative integer, got ${shown}`);
}

function citationsOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "citations", citations: result.citations };
}

function traceOf(result: CorpusAnswer | CorpusRefusal): object {
  return result.kind === "refusal" ? result : { kind: "explain", explain: result.explain };
}

/** The old rows are served until the new ones are complete, and stay when these cannot be read. */
function refresh(state: TeroState): object {
  const { path } = state.index;
  try {
    state.index = loadCorpus(path);
  } catch (error) {
    const { details, message } = toFootnoteError(error, path);
    throw new TeroError("internal", `could not reload ${path}: ${details.problem ?? message}`);
  }
  return { kind: "refreshed", ok: true, items: state.index.rows.length };
}
