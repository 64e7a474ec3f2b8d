/**
 * Importing this module first gives stdout away: whatever a library or a wasm module prints goes to stderr from then on.
 * For Workers, whose prints would land in the middle of the parent's protocol or result, and for the MCP server.
 */
const write = process.stdout.write.bind(process.stdout);

const toStderr: typeof process.stdout.write = (
  chunk: string | Uint8Array,
  encoding?: BufferEncoding | ((error?: Error | null) => void),
  done?: (error?: Error | null) => void,
) =>
  typeof encoding === "function" ? process.stderr.write(chunk, encoding) : process.stderr.write(chunk, encoding, done);

process.stdout.write = toStderr;
// Bun's console writes to file descriptor 1 itself, past process.stdout.
for (const method of ["log", "info", "debug", "dir", "table", "group", "trace"] as const) {
  console[method] = (...values: unknown[]) => console.error(...values);
}

/** The real stdout, for the one writer that speaks the protocol. */
export const protocolWrite: (chunk: string | Uint8Array, done: (error?: Error | null) => void) => boolean = write;
