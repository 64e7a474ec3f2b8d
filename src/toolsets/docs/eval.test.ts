import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLibrary } from "../../engine/library/library.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import { stderrLogger } from "../../foundation/log.ts";
import type { Context } from "../context.ts";
import { evaluate } from "./eval.ts";

const VERA = join(import.meta.dir, "../../../test/fixtures/vera");

async function contextIn(folder: string): Promise<Context> {
  const library = await openLibrary(join(folder, ".footnote"));
  return {
    library: async () => library,
    embedder: () => Promise.reject(new Error("no model is needed")),
    roots: anywhere(),
    cwd: folder,
    log: stderrLogger(false),
    progress() {},
    signal: new AbortController().signal,
  };
}

async function evaluated(cases: unknown, options: Record<string, unknown>) {
  const folder = mkdtempSync(join(tmpdir(), "eval-"));
  writeFileSync(join(folder, "q.json"), JSON.stringify(cases));
  if (options.baseline !== undefined) writeFileSync(join(folder, "b.json"), JSON.stringify(options.baseline));
  const input = evaluate.input.parse({
    queries: "q.json",
    mode: "lexical",
    ...options,
    ...(options.baseline === undefined ? {} : { baseline: "b.json" }),
  });
  const output = evaluate.output.parse(await evaluate.run(input, await contextIn(folder)));
  return { output, code: evaluate.exitCode(output), text: evaluate.render(output) };
}

const CASES = [
  { query: "restaurant parking", expected_page: 1, expected_terms: ["floor area"] },
  { query: "detention impervious", expected_pages: [2], expected_source: "structured.pdf" },
];
const RIGHT = { total: 2, hits: 2, hitRate: 1, mrr: 1, ndcg: 1, recall: 1, citationAccuracy: 1 };

test("eval measures a .vera archive: right pages, right documents, boxes that hold the words", async () => {
  const { output, code } = await evaluated(CASES, { in: [join(VERA, "structured.vera")] });
  expect(output.reports?.[0]).toMatchObject({ mode: "keyword", topK: 5, ...RIGHT });
  expect(code).toBe(0);
});

test("a miss is named, and the exit code tells", async () => {
  const cases = [...CASES, { query: "parking", expected_terms: ["helicopter"] }];
  const { code, text } = await evaluated(cases, { in: [join(VERA, "structured.vera")] });
  expect(code).toBe(1);
  expect(text).toContain("Miss (keyword): parking");
});

test("with a baseline only what got worse counts", async () => {
  const cases = [...CASES, { query: "parking", expected_terms: ["helicopter"] }];
  const at = (hitRate: number) => ({
    in: [join(VERA, "structured.vera")],
    baseline: { reports: [{ mode: "keyword", hitRate }] },
  });
  const same = await evaluated(cases, at(0.6));
  expect([same.code, same.output.regressions]).toEqual([0, []]);
  const worse = await evaluated(cases, at(0.9));
  expect([worse.code, worse.text.includes("Worse (keyword): hitRate 0.900 → 0.667")]).toEqual([1, true]);
  expect((await evaluated(cases, { ...at(0.9), maxDrop: 0.3 })).code).toBe(0);
});
