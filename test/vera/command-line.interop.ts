import { afterAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, FIXTURES } from "../e2e/binary.ts";
import { footnoteVera, startVera } from "./peer.ts";

const folder = emptyFolder();
const at = (...names: string[]) => join(folder.path, ...names);
for (const name of ["manual", "structured", "table", "two", "enc"])
  cpSync(join(FIXTURES, "vera", `${name}.pdf`), at(`${name}.pdf`));
cpSync(join(FIXTURES, "vera/structured.vera"), at("a.vera"));
cpSync(join(FIXTURES, "vera/markdown.vera"), at("m.vera"));
cpSync(join(FIXTURES, "vera/manual.pdf"), at("note.xyz"));
mkdirSync(at("library"));
cpSync(at("a.vera"), at("library/structured.vera"));
writeFileSync(at("junk.vera"), "junk");
writeFileSync(
  at("q.json"),
  JSON.stringify([
    { query: "restaurant parking", expected_page: 1, note: "n" },
    { query: "detention impervious", expected_pages: [2], expected_terms: ["DETENTION"] },
    { query: "parking", expected_terms: ["helicopter"] },
  ]),
);

const vera = startVera();
afterAll(() => {
  vera.stop();
  folder[Symbol.dispose]();
});

async function both(...args: string[]) {
  return [await vera.call(...args), await footnoteVera(...args)] as const;
}

/** Command lines that make no sense: the same exit code, nothing on stdout, and the same complaint. */
describe.each([
  [],
  ["foo"],
  ["convert"],
  ["search", "x"],
  ["search", "x", "y", "z"],
  ["search", "x", "y", "--top-k", "-1"],
  ["search", "x", "y", "--top-k", "1.5"],
  ["search", "x", "y", "--context-chunks", "-1"],
  ["search", "x", "y", "--mode", "Hybrid"],
  ["search", "x", "y", "--where", "k"],
  ["search", "x", "y", "--where", "=v"],
  ["search", "x", "y", "--re", "--nothing"],
  ["search", "x", "y", "--json=1"],
  ["convert", "x", "--chunk-size", "many"],
  ["convert", "x", "--ocr-dpi", "0"],
  ["convert", "x", "--store-original", "maybe"],
  ["convert", "x", "--pipeline-option", "k"],
  ["convert", "x", "--o", "1"],
  ["convert", "x", "--model"],
  ["figures", "x", "--page-start", "one"],
  ["index"],
  ["index", "rebuild"],
  ["index", "build"],
  ["eval", "x", "y", "--mode", "none"],
  ["ocr-languages"],
])("vera %s", (...args) => {
  test("is wrong in the same words", async () => {
    const [theirs, ours] = await both(...args);
    const last = ({ err }: { err: string }) => err.trimEnd().split("\n").at(-1);
    expect([ours.code, ours.out, last(ours)]).toEqual([theirs.code, theirs.out, last(theirs)]);
    expect(theirs.code).toBe(2);
  });
});

/** Conversions that are refused: the same exit code, and the same JSON to the letter. */
describe.each([
  [at("nope.pdf")],
  [at("note.xyz")],
  [at("structured.pdf"), at("z.vera"), "--chunk-size", "5"],
  [at("structured.pdf"), at("z.vera"), "--overlap", "2000"],
  [at("structured.pdf"), at("z.vera"), "--ocr-dpi", "10"],
  [at("structured.pdf"), at("z.vera"), "--pipeline-option", "foo=1"],
  [at("structured.pdf"), at("z.vera"), "--pipeline-option", "chunk_size=abc"],
  [at("structured.pdf"), at("z.vera"), "--pipeline-option", "chunk_size=true"],
  [at("structured.pdf"), at("z.vera"), "--embedder-option", "dimension=7"],
  [at("structured.pdf"), at("z.vera"), "--embedder-option", "dimension=12"],
  [at("structured.pdf"), at("z.vera"), "--embedder-option", "foo=1"],
  [at("structured.pdf"), at("z.vera"), "--model", "vera-hashing-7"],
  [at("structured.pdf"), at("z.vera"), "--parser", "markdown"],
  [at("structured.pdf"), at("z.vera"), "--parser", "pymupdf:x"],
  [at("structured.pdf"), at("z.vera"), "--parser", "pymupdf:"],
  [at("structured.pdf"), at("z.vera"), "--metadata", "ok=1", "--metadata", "file=2"],
])("vera convert %s %s %s %s", (...args) => {
  test("is refused in the same words", async () => {
    const [theirs, ours] = await both("convert", ...args, "--json");
    expect([ours.code, ours.out]).toEqual([theirs.code, theirs.out]);
    expect(theirs.code).toBeGreaterThan(0);
  });
});

/** Words may differ where VERA speaks of its plugins and its network; what became of it may not. */
describe.each([
  [at("structured.pdf"), at("z.vera"), "--model", "foo"],
  [at("structured.pdf"), at("z.vera"), "--model", "foo:bar"],
  [at("structured.pdf"), at("z.vera"), "--model", "all-MiniLM-L6-v2"],
  [at("structured.pdf"), at("z.vera"), "--model", "openai:text-embedding-3-small"],
  [at("structured.pdf"), at("z.vera"), "--parser", "foo"],
  [at("structured.pdf"), at("z.vera"), "--ocr-language", "x y"],
  [at("enc.pdf"), at("z.vera")],
  [at("library"), at("z.vera")],
])("vera convert %s %s %s %s", (...args) => {
  test("is refused with the same exit code", async () => {
    const [theirs, ours] = await both("convert", ...args, "--json");
    expect([ours.code, JSON.parse(ours.out).ok]).toEqual([theirs.code, JSON.parse(theirs.out).ok]);
    expect(theirs.code).toBeGreaterThan(0);
  });
});

mkdirSync(at("into"));

describe("what both make of the same PDF", () => {
  test.each(["manual", "structured", "table", "two"])(
    "%s.pdf: chunks, places, paths, blocks and figures",
    async (name) => {
      const facts = async (convert: typeof footnoteVera, path: string) => {
        expect((await convert("convert", at(`${name}.pdf`), path)).code).toBe(0);
        const { out } = await vera.call("search", path, "the", "--mode", "semantic", "--figures", "--json");
        const { out: described } = await vera.call("inspect", path, "--json");
        const { pages, chunks, attachments } = JSON.parse(described);
        const hits: Record<string, unknown>[] = JSON.parse(out).results;
        return {
          pages,
          chunks,
          attachments,
          hits: hits.map(({ text, regions, figures, page_start, page_end, heading_path }) => ({
            words: String(text)
              .match(/[\p{L}\p{N}.]+/gu)
              ?.filter((word) => /[\p{L}\p{N}]/u.test(word)),
            blocks: (regions as { block_id: string }[]).map(({ block_id }) => block_id),
            figures: (figures as { asset_id: string }[]).map(({ asset_id }) => asset_id),
            page_start,
            page_end,
            heading_path,
          })),
        };
      };
      expect(await facts(footnoteVera, at("ours.vera"))).toEqual(await facts(vera.call, at("theirs.vera")));
    },
  );
});

test("both convert a folder with the same report", async () => {
  const report = async (convert: typeof footnoteVera, name: string) => {
    mkdirSync(at(name, "sub"), { recursive: true });
    cpSync(at("manual.pdf"), at(name, "a.pdf"));
    cpSync(at("manual.pdf"), at(name, "sub/b.PDF"));
    writeFileSync(at(name, "sub/c.md"), "# C\n\nwords\n");
    writeFileSync(at(name, "bad.pdf"), "");
    cpSync(at("manual.pdf"), at(name, "junk.pdf"));
    writeFileSync(at(name, "junk.vera"), "junk");
    const runs = [];
    for (const more of [[], ["--recursive"], ["--recursive", "--overwrite"]]) {
      const { code, out } = await convert("convert", at(name), "--json", ...more);
      const { errors, ...rest } = JSON.parse(out.replaceAll(at(name), "…"));
      runs.push([code, rest, errors.map(({ input }: { input: string }) => input)]);
    }
    return runs;
  };
  expect(await report(footnoteVera, "ours")).toEqual(await report(vera.call, "theirs"));
});

/** What is only looked at, byte for byte. */
describe.each([
  ["inspect", at("a.vera")],
  ["inspect", at("a.vera"), "--json"],
  ["inspect", at("m.vera"), "--json"],
  ["validate", at("a.vera")],
  ["validate", at("a.vera"), "--json"],
  ["get", at("a.vera"), "chunk_000001"],
  ["get", at("a.vera"), "chunk_000001", "--json"],
  ["get", at("a.vera"), "chunk_000001", "--json", "--figures", "--regions"],
  ["get", at("m.vera"), "chunk_000001", "--json", "--figures", "--regions"],
  ["get", at("a.vera"), "nope"],
  ["get", at("a.vera"), "nope", "--json"],
  ["get", at("none.vera"), "  ", "--json"],
  ["figures", at("a.vera")],
  ["figures", at("a.vera"), "--json"],
  ["figures", at("a.vera"), "--page-start", "2", "--json"],
  ["figures", at("a.vera"), "--out-dir", at("pictures")],
  ["figures", at("a.vera"), "--out-dir", at("pictures"), "--json"],
  ["figures", at("a.vera"), "--out-dir", at("a.vera")],
  ["figures", at("a.vera"), "--asset-id", "nope", "--asset-id", "no'ne", "--json"],
  ["figures", at("a.vera"), "--asset-id", "nope"],
  ["figures", at("m.vera")],
  ["export", at("a.vera"), at("x/y.pdf"), "--json"],
  ["export", at("a.vera"), at("library")],
])("vera %s %s %s %s", (...args) => {
  test("answers to the letter", async () => {
    const [theirs, ours] = await both(...args);
    expect(ours).toEqual(theirs);
  });
});

cpSync(join(FIXTURES, "vera/q.vera"), at("odd.vera"));
mkdirSync(at("library/sub"));
cpSync(join(FIXTURES, "vera/manual.vera"), at("library/sub/manual.vera"));
writeFileSync(at("library/bad.vera"), "junk");

/** By VERA's own rules results are VERA's, byte for byte. */
describe.each(
  ["semantic", "keyword", "hybrid"].flatMap((mode) => [
    ...["restaurant parking", "parking", "???", "zzz", "detention AND increases"].flatMap((query) => [
      ["search", at("a.vera"), query, "--mode", mode],
      ["search", at("a.vera"), query, "--mode", mode, "--json"],
    ]),
    ...["4.2", "EL-A", '"EL-A"', "parking NOT restaurants", "how do restaurants handle parking?"].map((query) => [
      "search",
      at("odd.vera"),
      query,
      "--mode",
      mode,
      "--json",
    ]),
    ["search", at("library"), "parking", "--mode", mode, "--json"],
    ["search", at("library"), "parking", "--mode", mode, "--recursive"],
    ["search", at("library"), "parking", "--mode", mode, "--recursive", "--json", "--figures", "--context-chunks", "1"],
    ["search", at("library"), "parking", "--mode", mode, "--recursive", "--exclude", "sub", "--json"],
    ["search", at("library"), "parking", "--mode", mode, "--recursive", "--where", "page_start=2", "--json"],
  ]),
)("vera %s %s %s %s %s %s %s", (...args) => {
  test("finds the same to the letter", async () => {
    const [theirs, ours] = [await vera.call(...args), await footnoteVera(...args, "--strict-vera")];
    expect({ ...ours, out: coarse(ours.out) }).toEqual({ ...theirs, out: coarse(theirs.out) });
  });
});

/** How a sum of float32 products is rounded depends on the machine's vector units. */
function coarse(out: string): string {
  return out.replace(/_?score": \d\.\d{7,}(?!\d*e)/g, (found) => found.slice(0, found.indexOf(".") + 7));
}

describe.each([
  ["search", at("a.vera"), "parking", "--where", "page_start="],
  ["search", at("a.vera"), "parking", "--where", "page_start=1,,2"],
  ["search", at("a.vera"), "parking", "--include", "x"],
  ["search", at("a.vera"), "parking", "--where", "page_start=1,2", "--top-k", "1", "--json", "--strict-vera"],
  ["search", at("a.vera"), "parking", "--where", "source_filename=nothing.pdf", "--json"],
  ["search", at("a.vera"), "parking", "--top-k", "0", "--json"],
])("vera %s %s %s %s %s", (...args) => {
  test("filters alike", async () => {
    const theirs = await vera.call(...args.filter((arg) => arg !== "--strict-vera"));
    expect(await footnoteVera(...args)).toEqual(theirs);
  });
});

describe.each([
  ["eval", at("a.vera"), at("q.json")],
  ["eval", at("a.vera"), at("q.json"), "--json", "--mode", "keyword"],
  ["eval", at("a.vera"), at("q.json"), "--json", "--top-k", "1"],
])("vera %s %s %s", (...args) => {
  test("reports the same to the letter", async () => {
    const [theirs, ours] = [await vera.call(...args), await footnoteVera(...args, "--strict-vera")];
    expect(ours).toEqual(theirs);
    expect(theirs.code).toBe(1);
  });
});

test("both index a folder, and tell the same of it", async () => {
  const told = async (convert: typeof footnoteVera, name: string) => {
    cpSync(at("library"), at(name), { recursive: true });
    const answers = [];
    for (const args of [
      ["status", at(name)],
      ["status", at(name), "--json"],
      ["update", at(name)],
      ["build", at(name)],
      ["build", at(name), "--recursive", "--exclude", "nothing", "--json"],
      ["status", at(name)],
      ["update", at(name), "--json"],
    ]) {
      const { code, out } = await convert("index", ...args);
      answers.push([code, out.replaceAll(at(name), "…").replace(/generation-\w+|\d{4}-\d\d-\d\dT[\d:+]+/g, "…")]);
    }
    cpSync(at("m.vera"), at(name, "new.vera"));
    const { code, out } = await convert("index", "status", at(name));
    return [...answers, [code, out.replaceAll(at(name), "…")]];
  };
  expect(await told(footnoteVera, "ours-indexed")).toEqual(await told(vera.call, "theirs-indexed"));
});

/** Where VERA's trace ends, ours goes on with an error of its own. */
describe.each([
  ["inspect", at("none.vera")],
  ["validate", at("none.vera")],
  ["validate", at("junk.vera")],
  ["get", at("library"), "chunk_000001", "--json"],
  ["figures", at("junk.vera")],
  ["export", at("none.vera")],
  ["search", at("none.vera"), "x"],
  ["search", at("junk.vera"), "x"],
  ["search", at("a.vera"), "", "--mode", "keyword"],
  ["search", at("into"), "x"],
  ["eval", at("a.vera"), at("none.json")],
  ["eval", at("none.vera"), at("q.json")],
])("vera %s %s", (...args) => {
  test("fails with VERA's exit code", async () => {
    const [theirs, ours] = await both(...args);
    expect([ours.code, ours.out]).toEqual([theirs.code, theirs.out]);
    expect(theirs.code).toBe(1);
  });
});
