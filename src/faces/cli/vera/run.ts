import { FootnoteError, toFootnoteError } from "../../../foundation/errors.ts";
import { printableText } from "../../../foundation/text/printable.ts";
import type { Arguments } from "./arguments.ts";
import { VERA_COMMANDS } from "./commands.ts";
import type { CommandSpec } from "./grammar.ts";
import { parseCommandLine } from "./parse.ts";
import { pythonJson } from "./python-json.ts";
import type { VeraTerminal } from "./terminal.ts";

/** Commands whose refusals VERA begins with a word more. */
const PREFIXED = ["export", "figures"];

type Act = (given: Arguments, terminal: VeraTerminal) => Promise<number>;

/** Each command's module is loaded when it is asked for. */
const ACTS: Readonly<Record<string, () => Promise<Act>>> = {
  convert: async () => (await import("./convert.ts")).convert,
  inspect: async () => (await import("./archive.ts")).inspect,
  get: async () => (await import("./archive.ts")).get,
  validate: async () => (await import("./archive.ts")).validate,
  figures: async () => (await import("./archive.ts")).figures,
  search: async () => (await import("./search.ts")).searchTarget,
  eval: async () => (await import("./eval.ts")).evaluate,
  "index build": async () => (await import("./index-commands.ts")).build,
  "index update": async () => (await import("./index-commands.ts")).update,
  "index status": async () => (await import("./index-commands.ts")).status,
  export: async () => (await import("./export.ts")).exportSource,
  "ocr-languages list": async () => (await import("./ocr-languages.ts")).listLanguages,
  "ocr-languages download": async () => (await import("./ocr-languages.ts")).downloadLanguages,
};

/** Runs one of VERA's command lines and returns VERA's exit code: 0 done, 1 failed or found wanting, 2 usage. */
export async function runVera(args: readonly string[], terminal: VeraTerminal): Promise<number> {
  const asked = parseCommandLine(args, VERA_COMMANDS);
  if (asked.kind === "help") {
    await terminal.out(asked.text.trimEnd());
    return 0;
  }
  if (asked.kind === "wrong") {
    terminal.err(asked.text.trimEnd());
    return 2;
  }
  try {
    const act = await ACTS[asked.command.name]?.();
    if (act === undefined) throw new FootnoteError("unknown_command", { name: asked.command.name });
    return await act(asked.values, terminal);
  } catch (thrown) {
    return await fail(toFootnoteError(thrown), asked, terminal);
  }
}

/**
 * What VERA refuses is told in its words alone. Where it would die with a traceback, ours says what is wrong and what to do, with the same exit code; a path that is not there also in
 * the words that end the traceback, which scripts may look for.
 */
async function fail(
  error: FootnoteError,
  { command, values }: { readonly command: CommandSpec; readonly values: Arguments },
  terminal: VeraTerminal,
): Promise<number> {
  const json = values.has("json");
  if (terminal.signal.aborted) return 130;
  const { code, details, message, remedy } = error;
  if (code === "vera_refused") {
    if (json) await terminal.out(pythonJson({ ok: false, error: details.problem }));
    else terminal.err(printableText(`${PREFIXED.includes(command.name) ? "Error: " : ""}${details.problem}`));
    return Number(details.exit);
  }
  if (json) await terminal.out(pythonJson({ ok: false, error: message, code, remedy }));
  else {
    const ending = code === "path_not_found" ? [`FileNotFoundError: ${details.path}`] : [];
    terminal.err([message, remedy, ...ending].map(printableText).join("\n"));
  }
  return 1;
}
