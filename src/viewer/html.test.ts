import { expect, test } from "bun:test";
import { offlinePage, viewerPage } from "./html.ts";

const EMPTY = { sources: [], pages: {} };

/** Every script and style in a page, with what its policy allows. */
function parts(html: string) {
  const inline = [...html.matchAll(/<(?:script|style)>([\s\S]*?)<\/(?:script|style)>/g)].map(
    ([, text = ""]) => `sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}`,
  );
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? "";
  return { inline, policy, allowed: [...policy.matchAll(/'(sha256-[^']+)'/g)].map(([, hash]) => hash) };
}

test.each([
  ["viewerPage()", viewerPage("footnote")],
  ["offlinePage()", offlinePage("Sources", EMPTY)],
])("%s allows its own script and style and nothing else", (_, html) => {
  const { inline, policy, allowed } = parts(html);
  expect(inline).toHaveLength(2);
  expect(allowed.toSorted()).toEqual(inline.toSorted());
  expect(policy.replace(/'sha256-[^']+'/g, "#")).toBe(
    "default-src 'none'; script-src #; style-src #; img-src data:; base-uri 'none'; form-action 'none'",
  );
  expect(html.match(/\s(?:src|href)=/g)).toBeNull();
});

test("viewerPage() is one page for both profiles", () => {
  const [ours, vera] = [viewerPage("footnote"), viewerPage("vera")];
  expect(ours).toContain('<html lang="en" data-profile="footnote">');
  expect(vera.replace('data-profile="vera"', 'data-profile="footnote"')).toBe(ours);
  expect(ours).toContain("ui/initialize");
});

test("offlinePage() lets no text of a document out of its data", () => {
  const text = "</script><script>alert(1)</script><!-- ]]> \u2028";
  const html = offlinePage(`<b>"&${text}`, { ...EMPTY, sources: [{ id: "C1", locator: "x", text }] });
  expect(parts(html).inline).toHaveLength(2);
  expect(html).toContain("<title>&lt;b&gt;&quot;&amp;&lt;/script&gt;");
  const data = /<script type="application\/json" id="sources">([^<]*)<\/script>/.exec(html)?.[1] ?? "";
  expect(JSON.parse(data).sources[0].text).toBe(text);
});
