import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import type { Roots } from "../../foundation/fs/roots.ts";
import type { RunRecord } from "./record.ts";

/**
 * `fresh`: code and inputs are byte for byte what the run had; `input-changed`: an input is another; `code-changed`: a source file is another text, which may be a comment alone: that is not
 * told apart yet; `missing`: a file is not there; `unchecked`: an input that is not compared (folders, files out of reach); `incomplete`: the run was not finished.
 */
export const FRESHNESS = ["fresh", "input-changed", "code-changed", "missing", "unchecked", "incomplete"] as const;

export interface Freshness {
  readonly state: (typeof FRESHNESS)[number];
  readonly reasons: readonly string[];
}

/** Compares a run's code and inputs with the files as they are. */
export function freshnessOf({ status, code, inputs }: RunRecord, root: string, roots: Roots): Freshness {
  const found = new Map<Freshness["state"], string[]>();
  const add = (state: Freshness["state"], reason: string): void =>
    void found.set(state, [...(found.get(state) ?? []), reason]);
  if (status !== "complete") add("incomplete", `its status is “${status}”`);
  for (const [path, hash] of inputs) {
    if (hash === null) continue;
    const bytes = bytesAt(path, root, roots);
    if (bytes === undefined) add("missing", `${path} is not there`);
    else if (bytes === "unreachable" || !hash.startsWith("sha256:")) add("unchecked", `${path} is not compared`);
    else if (`sha256:${sha256(bytes)}` !== hash) add("input-changed", `${path} changed since the run`);
  }
  for (const [path, hash] of code) {
    const bytes = bytesAt(path, root, roots);
    if (bytes === undefined) add("missing", `${path} is not there`);
    else if (bytes === "unreachable") add("unchecked", `${path} is not compared`);
    else if (sourceHash(bytes) !== hash) add("code-changed", `${path} changed since the run`);
  }
  const worst = (["incomplete", "input-changed", "code-changed", "missing", "unchecked"] as const).find((state) =>
    found.has(state),
  );
  return { state: worst ?? "fresh", reasons: [...found.values()].flat() };
}

function bytesAt(path: string, root: string, roots: Roots): Uint8Array | "unreachable" | undefined {
  try {
    return roots.read(path, root);
  } catch (error) {
    if (!(error instanceof FootnoteError)) throw error;
    return error.code === "path_not_found" ? undefined : "unreachable";
  }
}

/** 16 hex digits of the SHA-256 of a source file's text, whatever its line ends (vouch.md §2.4). */
function sourceHash(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replaceAll("\r\n", "\n");
  return sha256(new TextEncoder().encode(text)).slice(0, 16);
}
