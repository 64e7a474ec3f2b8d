import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { isVeraName } from "../../engine/vera/pipeline.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { within } from "../../foundation/fs/roots.ts";
import { refusal } from "./refusal.ts";

export const DENIED = "Access denied by VERA bridge policy.";

/** What a server for guests may do. */
export interface BridgePolicy {
  /** Real path of the one folder that is open. */
  readonly root: string;
  readonly maxTopK: number;
  readonly maxContextChunks: number;
  readonly maxSources: number;
  /** Undefined: all but those that a guest never gets. */
  readonly tools?: readonly string[];
}

const PolicySchema = z.strictObject({
  library_root: z.string().min(1),
  max_top_k: z.int().min(1).default(20),
  max_context_chunks: z.int().min(0).default(2),
  max_sources: z.int().min(1).default(12),
  allowed_tools: z.array(z.string()).min(1).nullable().default(null),
});

/** Reads a policy. Throws vera_policy for whatever is not right with it: a server without limits must not come of a mistake. */
export function readPolicy(path: string, knownTools: readonly string[]): BridgePolicy {
  const wrong = (problem: string) => new FootnoteError("vera_policy", { path, problem });
  const parsed = PolicySchema.safeParse(jsonIn(path, wrong));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw wrong(`${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
  }
  const { library_root, max_top_k, max_context_chunks, max_sources, allowed_tools } = parsed.data;
  const unknown = allowed_tools?.find((name) => !knownTools.includes(name));
  if (unknown !== undefined) throw wrong(`there is no tool ${unknown}`);
  const root = folderAt(library_root);
  if (root === undefined) throw wrong(`library_root ${library_root} is not a folder`);
  return {
    root,
    maxTopK: max_top_k,
    maxContextChunks: max_context_chunks,
    maxSources: max_sources,
    ...(allowed_tools === null ? {} : { tools: allowed_tools }),
  };
}

function jsonIn(path: string, wrong: (problem: string) => FootnoteError): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (thrown) {
    throw wrong(thrown instanceof SyntaxError ? "it is not JSON" : toFootnoteError(thrown, path).message);
  }
}

function folderAt(path: string): string | undefined {
  try {
    const real = realpathSync(resolve(path));
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** The real path of an archive that the policy opens. Refuses, in VERA's words, every other; whether a file outside exists is not told. */
export function allowedArchive({ root }: BridgePolicy, file: string): string {
  const real = allowedPath(root, file, isVeraName(file) ? undefined : "Only .vera archives are allowed.");
  if (!isVeraName(real)) throw refusal("Only .vera archives are allowed.");
  if (!isFile(real)) throw refusal("Archive was not found in the approved library.");
  return real;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The real path of a folder that the policy opens. */
export function allowedFolder({ root }: BridgePolicy, folder: string): string {
  return allowedPath(root, folder, undefined);
}

function allowedPath(root: string, path: string, wrongName: string | undefined): string {
  if (path.trim() === "") throw refusal("Path is empty.");
  if (path.includes("\0")) throw refusal(DENIED);
  // \\server\share, //server/share, \\?\ and \\.\ of Windows, whatever the system.
  if (/^[\\/]{2}/.test(path)) throw refusal("Network and device paths are not allowed.");
  if (!isAbsolute(path)) throw refusal("Use an absolute path.");
  if (wrongName !== undefined) throw refusal(wrongName);
  try {
    return within([root]).resolve(path, root);
  } catch {
    throw refusal(DENIED);
  }
}
