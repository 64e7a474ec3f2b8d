import { calledAs } from "./invocation.ts";

/** The arguments of the Markdown workbench, when the executable is called by the name of the program that it replaces, or with `kb` as its command; undefined else. */
export function kbArguments(argv0: string, args: readonly string[]): readonly string[] | undefined {
  const called = calledAs(argv0);
  if (called === "local-vector-search-mcp") return args;
  const [command, next, ...rest] = args;
  if (command === "local-vector-search-mcp") return args.slice(1);
  // `footnote kb read …` is an operation, `footnote kb --status` the workbench's own command line.
  if (command !== "kb" || (next !== undefined && !next.startsWith("-"))) return undefined;
  return next === undefined ? ["--help"] : [next, ...rest];
}

const TERO_NAMES: ReadonlySet<string> = new Set(["tero-mcp", "tero-mcp-lite"]);

/**
 * The arguments of the cited corpus: when the executable is called by a name of the program that it replaces, with one as its command, with `--profile tero`, or as that program
 * hands over to it (bare `--describe` or `--index`, or nothing at all where TERO_RS_BINARY names this executable). Undefined else.
 */
export function teroArguments(
  argv0: string,
  args: readonly string[],
  delegatesHere: boolean,
): readonly string[] | undefined {
  const called = calledAs(argv0);
  if (TERO_NAMES.has(called)) return args;
  const [first = "", ...rest] = args;
  if (TERO_NAMES.has(first)) return rest;
  if (first === "--describe" || first === "--index" || first.startsWith("--index=")) return args;
  if (args.length === 0 && delegatesHere) return args;
  const at = args.indexOf("--profile");
  if (first === "mcp" && args[at + 1] === "tero" && at > 0) return rest.toSpliced(at - 1, 2);
  if (first === "mcp" && args.includes("--profile=tero")) return rest.filter((one) => one !== "--profile=tero");
  return undefined;
}

/** The arguments of the corpus over HTTP: `corpus serve`, or the name of the program that it replaces; undefined else. */
export function teroHttpArguments(argv0: string, args: readonly string[]): readonly string[] | undefined {
  const [first, second] = args;
  if (calledAs(argv0) === "tero-http") return args;
  if (first === "tero-http") return args.slice(1);
  if (args.join(" ") === "help corpus serve") return ["--help"];
  return first === "corpus" && second === "serve" ? args.slice(2) : undefined;
}

/** `footnote kb list-files …` is the operation kb_list_files, `footnote corpus build …` corpus_build; so is tero-index, as its builder is called, with its sources. */
export function operationArguments(args: readonly string[]): readonly string[] {
  const help = args[0] === "help" ? ["help"] : [];
  const [command = "", ...rest] = args.slice(help.length);
  if (command === "tero-index") {
    const sources = help.length > 0 ? [] : ["--sources=tero"];
    return [...help, "corpus_build", ...sources, ...rest.flatMap(withoutRepoRoot)];
  }
  const [name, ...more] = rest;
  if ((command !== "kb" && command !== "corpus" && command !== "value") || name === undefined) return args;
  return [...help, `${command}_${name.replaceAll("-", "_")}`, ...more];
}

/** tero-index names by an option what is given by its place here. */
function withoutRepoRoot(arg: string): string[] {
  if (arg === "--repo-root") return [];
  return [arg.startsWith("--repo-root=") ? arg.slice("--repo-root=".length) : arg];
}
