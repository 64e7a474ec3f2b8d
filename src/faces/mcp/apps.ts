import type { McpServer } from "@modelcontextprotocol/server";
import type { ViewerProfile } from "../../viewer/html.ts";
import type { ServerOptions } from "./options.ts";

/** What tells a host that a resource is a page for a conversation (MCP Apps, 2026-01-26). */
export const VIEWER_MIME_TYPE = "text/html;profile=mcp-app";

/** The page asks for no network at all. */
export function viewerMeta() {
  return { ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } } };
}

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

/** The viewer's page as a resource. */
function registerViewer(server: McpServer, { uri, name, title, profile }: ViewerResource): void {
  const _meta = viewerMeta();
  server.registerResource(
    name,
    uri,
    { title, description: "Shows the pages that an answer cites.", mimeType: VIEWER_MIME_TYPE, _meta },
    async () => {
      const { viewerPage } = await import("../../viewer/html.ts");
      return { contents: [{ uri, mimeType: VIEWER_MIME_TYPE, text: viewerPage(profile), _meta }] };
    },
  );
}
