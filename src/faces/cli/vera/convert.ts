import { readFileSync, statSync } from "node:fs";
import { openDocumentReader } from "../../../engine/ingest/parse.ts";
import { toFootnoteError } from "../../../foundation/errors.ts";
import {
  archiveBeside,
  type ConvertContext,
  type ConvertOptions,
  convertDocument,
} from "../../../toolsets/vera/convert.ts";
import { convertFolder } from "../../../toolsets/vera/convert-folder.ts";
import { refusal } from "../../../toolsets/vera/refusal.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";
import { timingLines } from "./timing.ts";

/** `vera convert`: one document, or all of a folder. */
export async function convert(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const input = given.required("input");
  const isFolder = statSync(input, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const output = given.text("output");
  if (isFolder && output !== undefined)
    throw refusal("A folder's archives go beside its documents, so an output path cannot be given.", 2);
  const reader = openDocumentReader();
  const context: ConvertContext = {
    reader,
    signal: terminal.signal,
    now: terminal.now,
    timing: timingLines(terminal),
  };
  try {
    if (isFolder) return await folder(input, given, context, terminal);
    const target = output ?? archiveBeside(input);
    await convertDocument(input, target, optionsOf(given), context);
    await terminal.out(given.has("json") ? pythonJson({ ok: true, output: target }) : `Created ${target}`);
    return 0;
  } finally {
    await reader.close();
  }
}

async function folder(
  input: string,
  given: Arguments,
  context: ConvertContext,
  terminal: VeraTerminal,
): Promise<number> {
  const how = { recursive: given.has("recursive"), overwrite: given.has("overwrite") };
  const report = await convertFolder(input, how, optionsOf(given), context);
  if (given.has("json")) await terminal.out(pythonJson(report));
  else {
    const { discovered, converted, skipped, malformed, failed } = report;
    await terminal.out(
      `Found ${discovered} files: ${converted} converted, ${skipped} skipped, ${malformed} malformed, ${failed} failed`,
    );
    for (const { output, issues } of report.malformed_existing)
      terminal.err(`Malformed ${output}: ${issues.join("; ")}`);
    for (const { input: source, error } of report.errors) terminal.err(`Failed ${source}: ${error}`);
  }
  return report.ok ? 0 : 1;
}

function optionsOf(given: Arguments): ConvertOptions {
  const aliases = {
    chunk_size: given.number("chunk-size"),
    overlap: given.number("overlap"),
    ocr_mode: given.text("ocr"),
    ocr_language: given.text("ocr-language"),
    ocr_dpi: given.number("ocr-dpi"),
    ocr_download: given.has("ocr-allow-download") ? true : undefined,
  };
  const pipeline = [
    ...Object.entries(aliases).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...given.pairs("pipeline-option"),
  ];
  const parser = given.text("parser");
  const passwordFile = given.text("password-file");
  return {
    model: given.text("model") || "hashing",
    pipeline: Object.fromEntries(pipeline),
    embedder: Object.fromEntries(given.pairs("embedder-option")),
    tags: Object.fromEntries(given.pairs("metadata")),
    keepSource: given.truth("store-original") ?? true,
    ...(parser === undefined ? {} : { parser }),
    ...(passwordFile === undefined ? {} : { password: firstLine(passwordFile) }),
  };
}

function firstLine(path: string): string {
  try {
    return readFileSync(path, "utf8").split(/\r?\n/, 1)[0] ?? "";
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}
