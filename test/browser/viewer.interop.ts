import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { Browser, FrameLocator } from "playwright-core";
import type { Evidence } from "../../src/engine/answers.ts";
import { viewerPage } from "../../src/viewer/html.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "../e2e/binary.ts";
import { type Connected, connect } from "../mcp-clients.ts";
import { barriers, DESKTOP, launch, PHONE, picture, scrollsSideways, showInHost, stage } from "./stage.ts";

const MARKDOWN = `# Harbour rules

## Mooring

Boats longer than **12 metres** moor at the [outer pier](https://example.org/pier). Mooring at the inner pier costs 40 crowns a day.

<script>document.title = "ran"</script>

## Noise

Engines are silent from ten at night until six in the morning.
`;

/** A page as VERA's tool gives it; the picture is one white pixel. */
const VERA_PAGE = {
  file: "/a/manual.vera",
  chunk_id: "chunk_1",
  text: "capacity expansion",
  kind: "pdf",
  page_count: 2,
  page_width: 600,
  page_height: 760,
  image:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=",
  notice: "",
};

const folder = emptyFolder();
let browser: Browser;
let server: Connected;
let locators: string[];

beforeAll(async () => {
  const notes = join(folder.path, "harbour.md");
  await Bun.write(notes, MARKDOWN);
  const run = (...args: string[]) => footnote([...args, "--library", folder.path, "--json"], { cwd: folder.path });
  run("add", join(FIXTURES, "pdf/fhs-3.0.pdf"), notes, "--vectors", "off");
  const first = (query: string): string => {
    const found: { data: { results: Evidence[] } } = JSON.parse(run("search", query, "--mode", "lexical").out);
    return found.data.results[0]!.locator;
  };
  locators = [
    first("reserved for the installation of add-on application software packages"),
    first("moor at the outer pier"),
  ];
  locators.push("footnote:doc/000000000000#p=1");
  [browser, server] = await Promise.all([
    launch(),
    connect("v2 modern", [BINARY, "mcp", "--library", folder.path], folder.path),
  ]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const asked = (theme: "light" | "dark") => ({
  tool: "show_sources",
  input: { locators },
  uri: "ui://footnote/source-viewer.html",
  theme,
});
const named = (frame: FrameLocator, name: string | RegExp) => frame.getByRole("button", { name });

describe.each([
  ["desktop", DESKTOP],
  ["desktop, dark", { ...DESKTOP, theme: "dark" as const }],
  ["phone", PHONE],
  ["phone, dark", { ...PHONE, theme: "dark" as const }],
])("the viewer in a host, %s", (name, look) => {
  test("opens from its launcher, turns pages, zooms, marks, and closes", async () => {
    await using shown = await stage(browser, look);
    const { page, complaints } = shown;
    const frame = await showInHost(shown, server.client, asked(look.theme));
    await named(frame, "Open sources").click();
    const preview = frame.getByRole("region", { name: "Source preview" });
    await preview.locator(".box").first().waitFor();
    const place = frame.locator(".place");
    expect(await place.textContent()).toBe("Page 20 of 50");
    expect(await frame.getByRole("img", { name: /^Page 20 of Filesystem Hierarchy Standard, with/ }).count()).toBe(1);
    await picture(page, `${name} inline`);

    await named(frame, "Next page").click();
    await frame.getByRole("img", { name: /^Page 21 of/ }).waitFor();
    expect(await place.textContent()).toBe("Page 21 of 50");
    await named(frame, "Previous page").click();
    expect(await place.textContent()).toBe("Page 20 of 50");

    const sheet = preview.locator(".slot").first();
    const width = async () => (await sheet.boundingBox())!.width;
    const before = await width();
    await named(frame, "Zoom in").click();
    expect(await frame.locator(".zoom").textContent()).toBe("120 %");
    expect((await width()) / before).toBeCloseTo(1.2, 1);
    expect(await scrollsSideways(page)).toBe(false);
    for (let step = 0; step < 3; step++) await named(frame, "Zoom out").click();
    expect(await frame.locator(".zoom").textContent()).toBe("60 %");
    expect(await named(frame, "Zoom out").isDisabled()).toBe(true);
    for (let step = 0; step < 2; step++) await named(frame, "Zoom in").click();

    await named(frame, "Highlights on").click();
    expect(await preview.locator(".box").first().isVisible()).toBe(false);
    await named(frame, "Highlights off").click();
    expect(await preview.locator(".box").first().isVisible()).toBe(true);

    await named(frame, "Expand").click();
    await named(frame, "Collapse").waitFor();
    await picture(page, `${name} expanded`);
    expect(await scrollsSideways(page)).toBe(false);
    await page.keyboard.press("Escape");
    await named(frame, "Expand").waitFor();
    await named(frame, "Close viewer").click();
    expect(await named(frame, "Open sources").evaluate((button) => button === button.ownerDocument.activeElement)).toBe(
      true,
    );
    expect(complaints).toEqual([]);
  }, 60_000);

  test("shows Markdown as lines with the quoted words marked, and runs nothing in it", async () => {
    await using shown = await stage(browser, look);
    const frame = await showInHost(shown, server.client, asked(look.theme));
    await named(frame, "Open sources").click();
    await named(frame, /^\[C2\]/).click();
    const marks = frame.locator("mark");
    await marks.first().waitFor();
    expect((await marks.allTextContents()).join("|")).toBe(
      "Boats longer than|12 metres|moor at the|outer pier|. Mooring at the inner pier costs 40 crowns a day.",
    );
    expect(await frame.locator(".place").textContent()).toBe("Section 1 of 1");
    expect(await frame.getByText('<script>document.title = "ran"</script>').count()).toBe(1);
    await picture(shown.page, `${name} markdown`);
    expect(await scrollsSideways(shown.page)).toBe(false);

    await named(frame, /^\[C3\]/).click();
    expect(await frame.locator(".notice").textContent()).toContain("No document in the library matches");
    expect(await frame.getByRole("region", { name: "Source preview" }).isVisible()).toBe(false);
    await picture(shown.page, `${name} failed`);
    expect(shown.complaints).toEqual([]);
  }, 60_000);
});

test("the viewer answers the keyboard alone", async () => {
  await using shown = await stage(browser, DESKTOP);
  const frame = await showInHost(shown, server.client, asked("light"));
  const { keyboard } = shown.page;
  await named(frame, "Open sources").focus();
  await keyboard.press("Enter");
  await frame.locator(".box").first().waitFor();
  const focused = () => frame.locator(":focus").textContent();
  expect(await focused()).toStartWith("[C1]");
  await keyboard.press("ArrowDown");
  expect(await focused()).toStartWith("[C2]");
  await keyboard.press("End");
  expect(await focused()).toStartWith("[C3]");
  await keyboard.press("Home");
  const preview = frame.getByRole("region", { name: "Source preview" });
  for (let stops = 0; !(await preview.evaluate((pane) => pane === pane.ownerDocument.activeElement)); stops++) {
    expect(stops).toBeLessThan(10);
    await keyboard.press("Tab");
  }
  await keyboard.press("ArrowRight");
  expect(await frame.locator(".place").textContent()).toBe("Page 21 of 50");
  await keyboard.press("+");
  expect(await frame.locator(".zoom").textContent()).toBe("120 %");
  await keyboard.press("Escape");
  await named(frame, "Open sources").waitFor();
}, 60_000);

test("the viewer says why there is nothing to show", async () => {
  await using shown = await stage(browser, DESKTOP);
  const frame = await showInHost(shown, server.client, { ...asked("light"), input: { locators: [] } });
  await frame.getByRole("alert").waitFor();
  expect(await frame.getByRole("alert").textContent()).toStartWith("locators: ");
  expect(await named(frame, "Open sources").isDisabled()).toBe(true);
}, 60_000);

test("the viewer speaks to VERA's tools, too", async () => {
  const asked: unknown[] = [];
  const view = (page: number) => ({ ...VERA_PAGE, page, boxes: page === 1 ? [[0.1, 0.1, 0.2, 0.05]] : [] });
  const card = { id: "C1", file: "/a/manual.vera", chunk_id: "chunk_1", text: "capacity expansion", page_start: 1 };
  const client = {
    readResource: async () => ({ contents: [{ uri: "ui://vera/source-viewer-v1.html", text: viewerPage("vera") }] }),
    callTool: async ({ name, arguments: input = {} }: { name: string; arguments?: Record<string, unknown> }) => {
      if (name === "vera_show_sources") return { content: [], _meta: { "vera/view": { sources: [card] } } };
      asked.push([name, input]);
      return { content: [], _meta: { "vera/view": view(Math.max(1, Number(input.page))) } };
    },
  };
  await using shown = await stage(browser, PHONE);
  const given = {
    tool: "vera_show_sources",
    input: {},
    uri: "ui://vera/source-viewer-v1.html",
    theme: "light" as const,
  };
  const frame = await showInHost(shown, client, given);
  await named(frame, "Open VERA sources").click();
  await frame.locator(".box").first().waitFor();
  await named(frame, "Next page").click();
  await frame.getByText("Page 2 of 2").waitFor();
  expect(asked).toEqual([0, 2].map((page) => ["vera_source_page", { file: card.file, chunk_id: card.chunk_id, page }]));
  expect(await frame.getByRole("blockquote").textContent()).toBe("capacity expansion");
  await named(frame, "Close viewer").click();
  await named(frame, "Open VERA sources").waitFor();
  expect(shown.complaints).toEqual([]);
}, 60_000);

test("the viewer loads pages as they are scrolled to, and keeps its place", async () => {
  await using shown = await stage(browser, DESKTOP);
  const frame = await showInHost(shown, server.client, asked("light"));
  await named(frame, "Open sources").click();
  await frame.locator(".box").first().waitFor();
  const preview = frame.getByRole("region", { name: "Source preview" });
  for (const page of [21, 22, 23]) {
    // To the end of what is there, which brings the next page; then into it.
    await preview.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
    await frame.getByRole("img", { name: `Page ${page} of Filesystem Hierarchy Standard` }).waitFor();
    await preview.evaluate((pane) => pane.scrollBy(0, pane.clientHeight));
    await frame.locator(".place", { hasText: `Page ${page} of 50` }).waitFor();
  }
  await preview.evaluate((pane) => pane.scrollTo(0, 0));
  await frame.getByRole("img", { name: "Page 19 of Filesystem Hierarchy Standard" }).waitFor();
}, 60_000);

test("footnote open writes a file that shows the page without a host", async () => {
  for (const [name, look] of [
    ["file", DESKTOP],
    ["file phone, dark", { ...PHONE, theme: "dark" as const }],
  ] as const) {
    await using shown = await stage(browser, look);
    const out = join(folder.path, `${name}.html`);
    const args = ["open", ...locators.slice(0, 2), "--library", folder.path, "--out", out, "--no-open"];
    expect(footnote(args, { cwd: folder.path }).code).toBe(0);
    await shown.page.goto(`file://${out}`);
    await shown.page.locator(".box").first().waitFor();
    await picture(shown.page, name);
    expect(await barriers(shown.page)).toEqual([]);
    const button = (label: string) => shown.page.getByRole("button", { name: label });
    await button("Next page").click();
    expect(await shown.page.locator(".place").textContent()).toBe("Page 21 of 50");
    expect(await button("Next page").isDisabled()).toBe(true);
    expect(await button("Close viewer").count()).toBe(0);
    expect(await scrollsSideways(shown.page)).toBe(false);
    await shown.page.emulateMedia({ media: "print" });
    expect(await button("Next page").isVisible()).toBe(false);
    expect(await shown.page.locator(".box").first().isVisible()).toBe(true);
    await picture(shown.page, `${name} print`);
    expect(shown.complaints).toEqual([]);
  }
}, 60_000);
