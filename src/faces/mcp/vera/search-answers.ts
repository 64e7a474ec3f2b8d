import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../../../toolsets/context.ts";
import { refusal } from "../../../toolsets/vera/refusal.ts";
import {
  type ChunkSearch,
  type FolderScope,
  searchArchive,
  searchFolder,
} from "../../../toolsets/vera/search-chunks.ts";
import { VERA_MODES } from "../../../toolsets/vera/strict-ranking.ts";
import { type AskedForm, checkForm, formed } from "./search-forms.ts";

interface Asked extends AskedForm {
  readonly query: string;
  readonly mode: string;
  readonly top_k: number;
  readonly context_chunks: number;
  readonly where: Readonly<Record<string, string | string[]>> | null;
  readonly strict: boolean;
}

interface AskedOfFolder extends Asked {
  readonly directory: string;
  readonly recursive: boolean | null;
  readonly excludes: readonly string[] | null;
  readonly includes: readonly string[] | null;
}

type Answer = Readonly<Record<string, unknown>>;

export async function veraSearch(asked: Asked & { readonly file: string }, context: Context): Promise<Answer> {
  checkForm(asked);
  const found = await searchArchive(asked.file, chunkSearch(asked, asked.mode), context);
  return formed({ ...found }, asked, resolve(context.cwd, asked.file));
}

export async function veraCorpusSearch(asked: AskedOfFolder, context: Context): Promise<Answer> {
  checkForm(asked);
  const { directory } = asked;
  const folder = resolve(context.cwd, directory);
  if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) throw refusal(directory);
  const scope: FolderScope = {
    ...(asked.recursive === null ? {} : { recursive: asked.recursive }),
    ...(asked.excludes === null ? {} : { excludes: asked.excludes }),
    ...(asked.includes === null ? {} : { includes: asked.includes }),
  };
  const found = await searchFolder(folder, scope, chunkSearch(asked, asked.mode.toLowerCase()), context);
  const { index, skipped_files, skipped_semantic_model_groups, results } = found;
  return formed(
    { directory, query: asked.query, mode: asked.mode, index, skipped_files, skipped_semantic_model_groups, results },
    asked,
  );
}

function chunkSearch(asked: Asked, named: string): ChunkSearch {
  const mode = VERA_MODES.find((one) => one === named);
  if (mode === undefined) throw refusal("mode must be semantic, keyword, or hybrid");
  const { top_k, context_chunks } = asked;
  if (top_k < 0) throw refusal("top_k must be non-negative");
  if (top_k > 10_000) throw refusal("top_k must be at most 10000");
  if (context_chunks < 0) throw refusal("context_chunks must be non-negative");
  const where = Object.entries(asked.where ?? {}).map(([key, value]) => [
    key,
    typeof value === "string" ? [value] : value,
  ]);
  return {
    query: asked.query,
    mode,
    topK: top_k,
    contextChunks: context_chunks,
    figures: asked.include_figures,
    regions: asked.include_regions,
    where: Object.fromEntries(where),
    strict: asked.strict,
  };
}
