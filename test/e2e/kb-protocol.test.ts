/** Local Vector Search MCP's conformance list (kb.md §9), lines on the protocol that need writing, tables or the model inside; each test names its line. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Connected } from "../mcp-clients.ts";
import { emptyFolder, footnote } from "./binary.ts";
import { ask, call, expectWritesOff, type Fields, failure, request, settled, startKb } from "./kb-client.ts";

const folder = emptyFolder();
const at = (name: string) => join(folder.path, name);
const TABLE = "# Prices\n\n| Name | Price |\n|---|--:|\n| Tea | 3 |\n| Milk | 2 |\n";
let server: Connected;
beforeAll(async () => {
  writeFileSync(at("prices.md"), TABLE);
  server = await startKb(folder.path, ["--allow-writes", "--embedding-provider", "none"]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

test("lines 2 and 5: every answer of every tool that has a schema keeps to it, and is its text, too", async () => {
  const { tools } = await server.client.listTools();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const checked = new Set<string>();
  const valid = async (name: string, given: Fields): Promise<Fields> => {
    const schema = tools.find((tool) => tool.name === name)?.outputSchema;
    const validate = ajv.compile((schema ?? false) as object);
    const answer = await ask(server, name, given);
    expect([name, validate(answer), validate.errors]).toEqual([name, true, null]);
    checked.add(name);
    return answer;
  };
  const made = await valid("kb_create", { request: { path: "new.md", markdown: "# New\n\n- a\n  - b\n\nText.\n" } });
  const { elements } = await valid("kb_read", { request: { path: "new.md" } });
  const [, item] = elements as { pointer: string }[];
  const operations = [{ kind: "insert_after", pointer: item?.pointer, markdown: "- c" }];
  await valid("kb_patch", { request: { path: "new.md", operations, dryRun: true } });
  const patched = await valid("kb_patch", { request: { path: "new.md", operations } });
  expect(patched.sourceHash).not.toBe(made.sourceHash);
  await valid("kb_outline", { request: { path: "new.md" } });
  await valid("kb_reindex", { request: {} });
  await settled(server);
  await valid("kb_status", {});
  await valid("kb_search", { request: { query: "tea price" } });
  const read = await valid("kb_read", { request: { path: "prices.md", pointer: "1.t1" } });
  await valid("kb_edit_table", {
    path: "prices.md",
    pointer: read.pointer,
    action: "insert_row",
    values: ["Rum", "9"],
  });
  const moved = { sourcePath: "new.md", targetPath: "newer.md", expectedSourceHash: patched.sourceHash };
  await valid("kb_move", { request: moved });
  await valid("kb_delete", { request: { path: "newer.md", expectedSourceHash: patched.sourceHash } });
  await valid("kb_list_files", { request: {} });
  const png = Buffer.from("iVBORw0KGgoAAA==", "base64").toString("base64");
  await valid("kb_save_image", { file: { file_id: "f", download_url: "" }, dataBase64: png, targetPath: "a.png" });
  await valid("kb_list_images", {});
  await valid("kb_move_image", { request: { sourcePath: "a.png", targetPath: "b.png" } });
  await valid("kb_delete_image", { path: "b.png" });
  const unchecked = tools.filter((tool) => tool.outputSchema !== undefined && !checked.has(tool.name));
  // The book has a test of its own.
  expect(unchecked.map(({ name }) => name).filter((name) => name !== "kb_create_pdf")).toEqual([]);
  writeFileSync(at("prices.md"), TABLE);
});

test("line 3: kb_patch asks for no hash of the file, lists its kinds in order, and says what they do to sections", async () => {
  const { tools } = await server.client.listTools();
  const patch = tools.find(({ name }) => name === "kb_patch");
  const { properties, required } = (patch?.inputSchema.properties?.request ?? {}) as {
    properties: Fields;
    required: string[];
  };
  expect([required, Object.keys(properties).includes("expectedSourceHash")]).toEqual([["path", "operations"], false]);
  const { kind } = (properties.operations as { items: { properties: { kind: Fields } } }).items.properties;
  expect(kind.enum).toEqual(
    "replace replace_element replace_subtree replace_section delete_section insert_before insert_after delete".split(
      " ",
    ),
  );
  for (const phrase of [
    "replace_element",
    "replace_subtree",
    "replace_section",
    "delete_section",
    "deprecated alias",
    "section body is preserved",
    "complete owned section subtree",
  ])
    expect(patch?.description).toContain(phrase);
});

test("line 7: editing a document that is not there is NOT_FOUND, whatever the pointer", async () => {
  const operations = [{ kind: "delete", pointer: "9.p9~0000000000000000~0000000000000000" }];
  const gone = [
    await failure(server, "kb_patch", { request: { path: "gone.md", operations } }),
    await failure(server, "kb_edit_table", { path: "gone.md", pointer: "t1", action: "delete_row", rowIndex: 0 }),
  ];
  expect(gone.map(({ code }) => code)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
});

test("lines 27 and 33: tables are read when they are addressed, and edited by the pointers that edits answer", async () => {
  const whole = await request(server, "kb_read", { path: "prices.md" });
  expect(whole.table).toBeNull();
  const read = await request(server, "kb_read", { path: "prices.md", pointer: "1.t1" });
  expect(read.table).toEqual({
    columnCount: 2,
    rowCount: 2,
    columns: [
      { index: 0, name: "Name", alignment: "none" },
      { index: 1, name: "Price", alignment: "right" },
    ],
    rows: [
      { index: 0, cells: ["Tea", "3"] },
      { index: 1, cells: ["Milk", "2"] },
    ],
  });
  const edit = (pointer: unknown, more: Fields) =>
    ask(server, "kb_edit_table", { path: "prices.md", pointer, ...more });
  const updates = [{ value: "4", where: { equals: "Tea", column: "Name", columnIndex: null }, column: "Price" }];
  const first = await edit(read.pointer, { action: "update_cells", updates, rowIndex: null });
  const second = await edit(first.pointer, { action: "insert_row", valuesByColumn: { Name: "Rum | ice" } });
  expect(readFileSync(at("prices.md"), "utf8")).toBe(
    `${TABLE.replace("| Tea | 3 |", "| Tea | 4 |")}| Rum \\| ice |  |\n`,
  );
  const stale = await failure(server, "kb_edit_table", {
    path: "prices.md",
    pointer: read.pointer,
    action: "delete_row",
    rowIndex: 0,
  });
  expect(stale).toMatchObject({ code: "CONFLICT", reason: "SELF_HASH_MISMATCH", currentPointer: second.pointer });
});

test("line 9: with writes off the tools of tables and images say so, too", async () => {
  await using readOnly = await startKb(folder.path, ["--embedding-provider", "none"]);
  await expectWritesOff(readOnly, [
    ["kb_edit_table", { path: "prices.md", pointer: "t1", action: "delete_row", rowIndex: 0 }],
    ["kb_save_image", { file: { file_id: "f", download_url: "https://example.org/a.png" } }],
    ["kb_move_image", { request: { sourcePath: "a.png", targetPath: "b.png" } }],
    ["kb_delete_image", { path: "../a.png" }],
  ]);
  expect((await readOnly.client.listTools()).tools.map(({ name }) => name)).toContain("kb_patch");
});

test("line 11: while many files are indexed, reading goes on, and a second start tells of the first", async () => {
  using many = emptyFolder();
  mkdirSync(join(many.path, "sub"));
  for (let at = 0; at < 400; at++)
    writeFileSync(join(many.path, `sub/n${at}.md`), `# Note ${at}\n\n${"Words about boats and piers. ".repeat(40)}\n`);
  await using one = await startKb(many.path, ["--embedding-provider", "none"]);
  const answers = await Promise.all([
    request(one, "kb_reindex", { scope: "all" }),
    request(one, "kb_reindex", { scope: "changed", force: true }),
    request(one, "kb_read", { path: "sub/n7.md", maxElements: 1 }),
    request(one, "kb_outline", { path: "sub/n7.md" }),
    request(one, "kb_list_files", { pathPrefix: "sub/n7.md" }),
    ask(one, "kb_status", {}),
  ]);
  const [first, second, read, outline, list, status] = answers;
  expect([first.started, second.started]).toEqual([true, false]);
  expect(second.current).toMatchObject({
    scope: "all",
    force: false,
    startedAtUtc: (first.current as Fields).startedAtUtc,
  });
  expect([read.markdown, (outline.headings as Fields[]).length, (list.files as Fields[]).length]).toEqual([
    "# Note 7\n\n",
    1,
    1,
  ]);
  expect(status).toHaveProperty("indexing");
  const { indexing } = await settled(one);
  expect(indexing).toMatchObject({ last: { scope: "all", outcome: "succeeded", result: { indexedFiles: 400 } } });
});

test("line 35: --reindex prints what it did and ends; a second one skips, and --status tells", () => {
  using few = emptyFolder();
  for (const name of ["a", "b"]) writeFileSync(join(few.path, `${name}.md`), `# ${name}\n\nText of ${name}.\n`);
  const run = (...args: string[]) =>
    footnote(["local-vector-search-mcp", "--embedding-provider", "none", ...args], { cwd: few.path });
  const [first, second] = [run("--reindex"), run("--reindex")];
  expect([first.code, JSON.parse(first.out)]).toEqual([
    0,
    { scannedFiles: 2, indexedFiles: 2, skippedFiles: 0, deletedFiles: 0, chunksIndexed: 2, warning: null },
  ]);
  expect(JSON.parse(second.out)).toMatchObject({ indexedFiles: 0, skippedFiles: 2 });
  expect(JSON.parse(run("--status").out).project).toMatchObject({ documents: 2, chunks: 2 });
  const failed = run("--reindex", "--root", "gone");
  expect([failed.code, failed.out]).toEqual([1, ""]);
});

test("replace_fragment is taken though it is not listed", async () => {
  writeFileSync(at("f.md"), "Boats moor here.\n");
  const { elements } = await request(server, "kb_read", { path: "f.md" });
  const [{ pointer } = { pointer: "" }] = elements as { pointer: string }[];
  const operations = [{ kind: "replace_fragment", pointer, oldMarkdown: "moor", markdown: "lie" }];
  await request(server, "kb_patch", { path: "f.md", operations });
  expect(readFileSync(at("f.md"), "utf8")).toBe("Boats lie here.\n");
  const { isError } = await call(server, "kb_patch", { request: { path: "f.md", operations } });
  expect(isError).toBe(true);
});

test("line 38: before there are vectors hybrid is lexical with a warning; with the model inside both ways find", async () => {
  using few = emptyFolder();
  writeFileSync(join(few.path, "pier.md"), "# Pier\n\nBoats longer than twelve metres moor at the outer pier.\n");
  writeFileSync(join(few.path, "tea.md"), "# Tea\n\nGreen tea is steeped at eighty degrees.\n");
  await using one = await startKb(few.path, ["--search-mode", "semantic"]);
  expect((await failure(one, "kb_search", { request: { query: "ship" } })).code).toBe("INDEX_NOT_READY");
  const made = footnote(["local-vector-search-mcp", "--reindex"], { cwd: few.path });
  expect([made.code, JSON.parse(made.out).indexedFiles]).toEqual([0, 2]);
  const semantic = await request(one, "kb_search", { query: "mooring of big ships in the harbour" });
  expect((semantic.results as Fields[])[0]).toMatchObject({ path: "pier.md", searchMode: "semantic", score: 1 });
  const hybrid = await request(one, "kb_search", { query: "outer pier", mode: "hybrid", topK: 1 });
  expect(hybrid).toMatchObject({ results: [{ path: "pier.md", searchMode: "hybrid", score: 2 / 61 }], warning: null });
});

test("line 42: Git's folder and the index are never indexed; other folders are, as with the program that this replaces, but not in Footnote's own profile", async () => {
  using few = emptyFolder();
  for (const name of [".git", "node_modules", "notes"]) {
    mkdirSync(join(few.path, name));
    writeFileSync(join(few.path, name, "a.md"), `# ${name}\n\nA quokka lives here.\n`);
  }
  await using one = await startKb(few.path, ["--embedding-provider", "none"]);
  await request(one, "kb_reindex", {});
  await settled(one);
  const { results } = await request(one, "kb_search", { query: "quokka" });
  expect((results as Fields[]).map(({ path }) => path).sort()).toEqual(["node_modules/a.md", "notes/a.md"]);
  const own = footnote(["kb", "search", "quokka", "--mode", "lexical", "--json"], { cwd: few.path });
  expect(JSON.parse(own.out).data.results.map(({ path }: { path: string }) => path)).toEqual(["notes/a.md"]);
});
