import { timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";

export const SCOPES = ["read", "refresh", "memory-read", "memory-write"] as const;
export type Scope = (typeof SCOPES)[number];

/** What each scope permits; corpus and memory have nothing to do with each other. */
const PERMITS: Readonly<Record<Scope, readonly Scope[]>> = {
  read: ["read"],
  refresh: ["read", "refresh"],
  "memory-read": ["memory-read"],
  "memory-write": ["memory-read", "memory-write"],
};

export function permits(held: Scope, wanted: Scope): boolean {
  return PERMITS[held].includes(wanted);
}

/** Who may do what: hashes of tokens, of which the last entry of a token counts. */
export class Tokens {
  readonly #entries: readonly { readonly hash: Uint8Array; readonly scope: Scope }[];

  constructor(entries: ReadonlyMap<string, Scope>) {
    this.#entries = [...entries].map(([token, scope]) => ({ hash: hashOf(token), scope }));
  }

  /** In a time that does not tell how much of a token is right. */
  scopeOf(token: string): Scope | undefined {
    const wanted = hashOf(token);
    let found: Scope | undefined;
    for (const { hash, scope } of this.#entries) if (timingSafeEqual(hash, wanted)) found = scope;
    return found;
  }
}

function hashOf(token: string): Uint8Array {
  return Buffer.from(sha256(new TextEncoder().encode(token)), "hex");
}

/** Reads `token:scope` entries out of TERO_TOKENS_FILE or TERO_TOKENS. Throws corpus_tokens; what it says never holds a token. */
export function tokensOf(env: Readonly<Record<string, string | undefined>>): Tokens {
  const file = env.TERO_TOKENS_FILE ?? "";
  const source = file === "" ? env.TERO_TOKENS : readSource(file);
  if (source === undefined || source.trim() === "")
    throw wrong(
      "no API tokens configured — set TERO_TOKENS (a `token:scope` list, e.g. `s3cr3t:read other:refresh`) or TERO_TOKENS_FILE; the server refuses to start without tokens (no anonymous default)",
    );
  const entries = source.split(/[\s,]+/).filter((entry) => entry !== "");
  if (entries.length === 0)
    throw wrong("the configured token source held no `token:scope` entries — refusing to start an open server");
  return new Tokens(new Map(entries.map(entryOf)));
}

/**
 * Where tokens are set, asks for one with the right to read in FOOTNOTE_CORPUS_TOKEN: who configured the launch gives it, so that no model has to know it. Without tokens an
 * index is a file like any other. Throws corpus_tokens.
 */
export function requireRead(env: Readonly<Record<string, string | undefined>>): void {
  if ((env.TERO_TOKENS ?? "") === "" && (env.TERO_TOKENS_FILE ?? "") === "") return;
  const held = tokensOf(env).scopeOf(env.FOOTNOTE_CORPUS_TOKEN ?? "");
  if (held === undefined || !permits(held, "read"))
    throw wrong(
      `TERO_TOKENS is set, and FOOTNOTE_CORPUS_TOKEN ${held === undefined ? "holds none of its tokens" : `holds one of scope \`${held}\`, which does not permit reading the corpus`}`,
    );
}

function entryOf(entry: string, at: number): [token: string, scope: Scope] {
  const colon = entry.indexOf(":");
  const shown = `${at + 1} (***${colon < 0 ? "" : entry.slice(colon)})`;
  if (colon < 0) throw wrong(`entry ${shown} is not \`token:scope\``);
  if (colon === 0) throw wrong(`empty token in entry ${shown}`);
  const named = entry.slice(colon + 1);
  const scope = SCOPES.find((one) => one === named);
  if (scope === undefined)
    throw wrong(
      `unknown scope '${named}' in entry ${shown} (expected \`read\`, \`refresh\`, \`memory-read\`, or \`memory-write\`)`,
    );
  return [entry.slice(0, colon), scope];
}

function readSource(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw wrong(`reading TERO_TOKENS_FILE=${path}: ${toFootnoteError(error, path).message}`);
  }
}

function wrong(problem: string): FootnoteError {
  return new FootnoteError("corpus_tokens", { problem });
}
