import { resolve } from "node:path";
import { isRecord } from "../../../foundation/is-record.ts";
import { refusal } from "../../../toolsets/vera/refusal.ts";
import { prettyText } from "../../cli/vera/pretty.ts";

type Answer = Readonly<Record<string, unknown>>;

/** In which form an answer is wanted, and what else was asked for. */
export interface AskedForm {
  readonly output: "full" | "compact";
  readonly pretty: boolean;
  readonly include_figures: boolean;
  readonly include_regions: boolean;
}

/** Refuses what a compact answer has no room for, before anything is opened. */
export function checkForm({ output, pretty, include_figures, include_regions }: AskedForm): void {
  if (output === "compact" && (pretty || include_figures || include_regions))
    throw refusal('Use output="full" with pretty, include_figures, or include_regions.');
}

/** The answer of a search in the form that was asked for; `file` is the archive where hits do not name theirs. */
export function formed(answer: Answer, { output, pretty }: AskedForm, file?: string): Answer {
  const hits = recordsIn(answer.results);
  if (output === "full") return pretty ? { ...answer, context: prettyText(hits) } : answer;
  const warnings = Object.fromEntries(
    ["skipped_files", "skipped_semantic_model_groups"].flatMap((key) => {
      const told = recordsIn(answer[key]);
      return told.length === 0 ? [] : [[key, told]];
    }),
  );
  return {
    results: hits.map((hit) => compact(hit, resolve(file ?? String(hit.file)))),
    ...(Object.keys(warnings).length === 0 ? {} : { warnings }),
  };
}

const KEPT = ["chunk_id", "text", "source_filename", "page_start", "page_end", "heading_path"];

function compact(hit: Answer, file: string): Answer {
  const kept = KEPT.flatMap((key) => (key in hit ? [[key, hit[key]]] : []));
  const around = ["before_chunks", "after_chunks"].flatMap((key) => {
    const chunks = recordsIn(hit[key]);
    return chunks.length === 0 ? [] : [[key, chunks.map((chunk) => compact(chunk, file))]];
  });
  return { ...Object.fromEntries(kept), file, ...Object.fromEntries(around) };
}

function recordsIn(value: unknown): Answer[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
