/** What must not get out of, or into, a folder of notes: every tool of the executable that takes a path, with paths that lead elsewhere. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connected } from "../mcp-clients.ts";
import { emptyFolder } from "./binary.ts";
import { type Fields, failure, request, startKb } from "./kb-client.ts";

const folder = emptyFolder();
const root = join(folder.path, "root");
const SECRET = "# Secret\n\nKey.\n";
const HASH = "0".repeat(64);
let server: Connected;

beforeAll(async () => {
  mkdirSync(join(root, ".git"), { recursive: true });
  mkdirSync(join(folder.path, "outside"));
  writeFileSync(join(root, "a.md"), "# A\n");
  writeFileSync(join(root, ".git/config.md"), SECRET);
  writeFileSync(join(folder.path, "outside/secret.md"), SECRET);
  writeFileSync(join(folder.path, "outside/secret.png"), SECRET);
  symlinkSync(join(folder.path, "outside"), join(root, "way-out"));
  symlinkSync(join(folder.path, "outside/secret.md"), join(root, "link.md"));
  symlinkSync(join(folder.path, "outside/new.md"), join(root, "dangling.md"));
  server = await startKb(root, ["--allow-writes", "--embedding-provider", "none"]);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const PATHS = [
  "../outside/secret.md",
  "..\\outside\\secret.md",
  "sub/../../outside/secret.md",
  "/etc/passwd.md",
  "C:\\x.md",
  "a.md:stream.md",
  "way-out/secret.md",
  "link.md",
  "dangling.md",
  ".git/config.md",
  ".GIT/config.md",
  "CON.md",
  "a\u0000b.md",
  "a.txt",
  " ",
];

const CALLS: [string, (path: string) => Fields][] = [
  ["kb_read", (path) => ({ request: { path } })],
  ["kb_outline", (path) => ({ request: { path } })],
  [
    "kb_patch",
    (path) => ({ request: { path, operations: [{ kind: "insert_after", pointer: "document", markdown: "x" }] } }),
  ],
  ["kb_create", (path) => ({ request: { path, markdown: "x" } })],
  ["kb_move", (path) => ({ request: { sourcePath: path, targetPath: "b.md", expectedSourceHash: HASH } })],
  ["kb_move", (path) => ({ request: { sourcePath: "a.md", targetPath: path, expectedSourceHash: HASH } })],
  ["kb_delete", (path) => ({ request: { path, expectedSourceHash: HASH } })],
];

test.each(CALLS)("%s refuses every path that leads elsewhere", async (name, given) => {
  for (const path of PATHS)
    expect([path, (await failure(server, name, given(path))).code]).toEqual([path, "INVALID_PATH"]);
});

test("images and files neither", async () => {
  for (const path of ["../outside/secret.png", "way-out/secret.png", "images//a.png", "images\\a.png", ".git/a.png"])
    for (const name of ["kb_load_image", "kb_delete_image"])
      expect([name, path, (await failure(server, name, { path })).code]).toEqual([name, path, "INVALID_PATH"]);
  for (const path of ["../outside/secret.md", "way-out/secret.md", ".git/config.md", ".footnote-kb/index.db"])
    expect([path, (await failure(server, "kb_download_file", { path })).code]).toEqual([path, "INVALID_PATH"]);
});

test("listings follow no link and show neither Git's folder nor the index", async () => {
  const { files } = await request(server, "kb_list_files", {});
  expect((files as Fields[]).map(({ relativePath }) => relativePath)).toEqual(["a.md"]);
  const globs = ["/a", "..", "a/../b", "c:x", "\u0001", " "];
  for (const glob of globs)
    expect([
      glob,
      (await failure(server, "kb_search", { request: { query: "x", includeGlobs: [glob] } })).code,
    ]).toEqual([glob, "INVALID_ARGUMENT"]);
});

test("nothing was written outside, and arguments of wrong shapes end in an answer", async () => {
  expect(readdirSync(join(folder.path, "outside")).sort()).toEqual(["secret.md", "secret.png"]);
  expect(readFileSync(join(folder.path, "outside/secret.md"), "utf8")).toBe(SECRET);
  expect(existsSync(join(root, "b.md"))).toBe(false);
  for (const [name, given] of [
    ["kb_read", { request: "a.md" }],
    ["kb_read", { request: { path: 5 } }],
    ["kb_read", {}],
    ["kb_patch", { request: { path: "a.md", operations: [] } }],
    ["kb_patch", { request: { path: "a.md", operations: [{ kind: "explode", pointer: "1" }] } }],
    ["kb_read", { request: { path: "a.md", pointer: "1~xyz" } }],
    ["kb_search", { request: { query: "   " } }],
    ["kb_list_images", { pageSize: 0 }],
    ["kb_list_images", { cursor: "nonsense" }],
    ["debug_dump", {}],
  ] as const)
    expect([name, (await failure(server, name, given)).code]).toEqual([name, "INVALID_ARGUMENT"]);
  expect(await request(server, "kb_read", { path: "a.md" })).toHaveProperty("markdown", "# A\n");
});
