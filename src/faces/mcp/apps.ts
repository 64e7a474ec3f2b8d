import type { McpServer } from "@modelcontextprotocol/server";
import type { ViewerProfile } from "../../viewer/html.ts";
import type { ServerOptions } from "./options.ts";

/** What tells a host that a resource is a page for a conversation (MCP Apps, 2026-01-26). */
const MIME_TYPE = "text/html;profile=mcp-app";

/** The source viewer, where an operation shows its result in it. */
export function registerApps(server: McpServer, { operations }: ServerOptions): void {
  const uris = new Set(operations.flatMap(({ app }) => (app?.resourceUri === undefined ? [] : [app.resourceUri])));
  for (const uri of uris)
    registerViewer(server, { uri, name: "source-viewer", title: "Source viewer", profile: "footnote" });
}

interface ViewerResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly profile: ViewerProfile;
}

/** The viewer's page as a resource. It asks for no network at all. */
function registerViewer(server: McpServer, { uri, name, title, profile }: ViewerResource): void {
  const _meta = { ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } } };
  server.registerResource(
    name,
    uri,
    { title, description: "Shows the pages that an answer cites.", mimeType: MIME_TYPE, _meta },
    async () => {
      const { viewerPage } = await import("../../viewer/html.ts");
      return { contents: [{ uri, mimeType: MIME_TYPE, text: viewerPage(profile), _meta }] };
    },
  );
}
