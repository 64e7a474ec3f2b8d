import { Readable, Writable } from "node:stream";
import type { McpServer, Server } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { protocolWrite } from "../../foundation/quiet-stdout.ts";
import { messageLines } from "./line-gate.ts";

/** Serves what `make` makes on stdin and stdout, of which nothing but protocol comes; what went wrong is told on stderr. Ends the process when stdin closes. */
export function serve(make: () => McpServer | Server): void {
  // A library that throws late (in a timer, in a Worker) must not end the conversation.
  process.on("uncaughtException", report);
  process.on("unhandledRejection", report);
  const stdout = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void protocolWrite(chunk, done),
  });
  // The host went away.
  stdout.on("error", () => process.exit(0));
  const stdin = Readable.from(messageLines(process.stdin, (answer) => void stdout.write(answer)));
  stdin.on("end", () => process.exit(0));
  serveStdio(make, { transport: new StdioServerTransport(stdin, stdout), onerror: report });
}

function report(error: unknown): void {
  process.stderr.write(`footnote: ${error instanceof Error ? error.message : String(error)}\n`);
}
