import { type Language, NO_OCR_NOTE, ocrLanguages, refuseDownload } from "../../../toolsets/vera/ocr-languages.ts";
import type { Arguments } from "./arguments.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";

export async function listLanguages(given: Arguments, terminal: VeraTerminal): Promise<number> {
  const languages = ocrLanguages(given.text("language"), terminal);
  if (given.has("json")) await terminal.out(pythonJson({ ok: true, languages, note: NO_OCR_NOTE }));
  else {
    await terminal.out(languages.map(line).join("\n"));
    terminal.err(NO_OCR_NOTE);
  }
  return 0;
}

export async function downloadLanguages(given: Arguments): Promise<number> {
  return refuseDownload(given.required("language"));
}

function line({ code, name, bundled, downloadable, cached, size_bytes: bytes = 0 }: Language): string {
  const state = bundled ? "bundled" : cached ? "cached" : "not cached";
  const size =
    bundled || cached ? "" : downloadable ? `, ${(bytes / 2 ** 20).toFixed(1)} MB` : " (nowhere to download)";
  return `${code.padEnd(8)} ${name.padEnd(24)} ${state}${size}`;
}
