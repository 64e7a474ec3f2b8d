import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/stdio.js";

/** What the tests use of the three kinds of client: v1 (2025 revisions), v2 in either era. */
export const CLIENTS = ["v1", "v2 legacy", "v2 modern"] as const;

export interface Connected extends AsyncDisposable {
  readonly client: Client;
  readonly stderr: () => string;
}

/** Starts the server in `cwd` and connects a client of the given kind. */
export async function connect(
  kind: (typeof CLIENTS)[number],
  command: readonly string[],
  cwd: string,
): Promise<Connected> {
  const [program = "", ...args] = command;
  let stderr = "";
  const options = { command: program, args: [...args], cwd, stderr: "pipe" as const };
  const info = { name: "test", version: "1" };
  const listen = (stream: { on(event: "data", listener: (chunk: Buffer) => void): unknown } | null) =>
    stream?.on("data", (chunk) => {
      stderr += chunk.toString();
    });
  if (kind === "v1") {
    const transport = new TransportV1(options);
    listen(transport.stderr);
    const client = new ClientV1(info);
    await client.connect(transport);
    // The methods that the tests call have the same shape in both versions.
    return { client: client as unknown as Client, stderr: () => stderr, [Symbol.asyncDispose]: () => client.close() };
  }
  const transport = new StdioClientTransport(options);
  listen(transport.stderr);
  const client = new Client(info, {
    versionNegotiation: { mode: kind === "v2 modern" ? { pin: "2026-07-28" } : "legacy" },
  });
  await client.connect(transport);
  return { client, stderr: () => stderr, [Symbol.asyncDispose]: () => client.close() };
}
