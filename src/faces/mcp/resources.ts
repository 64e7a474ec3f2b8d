import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { toFootnoteError } from "../../foundation/errors.ts";
import { parseInput } from "../input.ts";
import type { ServerOptions } from "./options.ts";

/** Hosts show the list in a menu; `sources` has them all. */
const LISTED = 200;

/** The library's documents as resources, and every locator readable, by the operation that reads for everybody else. */
export function registerResources(server: McpServer, { operations, session }: ServerOptions): void {
  const read = operations.find(({ name }) => name === "read");
  const [target] = read?.commandLine.positionals ?? [];
  if (read === undefined || target === undefined) return;

  async function listDocuments() {
    const library = await session.context(() => {}, new AbortController().signal).library();
    const readable = library.entries().filter(({ archive }) => archive !== undefined);
    const resources = readable.slice(0, LISTED).map(({ sha256, title, path }) => ({
      uri: `footnote:doc/${sha256.slice(0, 12)}`,
      name: title,
      description: path,
      mimeType: "text/markdown",
    }));
    return { resources };
  }

  server.registerResource(
    "evidence",
    new ResourceTemplate("footnote:{+locator}", { list: listDocuments }),
    {
      title: "Evidence by its locator",
      description: `A document, page or passage, by the \`locator\` of a result. The first ${LISTED} documents are listed; the tool \`sources\` lists all.`,
      mimeType: "text/markdown",
    },
    async ({ href: uri }, _variables, { mcpReq }) => {
      try {
        const input = parseInput(read, { [target]: uri }, (field) => field);
        const output = read.output.parse(
          await read.run(
            input,
            session.context(() => {}, mcpReq.signal),
          ),
        );
        return { contents: [{ uri, mimeType: "text/markdown", text: read.render(output) }] };
      } catch (thrown) {
        const { message, remedy } = toFootnoteError(thrown);
        throw new Error(`${message} ${remedy}`, { cause: thrown });
      }
    },
  );
}
