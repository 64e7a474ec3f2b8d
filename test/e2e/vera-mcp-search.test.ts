import { afterAll, describe, expect, test } from "bun:test";
import { emptyFolder, footnote } from "./binary.ts";
import { makeArchives } from "./vera-archives.ts";
import { ask, call, error, type Fields, results, startVera } from "./vera-client.ts";

const folder = emptyFolder();
const at = makeArchives(folder.path);
const server = await startVera(folder.path);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe("vera_search", () => {
  const query = "restaurant parking";

  test("gives what can be cited", async () => {
    const answer = await ask(server, "vera_search", {
      file: at("structured.vera"),
      query,
      top_k: 2,
      include_figures: true,
    });
    expect(Object.keys(answer)).toEqual(["query", "mode", "results"]);
    expect([answer.query, answer.mode]).toEqual([query, "hybrid"]);
    const [hit] = results(answer);
    expect(hit).toMatchObject({
      chunk_id: "chunk_000001",
      text: expect.stringContaining("parking"),
      score: expect.any(Number),
      page_start: 1,
      heading_path: "Chapter 110 Zoning > Article 5 Parking",
      figures: [{ asset_id: "image_block_000004" }],
      regions: [{ block_id: "block_000003", page_number: 1, page_width: 595, page_height: 842 }],
    });
    expect(hit).not.toHaveProperty("before_chunks");
    expect(results(await ask(server, "vera_search", { file: at("structured.vera"), query, top_k: 0 }))).toEqual([]);
  });

  test("gives what stands around a hit", async () => {
    const [hit] = results(
      await ask(server, "vera_search", { file: at("manual.vera"), query, top_k: 1, context_chunks: 1 }),
    );
    expect(hit).toMatchObject({ before_chunks: [], after_chunks: [{ chunk_id: "chunk_000002" }] });
  });

  test("takes only chunks with the metadata that is asked for", async () => {
    const file = at("sample archive.vera");
    const ids = async (where: unknown) =>
      results(await ask(server, "vera_search", { file, query: "capacity", where }))
        .map(({ chunk_id }) => chunk_id)
        .sort();
    expect(await ids({ company: "GRID" })).toEqual(["grid"]);
    expect(await ids({ company: ["GRID", "OTHER"] })).toEqual(["grid", "other"]);
    expect(await ids('{"company": "OTHER"}')).toEqual(["other"]);
    expect(await ids({ company: "NONE" })).toEqual([]);
    expect(await ids(null)).toEqual(["grid", "other"]);
  });
});

describe("vera_corpus_search", () => {
  test("finds the file, and tells of those it cannot read", async () => {
    const directory = at("library");
    const answer = await ask(server, "vera_corpus_search", {
      directory,
      query: "restaurant parking",
      include_regions: true,
    });
    expect(Object.keys(answer)).toEqual([
      "directory",
      "query",
      "mode",
      "index",
      "skipped_files",
      "skipped_semantic_model_groups",
      "results",
    ]);
    expect(answer).toMatchObject({ directory, index: { used: false, exists: false, reasons: ["index is missing"] } });
    expect(answer.skipped_files).toEqual([
      { file: at("library/broken.vera"), category: "invalid", reason: expect.stringContaining("not a database") },
    ]);
    expect(results(answer)[0]).toMatchObject({ file: at("library/manual.vera"), chunk_id: "chunk_000001" });
    expect(results(answer)[0]?.regions).not.toEqual([]);
  });

  test("looks into folders when asked to, but for those that are left out", async () => {
    const given = { directory: at("library"), query: "detention", recursive: true, include_figures: true };
    const files = async (more: Fields) =>
      new Set(results(await ask(server, "vera_corpus_search", { ...given, ...more })).map(({ file }) => file));
    expect(await files({ excludes: ["archive"] })).toEqual(
      new Set([at("library/manual.vera"), at("library/nested/structured.vera")]),
    );
    expect(await files({ includes: ["nested/*.vera"], excludes: ["archive"] })).toEqual(
      new Set([at("library/nested/structured.vera")]),
    );
  });

  test("goes by what an index was made with, where nothing else is asked for", async () => {
    const indexed = footnote(
      ["vera", "index", "build", at("companies"), "--recursive", "--exclude", "OTHER", "--json"],
      {
        cwd: folder.path,
      },
    );
    expect(indexed.code).toBe(0);
    const given = { directory: at("companies"), query: "capacity" };
    const answer = await ask(server, "vera_corpus_search", given);
    expect(answer.index).toMatchObject({ used: true, fresh: true, recursive: true, excludes: ["OTHER"] });
    const grid = at("companies/GRID/archives/deep/grid.vera");
    expect(new Set(results(answer).map(({ file }) => file))).toEqual(new Set([grid]));
    const all = await ask(server, "vera_corpus_search", { ...given, excludes: [] });
    expect(all.index).toMatchObject({ used: false, fresh: true });
  });

  test("takes only files and chunks that are asked for", async () => {
    const answer = await ask(server, "vera_corpus_search", {
      directory: at("companies"),
      query: "capacity",
      mode: "KEYWORD",
      recursive: true,
      includes: ["GRID/archives/**"],
      where: { company: "GRID" },
      top_k: 1,
      context_chunks: 1,
    });
    expect(answer.mode).toBe("KEYWORD");
    expect(results(answer)).toMatchObject([
      { chunk_id: "grid", file: at("companies/GRID/archives/deep/grid.vera"), after_chunks: [{ chunk_id: "other" }] },
    ]);
  });
});

test("--strict-vera scores as VERA does", async () => {
  await using strict = await startVera(folder.path, "--strict-vera");
  const given = { file: at("structured.vera"), query: "parking", mode: "keyword" };
  const [hit] = results(await ask(strict, "vera_search", given));
  // What VERA 0.3.2 answers; SQLite's bm25 of a word in half of two chunks is next to nothing.
  expect(hit?.score).toBeCloseTo(9.447852760736198e-7, 12);
  const [ours] = results(await ask(server, "vera_search", given));
  expect(Number(ours?.score)).toBeGreaterThan(0.01);
});

test("archives of a foreign model are found by their words, and it is told that their vectors were not used", async () => {
  const given = { directory: at("foreign"), query: "detention impervious" };
  const answer = await ask(server, "vera_corpus_search", given);
  expect(results(answer)[0]).toMatchObject({ file: at("foreign/water.vera"), chunk_id: "chunk_000002" });
  expect(answer.skipped_files).toEqual([]);
  expect(answer.skipped_semantic_model_groups).toEqual([
    { model_name: "openai:large", dimension: 384, error: expect.stringContaining("openai:large") },
  ]);
});

describe("the forms of an answer", () => {
  const query = "restaurant parking";
  const searches = [
    ["vera_search", { file: at("manual.vera") }],
    ["vera_corpus_search", { directory: at("library"), excludes: ["broken.vera"] }],
  ] as const;

  test.each(searches)("%s: a compact answer is read and shown by what it gives", async (name, target) => {
    const given = { ...target, query, top_k: 1, context_chunks: 1 };
    const [full, compact] = [await ask(server, name, given), await ask(server, name, { ...given, output: "compact" })];
    expect(Object.keys(compact)).toEqual(["results"]);
    const [hit, short] = [results(full)[0], results(compact)[0]];
    const file = name === "vera_search" ? at("manual.vera") : at("library/manual.vera");
    expect(short).toMatchObject({ file, chunk_id: hit?.chunk_id, text: hit?.text, page_start: hit?.page_start });
    expect(short).not.toHaveProperty("score");
    const texts = (value: unknown) => (value as Fields[]).map(({ text }) => text);
    expect(texts(short?.after_chunks)).toEqual(texts(hit?.after_chunks));
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(full).length);
    const source = { file: short?.file, chunk_id: short?.chunk_id };
    expect((await ask(server, "vera_get_chunk", source)).text).toBe(hit?.text);
    const shown = await call(server, "vera_show_sources", { sources: [source] });
    expect(shown.structuredContent).toMatchObject({ sources: [{ ...source, text: hit?.text }] });
  });

  test("a compact answer tells what was skipped, also when it is empty", async () => {
    const given = { directory: at("library"), query: "restaurant parking", where: { company: "NONE" } };
    const { skipped_files } = await ask(server, "vera_corpus_search", given);
    expect(skipped_files).toHaveLength(1);
    expect(await ask(server, "vera_corpus_search", { ...given, output: "compact" })).toEqual({
      results: [],
      warnings: { skipped_files },
    });
  });

  test.each(["pretty", "include_figures", "include_regions"])("a compact answer cannot have %s", async (option) => {
    const given = { query, output: "compact", [option]: true };
    for (const [name, target] of [
      ["vera_search", { file: at("none.vera") }],
      ["vera_corpus_search", { directory: at("none") }],
    ] as const)
      expect(await error(server, name, { ...given, ...target })).toBe(
        `Error executing tool ${name}: Use output="full" with pretty, include_figures, or include_regions.`,
      );
  });

  test("a compact hit has what is stored, and no more", async () => {
    const given = { file: at("sample archive.vera"), query: "transformer grid", mode: "keyword", top_k: 1 };
    expect(await ask(server, "vera_search", { ...given, output: "compact" })).toEqual({
      results: [{ chunk_id: "grid", text: "Transformer capacity expansion of the grid.", file: given.file }],
    });
  });

  test.each(searches)("%s: text for a model to read comes when it is asked for", async (name, target) => {
    const given = { ...target, query, top_k: 1 };
    const plain = await ask(server, name, given);
    expect(plain).not.toHaveProperty("context");
    const { context, ...rest } = await ask(server, name, { ...given, pretty: true });
    expect(rest).toEqual(plain);
    for (const part of ["## Result 1", "### Matching text", "Source: manual.pdf (p. 1)"])
      expect(context).toContain(part);
    expect(context).not.toContain("chunk_");
    expect(context).not.toContain("Score:");
    if (name === "vera_corpus_search") expect(context).toContain(`Archive: ${String(results(rest)[0]?.file)}`);
  });
});
