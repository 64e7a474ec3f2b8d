import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { toFootnoteError } from "../../foundation/errors.ts";
import { parseInput } from "../input.ts";
import type { ServerOptions } from "./server.ts";

/** Every locator is a resource, read by the operation that reads for everybody else. */
export function registerResources(server: McpServer, { operations, session }: ServerOptions): void {
  const read = operations.find(({ name }) => name === "read");
  const [target] = read?.commandLine.positionals ?? [];
  if (read === undefined || target === undefined) return;
  server.registerResource(
    "evidence",
    new ResourceTemplate("footnote:{+locator}", { list: undefined }),
    {
      title: "Evidence by its locator",
      description: "A document, page or passage, as found in `locator`",
      mimeType: "text/markdown",
    },
    async (uri, _variables, { mcpReq }) => {
      try {
        const input = parseInput(read, { [target]: uri.href }, (field) => field);
        const output = read.output.parse(
          await read.run(
            input,
            session.context(() => {}, mcpReq.signal),
          ),
        );
        return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: read.render(output) }] };
      } catch (thrown) {
        const { message, remedy } = toFootnoteError(thrown);
        throw new Error(`${message} ${remedy}`, { cause: thrown });
      }
    },
  );
}
