import { beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { emptyFolder, FIXTURES, footnote } from "./binary.ts";

const folder = emptyFolder();
const cwd = folder.path;
const vera = (...args: string[]) => footnote(["vera", ...args], { cwd });
const json = (...args: string[]) => JSON.parse(vera(...args, "--json").out);

/** All archives here are written by the executable itself. */
beforeAll(() => {
  for (const name of ["structured", "manual"]) {
    cpSync(join(FIXTURES, `vera/${name}.pdf`), join(cwd, `${name}.pdf`));
    vera("convert", `${name}.pdf`, "--metadata", `company=${name.toUpperCase()}`);
  }
  mkdirSync(join(cwd, "library/nested"), { recursive: true });
  cpSync(join(cwd, "structured.vera"), join(cwd, "library/zoning.vera"));
  cpSync(join(cwd, "manual.vera"), join(cwd, "library/nested/manual.vera"));
  writeFileSync(join(cwd, "library/bad.vera"), "junk");
});

test("inspect, validate and search print what people read", () => {
  expect(vera("inspect", "manual.vera").out).toContain("Format: VERA v0.2\nSource: manual.pdf\nPages: 2\nChunks: 2\n");
  expect(vera("validate", "manual.vera").out).toStartWith("VERA validation: PASS\nFile: manual.vera\n");
  expect(vera("validate", "manual.vera").out).toEndWith("Issues: 0\n");
  const { code, out } = vera("search", "manual.vera", "restaurant parking", "--mode", "hybrid", "--top-k", "1");
  expect(code).toBe(0);
  expect(out).toBe(
    `Score: 1.0000\nSource: manual.pdf\nPage: 1\nHeading: \n\nChapter 110 Zoning\nRestaurants require one parking space per 100 square feet.\n${"-".repeat(72)}\n`,
  );
});

test("hybrid goes by meaning, too, where an archive has vectors of the model inside", () => {
  vera("convert", "manual.pdf", "meant.vera", "--model", "bge-small-en-v1.5");
  const query = "how many parking stalls does an eatery need";
  expect(json("search", "meant.vera", query, "--top-k", "1").results).toMatchObject([
    { page_start: 1, score: 1, semantic_score: expect.any(Number) },
  ]);
  // By words alone there is nothing like it.
  expect(json("search", "manual.vera", query).results).toEqual([]);
  expect(json("search", "meant.vera", query, "--mode", "keyword").results).toEqual([]);
});

test("JSON goes round: convert, inspect, validate, search with and without neighbours", () => {
  expect(json("inspect", "manual.vera")).toMatchObject({
    format_version: "0.2",
    pages: 2,
    file: "manual.vera",
    path: join(cwd, "manual.vera"),
    company: "MANUAL",
    embedding_normalization: "l2",
  });
  expect(json("validate", "manual.vera").counts).toEqual({ chunks: 2, embeddings: 2, fts_rows: 2, attachments: 3 });
  const [hit] = json("search", "structured.vera", "restaurant parking", "--figures").results;
  expect(hit).toMatchObject({
    chunk_id: "chunk_000001",
    page_start: 1,
    heading_path: "Chapter 110 Zoning > Article 5 Parking",
    company: "STRUCTURED",
    figures: [{ asset_id: "image_block_000004" }],
  });
  expect(hit).not.toContainAnyKeys(["before_chunks", "after_chunks"]);
  const [wide] = json("search", "structured.vera", "restaurant parking", "--context-chunks", "1").results;
  expect([wide.before_chunks, wide.after_chunks.length]).toEqual([[], 1]);
  expect(json("search", "structured.vera", "detention impervious", "--figures").results[0].figures).toEqual([]);
});

test("get equals the hit it came from, but for its scores", () => {
  const [{ score: _, semantic_score: __, keyword_score: ___, ...hit }] = json(
    "search",
    "structured.vera",
    "parking",
    "--regions",
  ).results;
  expect(json("get", "structured.vera", "chunk_000001", "--regions")).toEqual({
    ...hit,
    file: "structured.vera",
    path: join(cwd, "structured.vera"),
    ok: true,
  });
  expect(vera("get", "structured.vera", "chunk_zzzz", "--json")).toEqual({
    code: 1,
    out: '{"ok": false, "error": "chunk not found: chunk_zzzz"}\n',
    err: "",
  });
  expect(vera("get", "structured.vera", "chunk_zzzz")).toEqual({
    code: 1,
    out: "",
    err: "chunk not found: chunk_zzzz\n",
  });
  expect(vera("get", "none.vera", " ", "--json").code).toBe(1);
  expect(vera("get", "library", "chunk_000001", "--json")).toMatchObject({ code: 1, out: "" });
});

test("figures are listed, written, and missed by name", () => {
  const { figures, out_dir } = json("figures", "structured.vera");
  expect([figures.length, out_dir, "path" in figures[0]]).toEqual([1, null, false]);
  const written = json("figures", "structured.vera", "--out-dir", "pictures").figures[0];
  expect(written.path).toBe(join(cwd, "pictures/image_block_000004.png"));
  expect(readFileSync(written.path).subarray(1, 4).toString()).toBe("PNG");
  expect(vera("figures", "structured.vera", "--asset-id", "image_block_missing")).toMatchObject({
    code: 1,
    err: "Error: Figure 'image_block_missing' was not found\n",
  });
});

test("a folder is searched as one, also with archives that cannot be read", () => {
  const { results, index, skipped_files } = json("search", "library", "restaurant parking");
  expect(results.map(({ file }: { file: string }) => file)).toEqual([join(cwd, "library/zoning.vera")]);
  expect(index.used).toBe(false);
  expect(skipped_files).toEqual([
    { file: join(cwd, "library/bad.vera"), category: "invalid", reason: "file is not a database" },
  ]);
  expect(json("search", "library", "restaurant parking", "--recursive").results.length).toBe(2);
  const nested = json("search", "library", "restaurant parking", "--recursive", "--exclude", "zoning.vera").results;
  expect(nested[0].file).toBe(join(cwd, "library/nested/manual.vera"));
  expect(vera("search", "library", "restaurant", "--pretty").out).toContain(
    `Archive: ${join(cwd, "library/zoning.vera")}\n`,
  );
});

test("metadata filters before the best are taken; wrong filters are usage errors", () => {
  const found = (...where: string[]) =>
    json("search", "library", "restaurant parking", "--recursive", ...where.flatMap((one) => ["--where", one])).results
      .length;
  expect(found("company=MANUAL")).toBe(1);
  expect(found("company=MANUAL,STRUCTURED")).toBe(2);
  expect(found("company=OTHER")).toBe(0);
  expect(vera("search", "manual.vera", "x", "--where", "company=")).toMatchObject({ code: 2, out: "" });
  expect(vera("search", "manual.vera", "x", "--include", "y").err).toContain("--include");
});

test("pretty text has what a model reads, and no scores", () => {
  const { out } = vera("search", "manual.vera", "restaurant parking", "--pretty");
  expect(out).toContain("## Result 1\n");
  expect(out).toContain("### Matching text\n");
  expect(out).toContain("Source: manual.pdf (p. 1)\n");
  expect(out).not.toMatch(/Score:|chunk_/);
  expect(vera("search", "manual.vera", "helicopter", "--pretty").out).toBe("No results.\n");
  expect(vera("search", "manual.vera", "x", "--pretty", "--json").code).toBe(2);
});

test("eval tells hits from misses by its exit code", () => {
  writeFileSync(join(cwd, "hit.json"), '[{"query": "restaurant parking", "expected_page": 1}]');
  writeFileSync(join(cwd, "miss.json"), '[{"query": "restaurant parking", "expected_terms": ["helicopter"]}]');
  const hit = vera("eval", "manual.vera", "hit.json", "--mode", "hybrid");
  expect([hit.code, hit.out]).toEqual([
    0,
    "File: manual.vera\nQueries: hit.json\n\nMode: hybrid  (top_k=5)\n  [HIT rank=1] restaurant parking\n  Hits: 1/1 (100%)  MRR: 1.000\n",
  ]);
  const miss = vera("eval", "manual.vera", "miss.json");
  expect(miss.code).toBe(1);
  expect(miss.out.match(/\[ {6}MISS\] restaurant parking/g)?.length).toBe(3);
  const { code, err } = vera("eval", "manual.vera", "none.json");
  expect([code, err.includes("none.json")]).toEqual([1, true]);
});

test("reading changes no byte of an archive and leaves nothing beside it", () => {
  const before = sha256(readFileSync(join(cwd, "manual.vera")));
  const names = readdirSync(join(cwd, "library"));
  for (const args of [
    ["inspect", "manual.vera"],
    ["validate", "manual.vera"],
    ["search", "manual.vera", "parking"],
    ["search", "library", "parking"],
  ])
    vera(...args);
  expect(sha256(readFileSync(join(cwd, "manual.vera")))).toBe(before);
  expect(readdirSync(join(cwd, "library"))).toEqual(names);
});
