import { basename } from "node:path";

/** The arguments of the Markdown workbench, when the executable is called by the name of the program that it replaces, or with `kb` as its command; undefined else. */
export function kbArguments(argv0: string, args: readonly string[]): readonly string[] | undefined {
  const called = basename(argv0.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.exe$/, "");
  if (called === "local-vector-search-mcp") return args;
  const [command, next, ...rest] = args;
  if (command === "local-vector-search-mcp") return args.slice(1);
  // `footnote kb read …` is an operation, `footnote kb --status` the workbench's own command line.
  if (command !== "kb" || (next !== undefined && !next.startsWith("-"))) return undefined;
  return next === undefined ? ["--help"] : [next, ...rest];
}

/** `footnote kb list-files …` is the operation kb_list_files. */
export function operationArguments(args: readonly string[]): readonly string[] {
  const [command, ...rest] = args[0] === "help" ? args.slice(1) : args;
  const [name, ...more] = rest;
  if (command !== "kb" || name === undefined) return args;
  return [...(args[0] === "help" ? ["help"] : []), `kb_${name.replaceAll("-", "_")}`, ...more];
}
