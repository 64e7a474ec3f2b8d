import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser } from "playwright-core";
import { emptyFolder } from "../e2e/binary.ts";
import { makeArchives } from "../e2e/vera-archives.ts";
import { startVera } from "../e2e/vera-client.ts";
import type { Connected } from "../mcp-clients.ts";
import { DESKTOP, launch, PHONE, picture, scrollsSideways, showInHost, stage } from "./stage.ts";

const folder = emptyFolder();
const at = makeArchives(folder.path);
let browser: Browser;
let server: Connected;
beforeAll(async () => {
  [browser, server] = await Promise.all([launch(), startVera(folder.path)]);
}, 30_000);
afterAll(async () => {
  await Promise.all([browser.close(), server[Symbol.asyncDispose]()]);
  folder[Symbol.dispose]();
});

const sources = [
  { file: at("manual.vera"), chunk_id: "chunk_000001", id: "C1" },
  { file: at("markdown.vera"), chunk_id: "chunk_000001", id: "C2" },
  { file: at("broken.vera"), chunk_id: "x", id: "C3" },
];

describe.each([
  ["desktop", DESKTOP],
  ["phone", PHONE],
])("the viewer of VERA's sources on a %s", (name, look) => {
  test("opens, turns pages, zooms, shows Markdown, and closes", async () => {
    await using shown = await stage(browser, look);
    const frame = await showInHost(shown, server.client, {
      tool: "vera_show_sources",
      input: { sources },
      uri: "ui://vera/source-viewer-v1.html",
      theme: look.theme,
    });
    const button = (label: string | RegExp) => frame.getByRole("button", { name: label });
    await button("Open VERA sources").click();
    await frame.getByText("Page 1 of 2").waitFor();
    await frame.getByRole("img", { name: /^Page 1 of/ }).waitFor();
    await picture(shown.page, `vera-${name}`);
    await button("Next page").click();
    await frame.getByText("Page 2 of 2").waitFor();
    await button("Zoom in").click();
    expect(await frame.locator(".zoom").textContent()).toBe("120 %");
    expect(await scrollsSideways(shown.page)).toBe(false);
    await frame.getByText("doc.md").first().click();
    await frame.getByText("Zoning “Ähre”").first().waitFor();
    expect(await frame.getByText("Could not be opened").count()).toBe(1);
    await button("Close viewer").click();
    await button("Open VERA sources").waitFor();
    expect(shown.complaints).toEqual([]);
  }, 60_000);
});
