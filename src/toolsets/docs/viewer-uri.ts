/** The resource that shows sources, in the scheme of MCP Apps. */
export const VIEWER_URI = "ui://footnote/source-viewer.html";
