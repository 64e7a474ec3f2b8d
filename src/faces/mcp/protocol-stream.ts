import { Writable } from "node:stream";

/** The real stdout as a stream, for the transport alone. A host that went away ends the process. */
export function protocolStream(
  write: (chunk: string | Uint8Array, done: (error?: Error | null) => void) => boolean,
): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => void write(chunk, done),
  });
  return stream.on("error", () => process.exit(0));
}
