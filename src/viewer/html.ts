import type { OfflineSources } from "../engine/pages/view.ts";
import { bundle } from "./bundle.ts" with { type: "macro" };

/** Whose tools the page calls. */
export type ViewerProfile = "footnote" | "vera";

/** The page for hosts of MCP Apps. It shows what the host sends, and asks the host for pages. */
export function viewerPage(profile: ViewerProfile): string {
  return page({ title: "Sources", profile, script: bundle("host.ts"), data: "" });
}

/** A page that needs no host: a file with everything in it. */
export function offlinePage(title: string, sources: OfflineSources): string {
  // "<" is all that could end the element; JSON allows it written as an escape.
  const json = JSON.stringify(sources).replaceAll("<", "\\u003c");
  return page({
    title,
    profile: "footnote",
    script: bundle("file.ts"),
    data: `<script type="application/json" id="sources">${json}</script>`,
  });
}

interface Parts {
  readonly title: string;
  readonly profile: ViewerProfile;
  readonly script: string;
  readonly data: string;
}

function page({ title, profile, script, data }: Parts): string {
  const style = bundle("style.css");
  const safe = script.replaceAll("</script", "<\\/script");
  const policy = `default-src 'none'; script-src '${hashOf(safe)}'; style-src '${hashOf(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en" data-profile="${profile}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main id="viewer"></main>
${data}<script>${safe}</script>
</body>
</html>
`;
}

/** As a policy names an inline script or style (CSP 3, §2.3.1). */
function hashOf(text: string): string {
  return `sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
