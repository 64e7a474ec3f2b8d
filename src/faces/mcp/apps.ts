import type { McpServer } from "@modelcontextprotocol/server";
import type { ServerOptions } from "./options.ts";

/** What tells a host that a resource is a page for a conversation (MCP Apps, 2026-01-26). */
const MIME_TYPE = "text/html;profile=mcp-app";

/** The source viewer, where an operation shows its result in it. It asks for no network at all. */
export function registerApps(server: McpServer, { operations }: ServerOptions): void {
  const uris = new Set(operations.flatMap(({ app }) => (app?.resourceUri === undefined ? [] : [app.resourceUri])));
  for (const uri of uris) {
    const _meta = { ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } } };
    server.registerResource(
      "source-viewer",
      uri,
      { title: "Source viewer", description: "Shows the pages that an answer cites.", mimeType: MIME_TYPE, _meta },
      async () => {
        const { viewerPage } = await import("../../viewer/html.ts");
        return { contents: [{ uri, mimeType: MIME_TYPE, text: viewerPage("footnote"), _meta }] };
      },
    );
  }
}
