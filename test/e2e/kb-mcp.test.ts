/** Local Vector Search MCP's conformance list (kb.md §9) against the executable, driven by MCP clients; each test names its line. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { CLIENTS, type Connected } from "../mcp-clients.ts";
import { BINARY, emptyFolder, footnote } from "./binary.ts";
import { ask, call, expectWritesOff, type Fields, failure, request, settled, startKb } from "./kb-client.ts";

const folder = emptyFolder();
const at = (name: string) => join(folder.path, name);
const PLAN = "# Plan\n\nDraft text.\n\n- Buy paper\n  - A4\n- Call Ann\n\n## Deep\n\n### Deeper\n\nBottom.\n";
mkdirSync(at("images"));
writeFileSync(at("plan.md"), PLAN);
writeFileSync(at("heads.md"), "# Only\n\n## Headings\n");
const GIF = Buffer.from("R0lGODdhAgABAPAAAP8AAAAA/ywAAAAAAgABAAACAkQKADs=", "base64");
writeFileSync(at("images/two.gif"), GIF);

let server: Connected;
let readOnly: Connected;
beforeAll(async () => {
  server = await startKb(folder.path, ["--allow-writes", "--embedding-provider", "none"]);
  readOnly = await startKb(folder.path, ["--embedding-provider", "none"]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await readOnly[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const NAMES =
  "kb_create kb_create_pdf kb_delete kb_delete_image kb_download_file kb_edit_table kb_list_files kb_list_images kb_load_image kb_move kb_move_image kb_outline kb_patch kb_read kb_reindex kb_save_image kb_search kb_status";

describe.each(CLIENTS)("with a %s client", (kind) => {
  test("line 1: eighteen tools by name, none of them for debugging", async () => {
    await using one = await startKb(folder.path, [], kind);
    const { tools } = await one.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(NAMES.split(" "));
  });
});

describe("protocol", () => {
  test("line 2: kb_status takes {} and says that it takes no more; results keep to their schemas; the outline is recursive", async () => {
    const { tools } = await server.client.listTools();
    expect(tools.find(({ name }) => name === "kb_status")?.inputSchema).toMatchObject({
      type: "object",
      properties: {},
      additionalProperties: false,
    });
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const answers: [string, Fields][] = [
      ["kb_status", {}],
      ["kb_outline", { request: { path: "plan.md" } }],
      ["kb_read", { request: { path: "plan.md" } }],
      ["kb_list_files", { request: {} }],
      ["kb_list_images", {}],
    ];
    for (const [name, given] of answers) {
      const validate = ajv.compile((tools.find((tool) => tool.name === name)?.outputSchema ?? {}) as object);
      const answer = await ask(server, name, given);
      expect([name, validate(answer), validate.errors]).toEqual([name, true, null]);
    }
    const { headings } = await request(server, "kb_outline", { path: "plan.md" });
    expect(headings).toMatchObject([
      {
        level: 1,
        title: "Plan",
        children: [{ title: "Deep", children: [{ title: "Deeper", level: 3, children: [] }] }],
      },
    ]);
  });

  test("line 4: kb_save_image has the shape of an upload, and refuses one without a URL in a controlled way", async () => {
    const { tools } = await server.client.listTools();
    const save = tools.find(({ name }) => name === "kb_save_image");
    expect(save?._meta?.["openai/fileParams"]).toEqual(["file"]);
    expect(save?.inputSchema.required).toContain("file");
    const { properties = {}, required = [] } = (save?.inputSchema.properties?.file ?? {}) as Fields & {
      required?: string[];
    };
    expect([Object.keys(properties as object).sort(), [...required].sort()]).toEqual([
      ["download_url", "file_id", "file_name", "mime_type"],
      ["download_url", "file_id"],
    ]);
    for (const name of ["fileName", "altText", "targetPath"]) expect(save?.inputSchema.required).not.toContain(name);
    expect((await failure(server, "kb_save_image", { file: { file_id: "x" } })).code).toBe("INVALID_ARGUMENT");
    const url = await failure(server, "kb_save_image", {
      file: { file_id: "x", download_url: "https://example.org/a.png" },
    });
    expect([url.code, url.message]).toEqual(["INVALID_ARGUMENT", expect.stringContaining("dataBase64")]);
  });

  test("arguments are taken with and without their wrapper", async () => {
    const wrapped = await ask(server, "kb_read", { request: { path: "plan.md" } });
    expect(await ask(server, "kb_read", { path: "plan.md" })).toEqual(wrapped);
  });

  test("line 6: no index, no search; topK 0 is refused", async () => {
    const bare = emptyFolder();
    writeFileSync(join(bare.path, "a.md"), "# Only a heading\n");
    const one = await startKb(bare.path, ["--embedding-provider", "none"]);
    await request(one, "kb_reindex", {});
    await settled(one);
    expect((await failure(one, "kb_search", { request: { query: "heading" } })).code).toBe("INDEX_NOT_READY");
    expect((await failure(one, "kb_search", { request: { query: "heading", topK: 0 } })).code).toBe("INVALID_ARGUMENT");
    await one[Symbol.asyncDispose]();
    bare[Symbol.dispose]();
  });

  test("line 7: a document that is not there is NOT_FOUND for every tool, and the server goes on", async () => {
    const hash = "0".repeat(64);
    for (const [name, given] of [
      ["kb_read", { path: "gone.md", pointer: "1.p1" }],
      ["kb_outline", { path: "gone.md" }],
      ["kb_move", { sourcePath: "gone.md", targetPath: "there.md", expectedSourceHash: hash }],
      ["kb_delete", { path: "gone.md", expectedSourceHash: hash }],
    ] as const)
      expect([name, (await failure(server, name, { request: given })).code]).toEqual([name, "NOT_FOUND"]);
    expect(await request(server, "kb_outline", { path: "plan.md" })).toHaveProperty("headings");
  });

  test("line 8: no way out, stale hashes change nothing, and nothing is created twice", async () => {
    expect((await failure(server, "kb_create", { request: { path: "../outside.md", markdown: "x" } })).code).toBe(
      "INVALID_PATH",
    );
    expect(existsSync(join(folder.path, "../outside.md"))).toBe(false);
    const stale = "f".repeat(64);
    for (const [name, given] of [
      ["kb_move", { sourcePath: "plan.md", targetPath: "moved.md", expectedSourceHash: stale }],
      ["kb_delete", { path: "plan.md", expectedSourceHash: stale }],
    ] as const)
      expect(await failure(server, name, { request: given })).toMatchObject({
        code: "CONFLICT",
        reason: "SOURCE_HASH_MISMATCH",
      });
    expect([readFileSync(at("plan.md"), "utf8"), existsSync(at("moved.md"))]).toEqual([PLAN, false]);
    const made = await request(server, "kb_create", { path: "sub/new.md", markdown: "Fresh.\r\n" });
    expect(made).toEqual({
      path: "sub/new.md",
      sourceHash: sha256(Buffer.from("Fresh.\r\n")),
      indexSynchronized: false,
      indexError: null,
      previousPath: null,
    });
    expect(readFileSync(at("sub/new.md"), "utf8")).toBe("Fresh.\r\n");
    const twice = await failure(server, "kb_create", { request: { path: "sub/new.md", markdown: "Other." } });
    expect([twice.code, twice.message.toLowerCase()]).toEqual([
      "INVALID_ARGUMENT",
      expect.stringContaining("already exists"),
    ]);
    const moved = await request(server, "kb_move", {
      sourcePath: "sub/new.md",
      targetPath: "deep/er/old.md",
      expectedSourceHash: String(made.sourceHash).toUpperCase(),
    });
    expect(moved).toMatchObject({ path: "deep/er/old.md", previousPath: "sub/new.md", sourceHash: made.sourceHash });
    expect(
      await request(server, "kb_delete", { path: "deep/er/old.md", expectedSourceHash: made.sourceHash }),
    ).toMatchObject({ sourceHash: null });
    expect(existsSync(at("deep/er/old.md"))).toBe(false);
  });

  test("line 9: with writes off every change says so before anything else", async () => {
    await expectWritesOff(readOnly, [
      ["kb_create", { request: { path: "../x.md", markdown: "x" } }],
      ["kb_patch", { request: { path: "plan.md", operations: [{ kind: "delete", pointer: "1.p1" }] } }],
      ["kb_move", { request: { sourcePath: "gone.md", targetPath: "b.md", expectedSourceHash: "0" } }],
      ["kb_delete", { request: { path: "plan.md", expectedSourceHash: "0" } }],
      ["kb_delete_image", { path: "images/two.gif" }],
    ]);
    expect(readFileSync(at("plan.md"), "utf8")).toBe(PLAN);
  });

  test("line 10: stdin closed: exit code 0, and nothing on stdout", () => {
    const ended = footnote(["mcp", "--profile", "kb"], { cwd: folder.path });
    expect([ended.code, ended.out]).toEqual([0, ""]);
  });

  test("line 11: a reindex runs in the background, once, and its outcome is told", async () => {
    const [first, second] = await Promise.all([
      request(server, "kb_reindex", { scope: "ALL" }),
      request(server, "kb_reindex", {}),
    ]);
    expect(first).toMatchObject({ started: true, current: { scope: "all", force: false } });
    expect(typeof second.started).toBe("boolean");
    expect(await request(server, "kb_read", { path: "plan.md" })).toHaveProperty("markdown", PLAN);
    const { indexing } = await settled(server);
    expect(indexing).toMatchObject({
      isRunning: false,
      current: null,
      last: { outcome: "succeeded", result: { scannedFiles: 2, warning: null } },
    });
  });
});

test("line 40: reading in pieces gives the exact source back", async () => {
  let pointer: unknown = "document";
  let markdown = "";
  for (let piece = 0; pointer !== null && piece < 20; piece++) {
    const slice = await request(server, "kb_read", { path: "plan.md", pointer, maxElements: 2 });
    markdown += String(slice.markdown);
    pointer = slice.nextPointer;
  }
  expect(markdown).toBe(PLAN);
  const whole = await request(server, "kb_read", { path: "plan.md", maxBytes: 1 });
  expect([whole.markdown, whole.nextPointer]).toEqual(["# Plan\n\n", expect.stringMatching(/^1\.p1~/)]);
  expect((await failure(server, "kb_read", { request: { path: "plan.md", pointer: " " } })).code).toBe(
    "INVALID_ARGUMENT",
  );
});

test("line 39: without embeddings, hybrid runs by words and says so", async () => {
  await request(server, "kb_reindex", {});
  await settled(server);
  const { results, warning } = await request(server, "kb_search", { query: "buy paper", mode: "HYBRID" });
  expect(warning).toContain("embeddings are switched off");
  expect(results).toMatchObject([
    {
      path: "plan.md",
      searchMode: "lexical",
      score: 1,
      headingPath: "Plan",
      element: { kind: "list_item", lineStart: 5 },
    },
  ]);
  expect((await failure(server, "kb_search", { request: { query: "x", mode: "semantic" } })).code).toBe(
    "INDEX_NOT_READY",
  );
});

describe("images and files", () => {
  test("line 43: a GIF is shown as the PNG of its first frame, with the metadata of the file", async () => {
    const { blocks, structured, isError } = await call(server, "kb_load_image", { path: "images/two.gif" });
    expect([isError, structured, blocks.map(({ type }) => type)]).toEqual([false, undefined, ["image", "text"]]);
    expect(JSON.parse(String(blocks[1]?.text))).toEqual({
      path: "images/two.gif",
      mimeType: "image/gif",
      bytes: GIF.length,
      sha256: sha256(GIF),
    });
    const png = Buffer.from(String(blocks[0]?.data), "base64");
    expect([blocks[0]?.mimeType, png.subarray(1, 4).toString()]).toEqual(["image/png", "PNG"]);
  });

  test("line 44: a loaded image has no structured content, and its picture comes first; a file comes as a resource", async () => {
    const png = Buffer.from("iVBORw0KGgoAAA==", "base64");
    const saved = await ask(server, "kb_save_image", {
      file: { file_id: "f", download_url: "", file_name: "tiny pic.png" },
      dataBase64: png.toString("base64"),
      altText: "A [tiny] pic",
    });
    expect(saved).toMatchObject({
      path: "images/tiny pic.png",
      mimeType: "image/png",
      bytes: 10,
      markdown: "![A \\[tiny\\] pic](<images/tiny pic.png>)",
    });
    const { blocks } = await call(server, "kb_load_image", { path: "images/tiny pic.png" });
    expect([blocks[0]?.type, blocks[0]?.data]).toEqual(["image", png.toString("base64")]);
    const file = await call(server, "kb_download_file", { path: "plan.md" });
    expect(file.blocks[0]).toEqual({
      type: "resource",
      resource: { uri: "kb:///plan.md", mimeType: "text/markdown", blob: Buffer.from(PLAN).toString("base64") },
    });
    expect(JSON.parse(String(file.blocks[1]?.text))).toMatchObject({ path: "plan.md", bytes: Buffer.byteLength(PLAN) });
    const moved = await ask(server, "kb_move_image", {
      request: { sourcePath: "images/tiny pic.png", targetPath: "pics/t.png", expectedSha256: saved.sha256 },
    });
    expect(moved).toEqual({ previousPath: "images/tiny pic.png", path: "pics/t.png", sha256: saved.sha256 });
    expect(await ask(server, "kb_delete_image", { path: "pics/t.png" })).toEqual({ path: "pics/t.png", deleted: true });
  });
});

test("the configuration is read, and what is wrong with it is said", () => {
  const run = (...args: string[]) => footnote(["local-vector-search-mcp", ...args], { cwd: folder.path });
  writeFileSync(
    at("kb.yaml"),
    "server:\n  name: mine\nknowledgeBase:\n  root: sub-notes\n  exclude: ['old/**']\nembedding:\n  provider: none\n  colour: red\n",
  );
  expect(run("--config", "kb.yaml", "--status").err).toContain("sub-notes does not exist");
  mkdirSync(at("sub-notes"));
  const status = run("--config", "kb.yaml", "--status");
  expect([status.code, JSON.parse(status.out).project.root, status.err]).toEqual([
    0,
    at("sub-notes"),
    expect.stringContaining("embedding.colour"),
  ]);
  writeFileSync(at("old.yaml"), "knowledgeBases: []\n");
  expect(run("--config", "old.yaml", "--status").err).toContain("the one folder is knowledgeBase");
  for (const args of [
    ["--nonsense"],
    ["stray"],
    ["--config"],
    ["--config", "gone.yaml"],
    ["--search-mode", "odd", "--status"],
  ]) {
    const ended = run(...args);
    expect([args, ended.code === 0, ended.out]).toEqual([args, false, ""]);
  }
});

test("the executable answers to the name of what it replaces", () => {
  const ended = Bun.spawnSync([BINARY, "--status", "--embedding-provider", "none"], {
    argv0: "local-vector-search-mcp",
    cwd: folder.path,
    env: { HOME: folder.path },
  });
  expect(JSON.parse(ended.stdout.toString())).toMatchObject({ indexMode: "lexical", project: { root: folder.path } });
});
