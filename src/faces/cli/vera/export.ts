import { exportOriginal } from "../../../toolsets/vera/export.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";

export async function exportSource(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const exported = exportOriginal(given.required("file"), given.text("output"), terminal.cwd);
  await terminal.out(given.has("json") ? pythonJson({ ok: true, ...exported }) : `Exported ${exported.output}`);
  return 0;
}
