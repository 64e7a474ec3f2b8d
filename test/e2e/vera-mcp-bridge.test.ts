import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, footnote } from "./binary.ts";
import { makeArchives } from "./vera-archives.ts";
import { ask, call, error, type Fields, results } from "./vera-client.ts";

const folder = emptyFolder();
const at = makeArchives(folder.path);
afterAll(() => folder[Symbol.dispose]());

describe("the restricted server", () => {
  const policy = (given: Fields): Record<string, string> => {
    writeFileSync(at("policy.json"), JSON.stringify({ library_root: at("library"), ...given }));
    return { VERA_BRIDGE_POLICY_PATH: at("policy.json") };
  };
  const guarded = (given: Fields) =>
    connect(
      "v1",
      ["/usr/bin/env", `VERA_BRIDGE_POLICY_PATH=${policy(given).VERA_BRIDGE_POLICY_PATH}`, BINARY, "vera-mcp-bridge"],
      folder.path,
    );
  const denied = "Access denied by VERA bridge policy.";

  test.each([
    ["vera-mcp-bridge", {}, "VERA_BRIDGE_POLICY_PATH"],
    ["vera-mcp-bridge", { VERA_BRIDGE_POLICY_PATH: at("none.json") }, "none.json"],
    ["vera-mcp-bridge", { VERA_BRIDGE_POLICY_PATH: at("broken.vera") }, "it is not JSON"],
    ["mcp --profile vera --bridge", {}, "VERA_BRIDGE_POLICY_PATH"],
    ["vera mcp --bridge", {}, "VERA_BRIDGE_POLICY_PATH"],
    ["mcp --bridge", {}, "--bridge"],
  ])("footnote %s with %j serves nothing", (command, env, problem) => {
    const { code, out, err } = footnote(command.split(" "), { cwd: folder.path, env: { ...env } });
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(problem);
  });

  test("offers what a guest may have, and tells the limits", async () => {
    await using guest = await guarded({});
    const names = (await guest.client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain("vera_validate");
    expect(names).toHaveLength(11);
    expect(guest.client.getInstructions()).toContain("vera_library_info first");
    expect(await ask(guest, "vera_library_info", {})).toEqual({
      library_root: at("library"),
      supported_modes: ["hybrid", "semantic", "keyword"],
      max_top_k: 20,
      max_context_chunks: 2,
      max_sources: 12,
      tools: names.sort(),
      disclosure: expect.any(String),
    });
    expect(await error(guest, "vera_validate", { file: at("library/manual.vera") })).toBe(
      "Unknown tool: vera_validate",
    );
  });

  test("offers only the tools that a policy names", async () => {
    await using guest = await guarded({ allowed_tools: ["vera_validate", "vera_search"] });
    const { tools } = await guest.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["vera_search", "vera_validate"]);
    expect(await error(guest, "vera_inspect", { file: at("library/manual.vera") })).toBe("Unknown tool: vera_inspect");
  });

  test("reads the library and nothing else, whichever the tool", async () => {
    await using guest = await guarded({});
    const file = at("library/manual.vera");
    expect((await ask(guest, "vera_inspect", { file })).path).toBe(file);
    const chunk_id = "chunk_000001";
    const outside = [at("elsewhere/secret.vera"), at("library/../elsewhere/secret.vera"), at("library/link.vera")];
    for (const other of outside) {
      for (const [name, more] of [
        ["vera_search", { query: "x" }],
        ["vera_inspect", {}],
        ["vera_figures", {}],
        ["vera_get_figure", { asset_id: "x" }],
        ["vera_get_page", { page_number: 1 }],
        ["vera_get_chunk", { chunk_id }],
        ["vera_get_chunk", { chunk_id: " " }],
        ["vera_get_chunk_regions", { chunk_id }],
        ["vera_source_page", { chunk_id }],
      ] as const)
        expect(await error(guest, name, { file: other, ...more })).toBe(`Error executing tool ${name}: ${denied}`);
    }
    expect(await error(guest, "vera_corpus_search", { directory: folder.path, query: "x" })).toContain(denied);
    expect(await error(guest, "vera_inspect", { file: "manual.vera" })).toContain("Use an absolute path.");
    expect(await error(guest, "vera_inspect", { file: at("library/none.vera") })).toContain(
      "Archive was not found in the approved library.",
    );
  });

  test("cuts results and context to its limits", async () => {
    await using guest = await guarded({ max_top_k: 1, max_context_chunks: 0 });
    const given = { file: at("library/manual.vera"), query: "parking detention", mode: "semantic" };
    const found = results(await ask(guest, "vera_search", { ...given, top_k: 50, context_chunks: 9 }));
    expect(found).toHaveLength(1);
    expect(found[0]).not.toHaveProperty("after_chunks");
    expect(await error(guest, "vera_search", { ...given, top_k: 0 })).toContain("top_k must be at least 1.");
    const corpus = { directory: at("library"), query: "parking", recursive: true, top_k: 5 };
    const answer = await ask(guest, "vera_corpus_search", corpus);
    expect(results(answer).map(({ file }) => file)).toHaveLength(1);
    expect(JSON.stringify(answer)).not.toContain("secret");
  });

  test("shows a denied source without its place", async () => {
    await using guest = await guarded({ max_sources: 2 });
    const good = { file: at("library/manual.vera"), chunk_id: "chunk_000001", id: "C1" };
    const forged = { file: at("elsewhere/secret.vera"), chunk_id: "chunk_000001", id: "C2" };
    const { structuredContent, _meta } = await call(guest, "vera_show_sources", { sources: [good, forged] });
    const card = { file: "(omitted)", chunk_id: "chunk_000001", id: "C2", error: denied };
    expect((structuredContent as { sources: unknown[] }).sources).toEqual([expect.objectContaining(good), card]);
    expect(JSON.stringify(_meta)).not.toContain("secret");
    expect(await error(guest, "vera_show_sources", { sources: [good, good, good] })).toContain("At most 2 sources");
  });
});

test("roots hold VERA's tools, too", async () => {
  await using limited = await connect("v1", [BINARY, "mcp", "--profile", "vera", "--root", at("library")], folder.path);
  expect((await ask(limited, "vera_inspect", { file: "library/manual.vera" })).path).toBe(at("library/manual.vera"));
  expect(await error(limited, "vera_inspect", { file: at("library/link.vera") })).toContain(
    "outside the allowed roots",
  );
  expect(await error(limited, "vera_corpus_search", { directory: folder.path, query: "x" })).toContain("outside");
});
