import "../src/foundation/quiet-stdout.ts";
import { openSession } from "../src/faces/context.ts";
import { serve } from "../src/faces/mcp/serve.ts";
import { makeServer } from "../src/faces/mcp/server.ts";
import { sampleOperations } from "./sample-operations.ts";

/** The MCP server over the sample operations, for tests. What a careless library would do: print. */
console.log("noise by console");
process.stdout.write("noise by stdout\n");
const options = {
  operations: sampleOperations,
  session: openSession({}),
  version: "1.2.3",
  allowWrite: process.argv.includes("--allow-write"),
};
serve(() => makeServer(options));
