import { calledAs } from "../../invocation.ts";

/** What VERA's servers are called, as arguments of its command line. */
const SERVERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["vera-mcp", ["mcp"]],
  ["vera-mcp-bridge", ["mcp", "--bridge"]],
]);

/** VERA's own arguments, when the executable is called by a name of VERA's or with one as its command; undefined when it is neither. */
export function veraArguments(argv0: string, args: readonly string[]): readonly string[] | undefined {
  const called = calledAs(argv0);
  const [command = "", ...rest] = called === "vera" || SERVERS.has(called) ? [called, ...args] : args;
  if (command === "vera") return rest;
  const server = SERVERS.get(command);
  return server && [...server, ...rest];
}
