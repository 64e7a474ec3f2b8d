import { statSync } from "node:fs";
import type { Scalar } from "../../../toolsets/vera/metadata.ts";
import { refusal } from "../../../toolsets/vera/refusal.ts";
import {
  type ChunkSearch,
  type FileResults,
  type FolderResults,
  type FolderScope,
  searchArchive,
  searchFolder,
} from "../../../toolsets/vera/search-chunks.ts";
import { VERA_MODES, type VeraMode } from "../../../toolsets/vera/strict-ranking.ts";
import type { Where } from "../../../toolsets/vera/where.ts";
import type { Arguments } from "./arguments.ts";
import { scalar } from "./grammar.ts";
import { prettyText } from "./pretty.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";
import { corpusLines, hitText } from "./texts.ts";

/** `vera search`: one archive, or the archives of a folder. */
export async function searchTarget(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const target = given.required("file");
  const asked = askedOf(given);
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && given.has("include")) throw refusal("--include applies to directory search only", 2);
  const scope: FolderScope = {
    ...(given.has("recursive") ? { recursive: true } : {}),
    ...(given.has("exclude") ? { excludes: given.texts("exclude") } : {}),
    ...(given.has("include") ? { includes: given.texts("include") } : {}),
  };
  const context = terminal.open();
  const found: FileResults | FolderResults = isFolder
    ? await searchFolder(target, scope, asked, context, terminal.now())
    : await searchArchive(target, asked, context);
  if (given.has("json")) await terminal.out(pythonJson(found));
  else if (given.has("pretty")) await terminal.out(prettyText(found.results));
  else {
    const head = isOfFolder(found) ? corpusLines(found.index, found.skipped_semantic_model_groups) : [];
    const lines = [...head, ...found.results.map(hitText)];
    if (lines.length > 0) await terminal.out(lines.join("\n"));
  }
  return 0;
}

function isOfFolder(found: FileResults | FolderResults): found is FolderResults {
  return "index" in found;
}

export function modeOf(text: string | undefined): VeraMode {
  return VERA_MODES.find((mode) => mode === text) ?? "hybrid";
}

function askedOf(given: Arguments): ChunkSearch {
  const json = given.has("json");
  const topK = given.number("top-k") ?? 10;
  if (topK > 10_000) throw refusal("top_k must be at most 10000");
  return {
    query: given.required("query"),
    mode: modeOf(given.text("mode")),
    topK,
    contextChunks: json || given.has("pretty") ? (given.number("context-chunks") ?? 0) : 0,
    figures: given.has("figures") && (json || given.has("pretty")),
    regions: given.has("regions") && json,
    where: whereOf(given),
    strict: given.has("strict-vera"),
  };
}

/** The same key again adds values; commas part them. */
function whereOf(given: Arguments): Where {
  const where: Record<string, Scalar[]> = {};
  for (const [key, text] of given.pairs("where")) {
    const values = String(text)
      .split(",")
      .map((value) => value.trim());
    if (values.includes("")) throw refusal("where values must not be empty", 2);
    where[key] = [...(where[key] ?? []), ...values.map(scalar)];
  }
  return where;
}
