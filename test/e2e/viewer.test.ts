import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import type { Evidence } from "../../src/engine/answers.ts";
import type { PageView } from "../../src/engine/pages/view.ts";
import { CLIENTS, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

const URI = "ui://footnote/source-viewer.html";
const MIME_TYPE = "text/html;profile=mcp-app";
const UNKNOWN = "footnote:doc/000000000000#p=1";

const folder = emptyFolder();
const library = join(folder.path, "library");
const run = (...args: string[]) => footnote([...args, "--library", library], { cwd: folder.path });
let pdf: string;
let notes: string;

beforeAll(() => {
  writeFileSync(join(folder.path, "notes.md"), "# Notes\n\nThe *outer* pier is for boats.\n");
  run("add", join(FIXTURES, "pdf/fhs-3.0.pdf"), "notes.md", "--vectors", "off");
  const first = (query: string): string => {
    const found: { data: { results: Evidence[] } } = JSON.parse(
      run("search", query, "--mode", "lexical", "--json").out,
    );
    return found.data.results[0]!.locator;
  };
  pdf = first("reserved for the installation of add-on application software packages");
  notes = first("outer pier boats");
});
afterAll(() => folder[Symbol.dispose]());

const call = (client: Client, name: string, input: Record<string, unknown>) =>
  client.callTool({ name, arguments: input });
const viewOf = (result: { _meta?: Record<string, unknown> | undefined }) => result._meta?.["footnote/view"] as PageView;

describe.each(CLIENTS)("the source viewer and a client %s", (kind) => {
  test("tools and resource are marked as MCP Apps", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], folder.path);
    const { client } = connected;
    const { tools } = await client.listTools();
    const tool = (name: string) => tools.find((one) => one.name === name);
    expect(tool("show_sources")?._meta).toEqual({ ui: { resourceUri: URI, visibility: ["model", "app"] } });
    expect(tool("source_page")?._meta).toEqual({ ui: { visibility: ["app"] } });
    expect(tool("search")?._meta).toBeUndefined();
    expect(Object.keys(tool("show_sources")?.outputSchema?.properties ?? {})).toEqual(["sources", "message"]);
    expect(tool("source_page")?.annotations?.readOnlyHint).toBe(true);

    const { resources } = await client.listResources();
    expect(resources.find(({ uri }) => uri === URI)).toMatchObject({ name: "source-viewer", mimeType: MIME_TYPE });
    const { contents } = await client.readResource({ uri: URI });
    expect(contents).toMatchObject([
      {
        uri: URI,
        mimeType: MIME_TYPE,
        text: expect.stringContaining("ui/initialize"),
        _meta: { ui: { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } } },
      },
    ]);
  });

  test("show_sources gives cards to the model and the launcher to the page", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], folder.path);
    const result = await call(connected.client, "show_sources", { locators: [pdf, notes, UNKNOWN] });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({
      message: "Source viewer ready with 3 references.",
      sources: [
        {
          id: "C1",
          locator: pdf,
          title: "Filesystem Hierarchy Standard",
          where: "Filesystem Hierarchy Standard, p. 20 (printed 13), §3.13.1. Purpose",
          text: expect.stringMatching(/^\/opt is reserved for the installation of add-on/),
        },
        {
          id: "C2",
          locator: notes,
          title: "Notes",
          where: "notes.md, line 3, §Notes",
          text: "The outer pier is for boats.",
        },
        { id: "C3", locator: UNKNOWN, error: expect.stringContaining("No document in the library matches") },
      ],
    });
    const { sources } = result.structuredContent as { sources: unknown };
    expect(viewOf(result)).toEqual({ mode: "launcher", sources, selected: null, view: null } as never);
    expect(result.content).toMatchObject([{ type: "text", text: expect.stringContaining("**[C2] notes.md, line 3") }]);
  });

  test("source_page gives the page beside the answer, where no model reads it", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], folder.path);
    const page = (input: Record<string, unknown>) => call(connected.client, "source_page", input);
    const first = await page({ locator: pdf });
    expect(first.structuredContent).toEqual({ locator: pdf, page: 20, message: "Source page loaded." });
    expect(JSON.stringify([first.content, first.structuredContent])).not.toContain("data:image");
    const view = viewOf(first);
    if (view.kind !== "pdf") throw new Error(view.kind);
    expect(view).toMatchObject({ page: 20, page_count: 50, page_width: 612, page_height: 792, notice: "" });
    expect(view.image).toStartWith("data:image/png;base64,iVBOR");
    expect(view.boxes.length).toBeGreaterThan(3);
    expect(view.boxes.flat().every((number) => number >= 0 && number <= 1)).toBe(true);

    expect(viewOf(await page({ locator: pdf, page: 21 }))).toMatchObject({
      kind: "pdf",
      page: 21,
      boxes: [],
      notice: "",
    });
    expect(viewOf(await page({ locator: pdf, page: 999 }))).toEqual({
      kind: "text",
      notice: "Page must be between 1 and 50.",
    });
    expect(viewOf(await page({ locator: notes }))).toMatchObject({
      kind: "markdown",
      lines: ["# Notes", "", "The *outer* pier is for boats.", ""],
      spans: [[3, 3]],
    });
  });

  test("wrong arguments are errors with a code", async () => {
    await using connected = await connect(kind, [BINARY, "mcp", "--library", library], folder.path);
    for (const [name, input, code] of [
      ["show_sources", { locators: [] }, "invalid_argument"],
      ["source_page", { locator: pdf, page: -1 }, "invalid_argument"],
      ["source_page", { locator: notes, page: 99 }, "invalid_argument"],
      ["source_page", { locator: UNKNOWN }, "locator_unknown"],
    ] as const) {
      const result = await call(connected.client, name, input);
      expect([result.isError, result._meta?.["footnote/error"]]).toMatchObject([true, { code }]);
    }
  });
});

describe("footnote open", () => {
  test("writes one file with the page and its neighbours", () => {
    const { code, out } = run("open", pdf, notes, "--out", "page.html", "--no-open");
    const path = join(folder.path, "page.html");
    expect([code, out.split("\n")[0]]).toEqual([0, `Wrote ${path}`]);
    const html = readFileSync(path, "utf8");
    const data = JSON.parse(/id="sources">([^<]*)</.exec(html)?.[1] ?? "");
    expect(data.sources.map(({ id }: { id: string }) => id)).toEqual(["C1", "C2"]);
    expect(data.pages.C1.first).toBe(20);
    expect(Object.keys(data.pages.C1.views)).toEqual(["19", "20", "21"]);
    expect(data.pages.C2.views["1"].kind).toBe("markdown");
  });

  test("replaces no file unasked, and says what it cannot open", () => {
    writeFileSync(join(folder.path, "there.html"), "mine");
    expect(run("open", pdf, "--out", "there.html", "--no-open").code).toBe(2);
    expect(readFileSync(join(folder.path, "there.html"), "utf8")).toBe("mine");
    expect(run("open", pdf, "--out", "there.html", "--no-open", "--force").code).toBe(0);
    const failed = run("open", UNKNOWN, "--no-open", "--json");
    expect([failed.code, JSON.parse(failed.out).error.code]).toEqual([2, "locator_unknown"]);
    const partly = run("open", UNKNOWN, notes, "--out", "partly.html", "--no-open", "--json");
    expect([partly.code, JSON.parse(partly.out).data.sources[0].error]).toEqual([
      3,
      expect.stringContaining("No document"),
    ]);
  });

  test.skipIf(process.platform !== "linux")("gives the file to the system's opener", () => {
    const programs = join(folder.path, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\nprintf %s "$1" > '${folder.path}/opened'\n`);
    chmodSync(join(programs, "xdg-open"), 0o755);
    const env = { PATH: `${programs}:/bin:/usr/bin`, TMPDIR: folder.path };
    const { out } = footnote(["open", "fhs-3.0.pdf", "--json", "--library", library], { cwd: folder.path, env });
    const { path, opened } = JSON.parse(out).data;
    expect([opened, readFileSync(join(folder.path, "opened"), "utf8"), existsSync(path)]).toEqual([true, path, true]);
    expect(path).toStartWith(join(folder.path, "footnote-"));
    const nobody = footnote(["open", "fhs-3.0.pdf", "--json", "--library", library], {
      cwd: folder.path,
      env: { PATH: folder.path, TMPDIR: folder.path },
    });
    expect(JSON.parse(nobody.out).data.opened).toBe(false);
  });
});
