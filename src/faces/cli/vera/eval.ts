import { evaluateVera } from "../../../toolsets/vera/eval.ts";
import { VERA_MODES } from "../../../toolsets/vera/strict-ranking.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import { modeOf } from "./search.ts";
import type { VeraTerminal } from "./terminal.ts";
import { evalText } from "./texts.ts";

/** `vera eval`: 0 only when every query is answered in every mode. */
export async function evaluate(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const mode = given.text("mode") ?? "all";
  const how = {
    modes: mode === "all" ? VERA_MODES : [modeOf(mode)],
    topK: given.number("top-k") ?? 5,
    strict: given.has("strict-vera"),
  };
  const summary = await evaluateVera(given.required("file"), given.required("queries"), how, terminal.open());
  const { file, queries_file, reports } = summary;
  await terminal.out(given.has("json") ? pythonJson(summary) : evalText(file, queries_file, reports));
  return reports.every(({ hits, total }) => hits === total) ? 0 : 1;
}
