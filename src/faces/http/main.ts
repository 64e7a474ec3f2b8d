import { parseArgs } from "node:util";
import type { Environment } from "../../toolsets/corpus/memory-settings.ts";
import { EXIT, end, fail, openTero, problemOf, surfaceOf, TERO_OPTIONS, type Wanted } from "../tero/start.ts";
import { failed } from "./answers.ts";
import { addressOf, isLoopback } from "./guard.ts";
import { answerTo, type Served } from "./routes.ts";

const USAGE = `usage: TERO_TOKENS='<token>:<read|refresh> ...' footnote corpus serve [--index <index.json>] [--addr 127.0.0.1:8787] [--surface 0.2|0.3]

Serves the cited corpus over HTTP, with the envelopes of the MCP server; the index is read anew when its file has changed.
  GET  /v1/identify
  GET  /v1/query, /v1/cite, /v1/explain   ?kind=id|status|kind|cross_ref|text&value=…&start=…&depth=…
  POST /v1/refresh
  POST /v1/tools/{name}                   arguments as JSON; at most 65,536 bytes
  GET  /health                            without a token
The token stands in \`Authorization: Bearer …\`, or among the arguments.

  --index NAME=PATH       once more for each further index; citations of these name theirs
  --addr HOST:PORT        where it listens; port 0 takes any
  --expose                allows an --addr that other machines reach
  --allow-host NAME       a further name that requests may give as Host; repeatable
  --allow-origin ORIGIN   web pages of this origin may ask; repeatable, none by default
`;

const PROGRAM = "tero-http";
/** A connection on which nothing comes for so long is closed. */
const IDLE_SECONDS = 20;
/** Requests under way are finished before the end, but not for longer. */
const GRACE_MS = 3000;

/** The cited corpus over HTTP: the only command that opens a socket. */
export async function httpMain(args: readonly string[], env: Environment): Promise<void> {
  const asked = readArguments(args);
  if (asked === undefined) return fail(USAGE, EXIT.usage);
  if (asked.help) return end(USAGE);
  const address = addressOf(asked.addr);
  if (address === undefined) return fail(`${PROGRAM}: ${asked.addr} is no HOST:PORT\n${USAGE}`, EXIT.usage);
  if (!isLoopback(address) && !asked.expose)
    return fail(
      `${PROGRAM}: ${asked.addr} can be reached by other machines; add --expose if that is meant\n`,
      EXIT.usage,
    );
  const state = await openTero(PROGRAM, asked, env);
  if (state === undefined) return;
  const { allowedHosts, allowedOrigins } = asked;
  try {
    serve({ state, address, allowedHosts, allowedOrigins });
  } catch (error) {
    fail(`${PROGRAM}: cannot listen at ${asked.addr}: ${problemOf(error)}\n`, EXIT.input);
  }
}

interface Asked extends Wanted {
  readonly help: boolean;
  readonly addr: string;
  readonly expose: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

function readArguments(args: readonly string[]): Asked | undefined {
  const list = { type: "string", multiple: true, default: [] as string[] } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...TERO_OPTIONS,
        addr: { type: "string", default: "127.0.0.1:8787" },
        expose: { type: "boolean", default: false },
        watch: { type: "boolean" },
        "allow-host": list,
        "allow-origin": list,
      },
    });
    const { help = false, index = [], addr, expose } = values;
    const surface = surfaceOf(values.surface);
    if (surface === undefined || index.includes("")) return undefined;
    return {
      help,
      index,
      surface,
      addr,
      expose,
      watch: true,
      allowedHosts: values["allow-host"],
      allowedOrigins: values["allow-origin"],
    };
  } catch {
    return undefined;
  }
}

function serve(served: Served): void {
  const { host, port } = served.address;
  const server = Bun.serve({
    hostname: host,
    port,
    idleTimeout: IDLE_SECONDS,
    // Two servers at one port would each get some of the requests.
    reusePort: false,
    development: false,
    // A body is read by bodyOf() alone, up to its own limit; this is for those of requests that have none to read.
    maxRequestBodySize: 2 ** 20,
    fetch: (request) => answerTo(request, served),
    error: () => failed("internal", "an internal error occurred"),
  });
  const { rows } = served.state.corpus.index;
  process.stderr.write(`${PROGRAM}: ${rows.length} row(s) at ${server.url.origin}\n`);
  const stop = (): void => {
    setTimeout(() => process.exit(EXIT.ok), GRACE_MS).unref();
    void server.stop().then(() => process.exit(EXIT.ok));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
