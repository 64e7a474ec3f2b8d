/** Whole editing sessions over the executable: what an agent does with a folder of notes, by the drop-in's tools and by Footnote's own. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { CLIENTS, type Connected, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, footnote } from "./binary.ts";
import { type Fields, failure, request, settled, startKb } from "./kb-client.ts";

const BOM = "\uFEFF";
const GARDEN = `${BOM}# Garden\r\n\r\nTomatoes need a stake.  \r\n\r\n- [ ] Water the basil\r\n- [x] Sow carrots\r\n\r\n## Shed\r\n\r\nThe rake hangs left.`;

describe.each(CLIENTS)("with a %s client", (kind) => {
  test("search, read, dry run, patch, search again; what was not touched keeps its bytes", async () => {
    using folder = emptyFolder();
    const garden = join(folder.path, "garden.md");
    writeFileSync(garden, GARDEN);
    await using server = await startKb(folder.path, ["--allow-writes", "--embedding-provider", "none"], kind);
    await request(server, "kb_reindex", {});
    await settled(server);

    const { results } = await request(server, "kb_search", { query: "tomatoes stake" });
    const [hit] = results as [Fields & { readHint: Fields; element: { pointer: string } }];
    expect(hit).toMatchObject({
      path: "garden.md",
      headingPath: "Garden",
      indexedSourceHash: sha256(Buffer.from(GARDEN)),
    });
    const slice = await request(server, "kb_read", hit.readHint);
    const [paragraph] = slice.elements as [Fields];
    expect(paragraph).toMatchObject({ kind: "paragraph", text: "Tomatoes need a stake." });

    const change = {
      path: "garden.md",
      operations: [{ kind: "replace_element", pointer: paragraph.pointer, markdown: "Tomatoes need a trellis." }],
    };
    const dry = await request(server, "kb_patch", { ...change, dryRun: true });
    expect(dry.diff).toContain("+Tomatoes need a trellis.");
    expect(readFileSync(garden, "utf8")).toBe(GARDEN);

    const done = await request(server, "kb_patch", change);
    const expected = GARDEN.replace("a stake.", "a trellis.");
    expect(readFileSync(garden, "utf8")).toBe(expected);
    expect(done).toMatchObject({ path: "garden.md", sourceHash: sha256(Buffer.from(expected)), previousPath: null });
    const [touched] = done.touched as [Fields];
    await settled(server);
    const again = await request(server, "kb_search", { query: "trellis" });
    expect(again.results).toMatchObject([{ element: { pointer: touched.pointer } }]);

    const stale = await failure(server, "kb_patch", { request: change });
    expect(stale).toMatchObject({
      code: "CONFLICT",
      reason: "SELF_HASH_MISMATCH",
      pointer: paragraph.pointer,
      currentPointer: touched.pointer,
      excerpt: "Tomatoes need a trellis.",
    });
    expect(readFileSync(garden, "utf8")).toBe(expected);
  });
});

/** Footnote's own server over a folder of notes. */
function startOwn(notes: string, cwd: string, ...more: string[]): Promise<Connected> {
  return connect("v1", [BINARY, "mcp", "--notes", notes, ...more], cwd);
}

async function own(to: Connected, name: string, given: Fields): Promise<Fields> {
  const { structuredContent, isError, content } = await to.client.callTool({ name, arguments: given });
  expect([name, isError === true, content]).toEqual([name, false, content]);
  return structuredContent as Fields;
}

describe("Footnote's own profile", () => {
  test("offers the tools that write only with --allow-write", async () => {
    using folder = emptyFolder();
    await using server = await startOwn(folder.path, folder.path);
    const { tools } = await server.client.listTools();
    const names = tools.map(({ name }) => name).filter((name) => name.startsWith("kb_"));
    expect(names.sort()).toEqual(
      "kb_history kb_links kb_list_files kb_list_images kb_outline kb_read kb_reindex kb_search kb_status".split(" "),
    );
  });

  test("changes nothing in a folder of --notes-read-only, nor below or above it, by whatever name", async () => {
    using folder = emptyFolder();
    const [open, closed] = [join(folder.path, "open"), join(folder.path, "all/closed")];
    for (const path of [open, join(closed, "sub")]) mkdirSync(path, { recursive: true });
    symlinkSync(closed, join(folder.path, "alias"));
    writeFileSync(join(closed, "plan.md"), "# Plan\n");
    const rest = ["--allow-write", "--notes-read-only", join(folder.path, "alias")];
    await using server = await startOwn(open, folder.path, ...rest);
    expect(await own(server, "kb_create", { path: "new.md", markdown: "# New\n" })).toMatchObject({ path: "new.md" });
    for (const notes of ["alias", "all/closed", "all/closed/sub", "all"]) {
      const { isError, content } = await server.client.callTool({
        name: "kb_create",
        arguments: { notes, path: "new.md", markdown: "x" },
      });
      expect([notes, isError]).toEqual([notes, true]);
      expect(JSON.stringify(content)).toContain("Workspace writes are disabled.");
    }
    expect(await own(server, "kb_read", { notes: "alias", path: "plan.md" })).toMatchObject({ path: "plan.md" });
    const typed = ["kb", "create", "new.md", "--markdown", "x", "--notes-read-only", closed];
    expect(footnote(typed, { cwd: folder.path })).toMatchObject({ code: 2, err: expect.stringContaining("disabled") });
    expect(existsSync(join(closed, "new.md"))).toBe(false);
  });

  test("shows no change of a file that is not UTF-8, as it would make none", async () => {
    using folder = emptyFolder();
    const path = join(folder.path, "latin.md");
    writeFileSync(path, Buffer.from("caf\xe9\n\nend\n", "latin1"));
    await using server = await startOwn(folder.path, folder.path, "--allow-write");
    const { elements } = await own(server, "kb_read", { path: "latin.md", pointer: "p2" });
    const operations = [{ kind: "delete", pointer: (elements as Fields[])[0]?.pointer }];
    for (const dryRun of [true, false]) {
      const given = { path: "latin.md", operations, dryRun };
      const { isError, content } = await server.client.callTool({ name: "kb_patch", arguments: given });
      expect([dryRun, isError, JSON.stringify(content)]).toEqual([dryRun, true, expect.stringContaining("UTF-8")]);
    }
    expect(readFileSync(path, "latin1")).toBe("caf\xe9\n\nend\n");
  });

  test("moves a file with its links, a section to another file, ticks a task, sets front matter, and takes it back", async () => {
    using folder = emptyFolder();
    const notes = join(folder.path, "notes");
    mkdirSync(notes);
    const at = (name: string) => readFileSync(join(notes, name), "utf8");
    writeFileSync(join(notes, "garden.md"), GARDEN);
    writeFileSync(join(notes, "index.md"), "# Index\n\n[garden](garden.md#shed), [gone](gone.md)\n");
    await using server = await startOwn(notes, folder.path, "--allow-write");

    expect(await own(server, "kb_links", {})).toMatchObject({
      links: [{ path: "index.md", line: 3, destination: "gone.md", state: "no_file" }],
      documents: 2,
    });
    const moved = await own(server, "kb_move", {
      sourcePath: "garden.md",
      targetPath: "places/garden.md",
      expectedSourceHash: sha256(Buffer.from(GARDEN)),
    });
    expect(moved).toMatchObject({
      path: "places/garden.md",
      repaired: [{ path: "index.md", links: 1 }],
      notRepaired: [],
    });
    expect(at("index.md")).toContain("[garden](places/garden.md#shed), [gone](gone.md)");
    const { backlinks } = await own(server, "kb_links", { path: "places/garden.md" });
    expect(backlinks).toMatchObject([{ path: "index.md", state: "ok" }]);

    const pointerOf = async (logical: string) => {
      const { elements } = await own(server, "kb_read", { path: "places/garden.md", pointer: logical });
      return (elements as { pointer: string }[])[0]?.pointer;
    };
    const ticked = await own(server, "kb_task", { path: "places/garden.md", pointer: await pointerOf("1.li1") });
    expect([ticked.done, ticked.pointer]).toEqual([true, await pointerOf("1.li1")]);
    expect(at("places/garden.md")).toBe(GARDEN.replace("[ ] Water", "[x] Water"));

    await own(server, "kb_front_matter", { path: "index.md", set: { tags: ["home"] } });
    expect(at("index.md")).toStartWith("---\ntags: [home]\n---\n\n# Index\n");

    const put = await own(server, "kb_section", {
      path: "places/garden.md",
      pointer: await pointerOf("1.1"),
      targetPath: "index.md",
    });
    expect(put).toMatchObject({ path: "places/garden.md", targetPath: "index.md" });
    expect(at("index.md")).toEndWith("[gone](gone.md)\n\n## Shed\n\nThe rake hangs left.\n");
    expect(at("places/garden.md")).not.toContain("Shed");

    const { changes } = await own(server, "kb_history", {});
    expect((changes as Fields[]).map(({ action, path }) => [action, path])).toEqual([
      ["edited", "places/garden.md"],
      ["edited", "index.md"],
      ["edited", "index.md"],
      ["edited", "places/garden.md"],
      ["edited", "index.md"],
      ["moved", "places/garden.md"],
    ]);
    for (let more = 0; more < 3; more++) await own(server, "kb_undo", { path: "index.md" });
    expect(at("index.md")).toBe("# Index\n\n[garden](garden.md#shed), [gone](gone.md)\n");
    const refused = await server.client.callTool({ name: "kb_undo", arguments: {} });
    expect([refused.isError, refused._meta?.["footnote/error"]]).toMatchObject([true, { code: "invalid_argument" }]);
  });

  test("serves several folders by name, the first where none is named, and none besides", async () => {
    using folder = emptyFolder();
    for (const name of ["one", "two", "three", "docs"]) {
      mkdirSync(join(folder.path, name));
      writeFileSync(join(folder.path, name, `${name}.md`), `# ${name}\n`);
    }
    const docs = ["--root", join(folder.path, "docs")];
    await using server = await startOwn("one", folder.path, "--notes", "two", ...docs);
    const names = async (given: Fields) => {
      const { files } = await own(server, "kb_list_files", given);
      return (files as Fields[]).map(({ relativePath }) => relativePath);
    };
    expect([await names({}), await names({ notes: "two" })]).toEqual([["one.md"], ["two.md"]]);
    const other = await server.client.callTool({ name: "kb_list_files", arguments: { notes: "three" } });
    expect([other.isError, other._meta?.["footnote/error"]]).toMatchObject([true, { code: "path_outside_root" }]);
  });

  test("the same on the command line, with its exit codes", () => {
    using folder = emptyFolder();
    writeFileSync(join(folder.path, "a.md"), "# A\n\nOnly lighthouses here.\n");
    const run = (...args: string[]) => footnote(["kb", ...args], { cwd: folder.path });
    expect(JSON.parse(run("read", "a.md", "1.p1", "--json").out).data).toMatchObject({
      path: "a.md",
      nextPointer: null,
    });
    expect(run("search", "lighthouses").out).toContain("**a.md**, lines 3–3");
    const none = run("search", "zeppelin", "--mode", "lexical");
    expect([none.code, none.out]).toEqual([1, expect.stringContaining("Nothing in these notes")]);
    const gone = run("outline", "gone.md", "--json");
    expect([gone.code, JSON.parse(gone.out).error.code]).toEqual([2, "note_not_found"]);
    expect(run("history").code).toBe(1);
  });
});
