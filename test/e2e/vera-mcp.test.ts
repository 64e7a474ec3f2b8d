import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { CLIENTS, connect } from "../mcp-clients.ts";
import theirs from "../vera/tools.json";
import { BINARY, emptyFolder } from "./binary.ts";
import { makeArchives } from "./vera-archives.ts";
import { ask, askList, call, error, results, startVera, textsOf } from "./vera-client.ts";

const folder = emptyFolder();
const at = makeArchives(folder.path);
const archives = ["manual.vera", "structured.vera", "markdown.vera", "sample archive.vera", "library/manual.vera"];
const before = archives.map((name) => readFileSync(at(name)));
const server = await startVera(at("elsewhere"));
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(archives.map((name) => readFileSync(at(name)))).toEqual(before);
  expect(Array.from(new Bun.Glob("**/*").scanSync(at("library"))).sort()).toEqual([
    "broken.vera",
    "manual.vera",
    "nested/archive/two.vera",
    "nested/structured.vera",
  ]);
  folder[Symbol.dispose]();
});

describe("what is offered", () => {
  test("all tools, nine of them as VERA 0.3.2 offers them, and two arguments more in searches", async () => {
    const { tools } = await server.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...theirs.map(({ name }) => name), "vera_library_info", "vera_show_sources", "vera_source_page"].sort(),
    );
    const later = { output: { default: "full", enum: ["full", "compact"], title: "Output", type: "string" } };
    for (const tool of theirs) {
      const ours = tools.find(({ name }) => name === tool.name);
      const { description = "", ...rest } = ours ?? { description: "" };
      expect(description.length).toBeGreaterThan(20);
      const isSearch = tool.name.endsWith("search");
      const more = isSearch ? { ...later, pretty: { default: false, title: "Pretty", type: "boolean" } } : {};
      const properties = { ...tool.inputSchema.properties, ...more };
      expect(rest as object).toEqual({ ...tool, inputSchema: { ...tool.inputSchema, properties } });
    }
  });

  test("the viewer's tools say what they are for, and the resource asks for no network", async () => {
    const { tools } = await server.client.listTools();
    const named = (name: string) => tools.find((tool) => tool.name === name);
    const uri = "ui://vera/source-viewer-v1.html";
    const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
    expect(named("vera_show_sources")).toMatchObject({
      annotations,
      _meta: {
        ui: { resourceUri: uri },
        "openai/outputTemplate": uri,
        "openai/toolInvocation/invoking": "Opening sources",
        "openai/toolInvocation/invoked": "Sources ready",
      },
    });
    expect(named("vera_source_page")).toMatchObject({
      annotations,
      _meta: { ui: { visibility: ["app"] }, "openai/widgetAccessible": true },
    });
    expect(named("vera_source_page")?.outputSchema).toBeUndefined();
    const { resources } = await server.client.listResources();
    const ui = { prefersBorder: true, csp: { connectDomains: [], resourceDomains: [] } };
    const mimeType = "text/html;profile=mcp-app";
    expect(resources).toMatchObject([{ uri, name: "VERA source viewer", mimeType, _meta: { ui } }]);
    const { contents } = await server.client.readResource({ uri });
    expect(contents).toMatchObject([{ uri, mimeType, _meta: { ui } }]);
    expect(contents[0]).toMatchObject({ text: expect.stringContaining("ui/initialize") });
    expect((await server.client.listPrompts()).prompts).toEqual([]);
  });

  test.each(CLIENTS)("a client %s sees a server called vera with instructions", async (kind) => {
    await using connected = await connect(kind, [BINARY, "vera", "mcp"], folder.path);
    expect(connected.client.getServerVersion()?.name).toBe("vera");
    expect(connected.client.getInstructions()).toContain("vera_search");
    expect((await ask(connected, "vera_library_info", {})).unrestricted).toBe(true);
  });

  test("vera_library_info of an open server", async () => {
    expect(await ask(server, "vera_library_info", {})).toEqual({
      library_root: null,
      supported_modes: ["hybrid", "semantic", "keyword"],
      unrestricted: true,
      message: expect.stringContaining("absolute path"),
    });
  });
});

test.each(CLIENTS)("a client %s searches, reads and refines", async (kind) => {
  await using connected = await connect(kind, [BINARY, "vera", "mcp"], at("elsewhere"));
  const file = at("sample archive.vera");
  const found = results(await ask(connected, "vera_search", { file, query: "capacity", mode: "keyword" }));
  expect(found.map(({ chunk_id }) => chunk_id).sort()).toEqual(["grid", "other"]);
  const [first] = found;
  const read = await ask(connected, "vera_get_chunk", { file, chunk_id: first?.chunk_id });
  expect([read.ok, read.text]).toEqual([true, first?.text]);
  const sources = [{ file, chunk_id: first?.chunk_id, id: "C1" }];
  const shown = await call(connected, "vera_show_sources", { sources });
  const card = { id: "C1", text: first?.text };
  expect(shown).toMatchObject({ isError: false, _meta: { "vera/view": { mode: "launcher", sources: [card] } } });
  const refined = await ask(connected, "vera_corpus_search", {
    directory: at("companies/GRID/archives/deep"),
    query: "capacity",
    where: { company: "GRID" },
    top_k: 1,
    context_chunks: 1,
  });
  const grid = { chunk_id: "grid", file: at("companies/GRID/archives/deep/grid.vera") };
  expect(results(refined)).toMatchObject([grid]);
  expect(await ask(connected, "vera_get_chunk", { file, chunk_id: 'it\'s\0"gone"' })).toEqual({
    ok: false,
    error: 'chunk not found: it\'s\0"gone"',
  });
});

describe("one archive", () => {
  test("vera_inspect and vera_validate", async () => {
    const file = "../manual.vera";
    expect(await ask(server, "vera_inspect", { file })).toMatchObject({
      format_version: "0.2",
      pages: 2,
      default_embedding_normalization: "l2",
      file,
      path: at("manual.vera"),
      title: "manual",
    });
    const report = await ask(server, "vera_validate", { file });
    expect(report).toMatchObject({ ok: true, issues: [], file, path: at("manual.vera") });
    expect(report.counts).toMatchObject({ chunks: 2, embeddings: 2, fts_rows: 2, attachments: 3 });
  });

  test("vera_get_page", async () => {
    const file = at("manual.vera");
    const page = await ask(server, "vera_get_page", { file, page_number: 2 });
    expect(page).toMatchObject({ page_id: "page_000002", page_number: 2, width: 595, height: 842 });
    expect(page.text).toContain("Detention");
    expect(await ask(server, "vera_get_page", { file, page_number: 99 })).toEqual({ error: "Page 99 not found" });
    const markdown = await ask(server, "vera_get_page", { file: at("markdown.vera"), page_number: 1 });
    expect([markdown.width, markdown.height]).toEqual([null, null]);
    expect(await ask(server, "vera_get_page", { file: at("sample archive.vera"), page_number: 1 })).toEqual({
      error: "Page 1 not found",
    });
  });

  test("vera_figures and vera_get_figure", async () => {
    const file = at("structured.vera");
    const [figure] = await askList(server, "vera_figures", { file });
    expect(figure).toEqual({
      block_id: "block_000004",
      page_number: 1,
      bbox: [72, 200, 172, 300],
      page_width: 595,
      page_height: 842,
      asset_id: "image_block_000004",
      mime_type: "image/png",
      filename: "page0001_block_000004.png",
      caption: null,
    });
    expect(await askList(server, "vera_figures", { file, page_start: 2 })).toEqual([]);
    expect(await askList(server, "vera_figures", { file, page_start: "1", page_end: 1 })).toHaveLength(1);
    const { content, structuredContent } = await call(server, "vera_get_figure", {
      file,
      asset_id: "image_block_000004",
    });
    expect(structuredContent).toBeUndefined();
    expect(content).toEqual([
      { type: "text", text: expect.stringContaining('"bbox": [\n    72.0,') },
      { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo/) },
    ]);
    expect(JSON.parse(textsOf(content)[0] ?? "")).toEqual(figure);
    for (const asset_id of ["image_block_missing", "source_original"]) {
      const missing = await call(server, "vera_get_figure", { file, asset_id });
      expect(missing).toMatchObject({ isError: false, content: [{ type: "text" }] });
      expect(JSON.parse(textsOf(missing.content)[0] ?? "")).toEqual({ error: `Figure ${asset_id} not found` });
    }
  });

  test("vera_get_chunk", async () => {
    const file = "../structured.vera";
    const chunk_id = "chunk_000001";
    const found = await ask(server, "vera_get_chunk", { file, chunk_id, include_figures: "yes" });
    expect(found).toMatchObject({
      ok: true,
      file,
      path: at("structured.vera"),
      chunk_id,
      text: "Restaurants require one parking space per 100 square feet of floor area.",
      document_id: "document_0001",
      source_filename: "structured.pdf",
      heading_path: "Chapter 110 Zoning > Article 5 Parking",
      page_start: 1,
      page_end: 1,
      figures: [{ asset_id: "image_block_000004" }],
    });
    expect(Object.keys(found).filter((key) => key.includes("score"))).toEqual([]);
    for (const [missing, where] of [
      ["chunk_zzzz", file],
      ["CHUNK_000001", file],
      ["  ", "/nowhere.vera"],
    ])
      expect(await ask(server, "vera_get_chunk", { file: where, chunk_id: missing })).toEqual({
        ok: false,
        error: `chunk not found: ${missing}`,
      });
  });

  test("stored metadata cannot pass for what an answer says itself", async () => {
    const file = at("sample archive.vera");
    const found = await ask(server, "vera_get_chunk", { file, chunk_id: "other", include_regions: true });
    expect(found).toEqual({
      company: "OTHER",
      chunk_id: "other",
      text: "Capacity of the other network.",
      regions: [],
      file,
      path: file,
      ok: true,
    });
  });

  test("vera_get_chunk_regions", async () => {
    const [region] = await askList(server, "vera_get_chunk_regions", {
      file: at("structured.vera"),
      chunk_id: "chunk_000001",
    });
    expect(region).toMatchObject({ block_id: "block_000003", page_number: 1, page_width: 595, page_height: 842 });
    expect(region?.bbox).toHaveLength(4);
    const [span] = await askList(server, "vera_get_chunk_regions", {
      file: at("markdown.vera"),
      chunk_id: "chunk_000001",
    });
    expect(span).toMatchObject({ kind: "text_span", start: { line: expect.any(Number), column: 1 } });
    expect(await askList(server, "vera_get_chunk_regions", { file: at("manual.vera"), chunk_id: "x" })).toEqual([]);
  });
});

describe("what goes wrong", () => {
  test("is a result with VERA's words", async () => {
    expect(await error(server, "vera_nope", {})).toBe("Unknown tool: vera_nope");
    expect(await error(server, "vera_inspect", { file: at("broken.vera") })).toBe(
      "Error executing tool vera_inspect: file is not a database",
    );
    expect(await error(server, "vera_validate", { file: at("none.vera") })).toStartWith(
      `Error executing tool vera_validate: ${at("none.vera")}`,
    );
    expect(await error(server, "vera_get_page", {})).toStartWith(
      "Error executing tool vera_get_page: 2 validation errors for vera_get_pageArguments\nfile\n  Field required",
    );
    expect(await error(server, "vera_show_sources", { sources: [] })).toContain("at least 1");
  });

  test.each([
    [{ mode: "Keyword" }, "mode must be semantic, keyword, or hybrid"],
    [{ top_k: -1 }, "top_k must be non-negative"],
    [{ top_k: 10_001 }, "top_k must be at most 10000"],
    [{ context_chunks: -1 }, "context_chunks must be non-negative"],
    [{ query: "", mode: "hybrid" }, "hybrid search requires text"],
    [{ query: "", mode: "keyword" }, "keyword search requires text"],
    [{ where: { a: 1 } }, "2 validation errors for vera_searchArguments"],
  ])("in a search with %j", async (given, problem) => {
    const told = await error(server, "vera_search", { file: at("manual.vera"), query: "parking", ...given });
    expect(told).toStartWith(`Error executing tool vera_search: ${problem}`);
  });

  test("in a search of a folder", async () => {
    const query = "parking";
    expect(await error(server, "vera_corpus_search", { directory: at("none"), query })).toBe(
      `Error executing tool vera_corpus_search: ${at("none")}`,
    );
    expect(await error(server, "vera_corpus_search", { directory: at("companies"), query })).toBe(
      `Error executing tool vera_corpus_search: No .vera files found in ${at("companies")}`,
    );
  });
});
