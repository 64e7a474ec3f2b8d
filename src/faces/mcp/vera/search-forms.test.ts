import { expect, test } from "bun:test";
import { checkForm, formed } from "./search-forms.ts";

const FULL = { output: "full", pretty: false, include_figures: false, include_regions: false } as const;
const COMPACT = { ...FULL, output: "compact" } as const;

test.each([{ pretty: true }, { include_figures: true }, { include_regions: true }])(
  "a compact answer has no room for %j",
  (more) => {
    expect(() => checkForm({ ...COMPACT, ...more })).toThrow('Use output="full" with pretty');
    expect(() => checkForm({ ...FULL, ...more })).not.toThrow();
    expect(() => checkForm(COMPACT)).not.toThrow();
  },
);

test("formed() keeps of a hit what cites it, and invents nothing", () => {
  const hit = { chunk_id: "c", text: "t", company: "GRID", score: 1 };
  const cited = {
    ...hit,
    source_filename: "a.pdf",
    page_start: 1,
    page_end: 2,
    heading_path: "",
    before_chunks: [],
    after_chunks: [hit],
  };
  expect(formed({ query: "q", mode: "hybrid", results: [hit, cited] }, COMPACT, "/a.vera")).toEqual({
    results: [
      { chunk_id: "c", text: "t", file: "/a.vera" },
      {
        chunk_id: "c",
        text: "t",
        source_filename: "a.pdf",
        page_start: 1,
        page_end: 2,
        heading_path: "",
        file: "/a.vera",
        after_chunks: [{ chunk_id: "c", text: "t", file: "/a.vera" }],
      },
    ],
  });
});

test("formed() tells of what was skipped, and only then", () => {
  const skipped_files = [{ file: "/b.vera", category: "invalid", reason: "r" }];
  const answer = { skipped_files, skipped_semantic_model_groups: [], results: [{ file: "/a.vera", chunk_id: "c" }] };
  expect(formed(answer, COMPACT)).toEqual({
    results: [{ file: "/a.vera", chunk_id: "c" }],
    warnings: { skipped_files },
  });
  expect(formed({ ...answer, skipped_files: [], results: [] }, COMPACT)).toEqual({ results: [] });
});

test("formed() adds text for a model to read when that is asked for", () => {
  const answer = { results: [{ chunk_id: "c", text: "t", source_filename: "a.pdf", page_start: 1, page_end: 1 }] };
  expect(formed(answer, FULL)).toBe(answer);
  const { context, results } = formed(answer, { ...FULL, pretty: true });
  expect(results).toBe(answer.results);
  expect(context).toBe("## Result 1\n\nSource: a.pdf (p. 1)\n\n### Matching text\n\nt");
});
