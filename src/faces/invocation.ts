import { basename } from "node:path";
import { parseArgs } from "node:util";

/** Options that every command takes. One table for parsing, help and completions. */
export const GLOBAL_OPTIONS = [
  {
    name: "library",
    value: "DIR",
    many: false,
    description: "library folder (else FOOTNOTE_LIBRARY, the nearest .footnote/, the user's own)",
  },
  { name: "root", value: "DIR", many: true, description: "only touch files below this folder; repeatable" },
  {
    name: "notes",
    value: "DIR",
    many: true,
    description:
      "folder of Markdown for the kb commands (else the working directory); repeatable, the first is meant where none is named",
  },
  {
    name: "notes-read-only",
    value: "DIR",
    many: true,
    description: "as --notes, for a folder in which nothing is to be changed",
  },
  {
    name: "corpus",
    value: "INDEX",
    many: true,
    description:
      "index of a repository for the corpus commands, or NAME=INDEX (else docs/tero-index/index.json at or above the working directory); repeatable",
  },
  { name: "model", value: "DIR", many: false, description: "embed with the ONNX model in this folder" },
  { name: "password-file", value: "FILE", many: false, description: "file whose first line opens encrypted documents" },
  { name: "json", value: undefined, many: false, description: "print one JSON envelope" },
  { name: "no-color", value: undefined, many: false, description: "plain text on a terminal" },
  { name: "quiet", value: undefined, many: false, description: "no progress, no notes" },
  { name: "verbose", value: undefined, many: false, description: "say what is done, on stderr" },
] as const;

/** The command asked for: the first argument that is neither a global option nor the value of one. */
export function commandName(args: readonly string[]): string | undefined {
  const options = Object.fromEntries(
    GLOBAL_OPTIONS.map(({ name, value, many }) => [
      name,
      { type: value === undefined ? "boolean" : "string", multiple: many } as const,
    ]),
  );
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true }).positionals[0];
}

/** The name that the executable was called by: lower case, without folder and .exe. */
export function calledAs(argv0: string): string {
  return basename(argv0.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.exe$/, "");
}
