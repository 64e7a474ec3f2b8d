import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { oracleFile } from "../../src/engine/embed/samples-for-tests.ts";
import { emptyFolder, footnote } from "./binary.ts";

setDefaultTimeout(120_000);

/** A user's own model: onnxruntime inside the executable, which must do without code generation and without the network. */
const MODEL = {
  name: "bge-small-en-v1.5",
  sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
  dimension: 384,
};
const QUOTE = "Boats longer than 12 metres moor at the outer pier.";
const QUERY = "where do large vessels tie up";

const folder = emptyFolder();
const own = join(folder.path, MODEL.name);
beforeAll(async () => {
  mkdirSync(own);
  for (const name of ["model_quantized.onnx", "tokenizer.json"] as const)
    writeFileSync(join(own, name), await oracleFile(name));
  writeFileSync(join(folder.path, "harbour.md"), `# Harbour rules\n\n${QUOTE}\n`);
  writeFileSync(join(folder.path, "bread.md"), "# Bread\n\nKnead the dough until it is smooth, then let it rise.\n");
});
afterAll(() => folder[Symbol.dispose]());

function run(library: string, ...args: string[]) {
  const { code, out, err } = footnote([...args, "--library", join(folder.path, library), "--json"], {
    cwd: folder.path,
  });
  return { code, err, ...JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") };
}

const archivesOf = (library: string): string[] => readdirSync(join(folder.path, library, "archives")).sort();

const modelsOf = (library: string): unknown[] =>
  archivesOf(library).map(
    (name) => run(library, "inspect", join(folder.path, library, "archives", name)).data.meta.model,
  );

test("--model DIR embeds, names the model in the archive, and answers by its meaning", () => {
  expect(run("own", "add", "harbour.md", "bread.md", "--model", own)).toMatchObject({
    code: 0,
    err: "",
    data: { vectors: { ready: 2, of: 2 } },
  });
  expect(archivesOf("own")).toHaveLength(2);
  expect(modelsOf("own")).toEqual([MODEL, MODEL]);
  expect(run("own", "search", "outer pier for boats", "--model", own)).toMatchObject({
    code: 0,
    data: { lane: "hybrid", vectors: { ready: 2, of: 2 }, results: [{ text: expect.stringContaining(QUOTE) }] },
  });
  // No word of the query stands there: only the model can put these two in order.
  const { results } = run("own", "search", QUERY, "--mode", "dense", "--no-floor", "--model", own).data;
  expect(results.map(({ text }: { text: string }) => text.includes(QUOTE))).toEqual([true, false]);
});

test("vectors of one model are not searched with another; words still are, and adding again embeds anew", () => {
  const before = run("mixed", "add", "harbour.md", "--model", own);
  expect(before.data.vectors).toEqual({ ready: 1, of: 1 });
  for (const mode of ["hybrid", "dense"]) {
    expect(run("mixed", "search", QUERY, "--mode", mode)).toMatchObject({
      code: 4,
      error: {
        code: "model_mismatch",
        message: `${join(folder.path, "harbour.md")} has vectors of ${MODEL.sha256}; the embedder here is bge-small-en-v1.5-int8.`,
        remedy: expect.stringContaining("--mode lexical"),
      },
    });
  }
  expect(run("mixed", "search", "outer pier", "--mode", "lexical").data.results).toHaveLength(1);
  expect(run("mixed", "add").data.vectors).toEqual({ ready: 1, of: 1 });
  expect(modelsOf("mixed")).toEqual([expect.objectContaining({ name: "bge-small-en-v1.5-int8", dimension: 384 })]);
  expect(run("mixed", "search", "outer pier").data).toMatchObject({ lane: "hybrid" });
  expect(run("mixed", "search", "outer pier", "--model", own).error.code).toBe("model_mismatch");
});

test.each([
  ["is not there", (dir: string) => rmSync(dir, { recursive: true }), "it is not a folder"],
  ["has no model", (dir: string) => rmSync(join(dir, "model.onnx")), "there is no model_quantized.onnx"],
  ["has no tokenizer", (dir: string) => rmSync(join(dir, "tokenizer.json")), "tokenizer.json is missing"],
  ["has a broken tokenizer", (dir: string) => writeFileSync(join(dir, "tokenizer.json"), "{"), "is not JSON"],
  ["has another tokenizer", (dir: string) => writeFileSync(join(dir, "tokenizer.json"), '{"model":{}}'), "decoder"],
  ["holds junk", (dir: string) => writeFileSync(join(dir, "model.onnx"), "junk"), "protobuf parsing failed."],
  ["holds a part", (dir: string) => truncateSync(join(dir, "model.onnx"), 20_000_000), "protobuf parsing failed."],
  ["holds nothing", (dir: string) => truncateSync(join(dir, "model.onnx")), "No graph was found in the protobuf."],
] as const)(
  "a model folder that %s is refused, and the text is searchable all the same",
  async (what, spoil, problem) => {
    const dir = join(folder.path, `bad ${what}`);
    mkdirSync(dir);
    writeFileSync(join(dir, "model.onnx"), await oracleFile("model_quantized.onnx"));
    writeFileSync(join(dir, "tokenizer.json"), await oracleFile("tokenizer.json"));
    spoil(dir);
    const added = run(`lib ${what}`, "add", "harbour.md", "--model", dir);
    expect(added).toMatchObject({ code: 4, err: "", error: { code: "model_damaged" } });
    expect(added.error.message).toStartWith(`The embedding model ${dir} cannot be used: `);
    expect(added.error.message).toContain(problem);
    expect(added.error.message).not.toContain("..");
    expect(run(`lib ${what}`, "search", "outer pier").data).toMatchObject({
      lane: "lexical",
      vectors: { ready: 0, of: 1 },
      results: [{ text: expect.stringContaining(QUOTE) }],
    });
  },
);
