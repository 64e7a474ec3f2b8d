import { resolve } from "node:path";
import { type BuildReport, buildIndex, updateIndex } from "../../../toolsets/vera/index-build.ts";
import { indexStatus } from "../../../toolsets/vera/index-status.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";
import { indexText, statusText } from "./texts.ts";

export async function build(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const how = {
    recursive: given.has("recursive"),
    excludes: given.texts("exclude"),
    includes: given.texts("include"),
  };
  return tell(await buildIndex(given.required("directory"), how, terminal.now(), terminal.open()), given, terminal);
}

export async function update(given: Arguments, terminal: VeraTerminal): Promise<number> {
  return tell(await updateIndex(given.required("directory"), terminal.now(), terminal.open()), given, terminal);
}

/** 0 only for an index that is up to date. */
export async function status(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const found = indexStatus(resolve(terminal.cwd, given.required("directory")), true, terminal.now());
  await terminal.out(given.has("json") ? pythonJson(found) : statusText(found));
  return found.fresh ? 0 : 1;
}

async function tell(report: BuildReport, given: Arguments, terminal: VeraTerminal): Promise<number> {
  await terminal.out(given.has("json") ? pythonJson(report) : indexText(report));
  return 0;
}
