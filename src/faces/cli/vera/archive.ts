import { statSync } from "node:fs";
import {
  chosenFigures,
  getObject,
  inspectObject,
  overArchive,
  validationObject,
} from "../../../toolsets/vera/archive-objects.ts";
import { writeFigures } from "../../../toolsets/vera/write-figures.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";
import { chunkText, figureLine, inspectText, validateText } from "./texts.ts";

export async function inspect(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const report = inspectObject(given.required("file"));
  await terminal.out(given.has("json") ? pythonJson(report) : inspectText(report));
  return 0;
}

export async function get(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const file = given.required("file");
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
    // As in VERA, a folder is no archive that could lack a chunk: nothing is printed where programs read.
    terminal.err(`${file} is a folder; name one of the archives in it.\nFileNotFoundError: ${file}`);
    return 1;
  }
  const wanted = { figures: given.has("figures"), regions: given.has("regions") };
  const chunk = getObject(file, given.required("chunk_id"), wanted);
  await terminal.out(given.has("json") ? pythonJson(chunk) : chunkText(chunk));
  return 0;
}

export async function validate(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const file = given.required("file");
  const report = validationObject(file);
  await terminal.out(given.has("json") ? pythonJson(report) : validateText(report, file));
  return report.ok ? 0 : 1;
}

export async function figures(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const file = given.required("file");
  const folder = given.text("out-dir");
  const [ids, first, last] = [given.texts("asset-id"), given.number("page-start"), given.number("page-end")];
  const found = overArchive(file, (archive) => {
    const chosen = chosenFigures(archive, {
      ...(ids.length === 0 ? {} : { ids }),
      ...(first === undefined ? {} : { firstPage: first }),
      ...(last === undefined ? {} : { lastPage: last }),
    });
    return folder === undefined ? chosen : writeFigures(archive, chosen, folder);
  });
  if (given.has("json")) await terminal.out(pythonJson({ ok: true, file, out_dir: folder ?? null, figures: found }));
  else {
    const head =
      folder === undefined ? [] : [`Wrote ${found.length} ${found.length === 1 ? "figure" : "figures"} to ${folder}`];
    const lines = found.map((figure) => figureLine({ ...figure }));
    await terminal.out([...head, ...(found.length === 0 && folder === undefined ? ["No figures"] : lines)].join("\n"));
  }
  return 0;
}
