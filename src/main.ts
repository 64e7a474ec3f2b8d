#!/usr/bin/env bun
/**
 * The only entry. Decides first whose stdout this is, then loads the one face that is needed: `footnote search` must never
 * load the MCP SDK, and nothing heavy may load before it is used.
 */
import { version } from "../package.json";
import { kbArguments, operationArguments, teroArguments, teroHttpArguments } from "./faces/called-as.ts";
import { veraArguments } from "./faces/cli/vera/called-as.ts";
import { commandName } from "./faces/invocation.ts";

const STRICT = "--disallow-code-generation-from-strings=strict";
const args = process.argv.slice(2);
const vera = veraArguments(process.argv0, args);
const kb = kbArguments(process.argv0, args);
const http = teroHttpArguments(process.argv0, args);
const tero = teroArguments(process.argv0, args, process.env.TERO_RS_BINARY === process.execPath);

if (Bun.isStandaloneExecutable && !process.execArgv.includes(STRICT)) {
  process.stderr.write(
    "footnote: this executable was built without strict code generation; build it with `bun run build`.\n",
  );
  process.exit(4);
}
if (http !== undefined) {
  await import("./foundation/quiet-stdout.ts");
  const { httpMain } = await import("./faces/http/main.ts");
  await httpMain(http, process.env);
} else if (tero !== undefined) {
  await import("./foundation/quiet-stdout.ts");
  const { teroMain } = await import("./faces/mcp/tero/main.ts");
  await teroMain(tero, process.env);
} else if (vera !== undefined && (vera[0] !== "mcp" || vera.includes("--help") || vera.includes("-h"))) {
  const { main } = await import("./faces/cli/vera/main.ts");
  await main(vera);
} else if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  process.stdout.write(`footnote ${version}\n`);
} else if (vera !== undefined || kb !== undefined || commandName(args) === "mcp") {
  await import("./foundation/quiet-stdout.ts");
  const { main } = await import("./faces/mcp/main.ts");
  if (kb !== undefined) await main(["mcp", ...kb, "--profile", "kb"]);
  else await main(vera === undefined ? args : [...vera, "--profile", "vera"]);
} else {
  const { main } = await import("./faces/cli/main.ts");
  await main(operationArguments(args));
}
