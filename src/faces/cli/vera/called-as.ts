import { basename } from "node:path";

/** VERA's own arguments, when the executable is called as `vera` or with `vera` as its command; undefined when it is neither. */
export function veraArguments(argv0: string, args: readonly string[]): readonly string[] | undefined {
  if (/^vera(?:\.exe)?$/i.test(basename(argv0.replaceAll("\\", "/")))) return args;
  return args[0] === "vera" ? args.slice(1) : undefined;
}
