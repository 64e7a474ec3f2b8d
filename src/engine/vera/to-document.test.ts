import { describe, expect, test } from "bun:test";
import type { ParsedDocument, Passage } from "../document.ts";
import { headingsOf, pathTo } from "../headings.ts";
import { changed, fixture } from "./archives-for-tests.ts";
import { openVera } from "./open.ts";
import { veraToFolio } from "./to-folio.ts";

function made(path: string): { document: ParsedDocument; passages: readonly Passage[] } {
  const archive = openVera(path);
  try {
    return veraToFolio(archive, { attachments: false });
  } finally {
    archive.close();
  }
}

function texts({ document, passages }: ReturnType<typeof made>): string[] {
  return passages.map(({ spans }) => spans.map(({ start, end }) => document.text.slice(start, end)).join("\n"));
}

function paths({ document, passages }: ReturnType<typeof made>): string[][] {
  const headings = headingsOf(document.blocks);
  return passages.map(({ heading }) => pathTo(document.text, headings, heading));
}

describe("the document of an archive that VERA made", () => {
  test("of a PDF has its blocks as text, page by page, and their boxes on every word", () => {
    const { document, passages } = made(fixture("structured"));
    expect(document.text).toBe(
      "Chapter 110 Zoning\n\nArticle 5 Parking\n\nRestaurants require one parking space per 100 square feet of floor area.\fChapter 200 Stormwater\n\nDetention is required when impervious area increases beyond limits.",
    );
    expect(document.pages.map(({ number, width, height, status }) => [number, width, height, status])).toEqual([
      [1, 595, 842, "text"],
      [2, 595, 842, "text"],
    ]);
    expect(document.blocks.map(({ kind, level, parent }) => [kind, level, parent])).toEqual([
      ["heading", 1, -1],
      ["heading", 2, 0],
      ["paragraph", 0, 1],
      ["heading", 1, -1],
      ["paragraph", 0, 3],
    ]);
    const words = document.words[0];
    expect([...(words?.boxes.slice(-4) ?? [])]).toEqual([72, 128.1750030517578, 424.7920227050781, 143.28900146484375]);
    expect(words?.starts.length).toBe(18);
    expect(passages.map(({ firstPage, lastPage }) => [firstPage, lastPage])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(paths({ document, passages })).toEqual([
      ["Chapter 110 Zoning", "Article 5 Parking"],
      ["Chapter 200 Stormwater"],
    ]);
  });

  test("has line breaks where the blocks have them", () => {
    expect(texts(made(fixture("manual")))).toEqual([
      "Chapter 110 Zoning\nRestaurants require one parking space per 100 square feet.",
      "Stormwater Manual\nDetention is required when impervious area increases.",
    ]);
  });

  test("has a table's cells, not the bars that VERA draws", () => {
    const result = made(fixture("table"));
    expect(texts(result)).toEqual([
      "Use Type\tRequired | Spaces\nRestaurant\t1 per 100 sf\nRetail\t1 per 200 sf\n\nAdditional notes follow the table.",
    ]);
    const cells = result.document.blocks.filter(({ kind }) => kind === "cell");
    expect(cells.map(({ start, end, level }) => [level, result.document.text.slice(start, end)])).toEqual([
      [0, "Use Type"],
      [1, "Required | Spaces"],
      [0, "Restaurant"],
      [1, "1 per 100 sf"],
      [0, "Retail"],
      [1, "1 per 200 sf"],
    ]);
  });

  test("of Markdown has each heading once, and source lines", () => {
    const result = made(fixture("markdown"));
    expect(result.document.paged).toBe(false);
    expect(texts(result)).toEqual([
      "---\ntitle: x\n---",
      "Zoning “Ähre”\n\nSome *text* with a [link](http://x.y) and `code`,\nsecond line.",
      "Parking\n\n- one\n\n- two",
      "A\tB\n1\t2\n\n```js\nlet a = 1;\n\n  b();\n```\n\nLast paragraph 日本語.",
    ]);
    expect(paths(result)).toEqual([[], ["Zoning “Ähre”"], ["Zoning “Ähre”", "Parking"], ["Zoning “Ähre”", "Parking"]]);
    const kinds = result.document.blocks.filter(({ kind }) => kind !== "row" && kind !== "cell");
    expect(kinds.map(({ kind, lineStart, lineEnd }) => [kind, lineStart, lineEnd])).toEqual([
      ["paragraph", 1, 3],
      ["heading", 5, 5],
      ["paragraph", 7, 8],
      ["heading", 10, 10],
      ["paragraph", 12, 12],
      ["paragraph", 13, 13],
      ["table", 15, 17],
      ["code", 19, 23],
      ["paragraph", 25, 25],
    ]);
  });
});

describe("the document of an archive without stored blocks", () => {
  test("is its chunks, under the headings that they name", () => {
    const result = made(fixture("q"));
    expect(result.document.text.split("\n\n").slice(0, 3)).toEqual([
      "Ch 4",
      "Section 4.2 Detention design for ponds.",
      "The EL-A zoning district permits farms. What's allowed?",
    ]);
    expect(paths(result)[0]).toEqual(["Ch 4"]);
  });

  test("takes pages, boxes and page sizes from the chunks' regions", () => {
    const { document, passages } = made(
      changed("structured", "DELETE FROM attachments WHERE attachment_id LIKE 'viewer%'"),
    );
    expect(document.pages.map(({ width }) => width)).toEqual([595, 595]);
    expect(passages.map(({ firstPage }) => firstPage)).toEqual([1, 2]);
    expect([...(document.words[1]?.boxes.slice(0, 4) ?? [])]).toEqual([
      72, 98.17500305175781, 404.5628967285156, 113.28900146484375,
    ]);
    expect(paths({ document, passages })).toEqual([
      ["Chapter 110 Zoning", "Article 5 Parking"],
      ["Chapter 200 Stormwater"],
    ]);
  });
});

test("a chunk that says something else than the blocks adds its own text to its page", () => {
  const result = made(
    changed("structured", "UPDATE chunks SET text = 'Bicycles need racks.' WHERE chunk_id = 'chunk_000001'"),
  );
  expect(texts(result)[0]).toBe("Bicycles need racks.");
  expect(result.document.text).toContain(
    "Restaurants require one parking space per 100 square feet of floor area.\n\nBicycles need racks.\f",
  );
  expect(paths(result)[0]).toEqual(["Chapter 110 Zoning", "Article 5 Parking"]);
});

test("a page without text says why", () => {
  const pages =
    '[{"page_number": 1, "width": 595.0, "height": 842.0, "text": ""}, {"page_number": 3, "width": 595.0, "height": 842.0, "text": "Third"}]';
  const { document } = made(
    changed(
      "structured",
      "DELETE FROM chunks",
      ["UPDATE attachments SET data = ? WHERE attachment_id = 'viewer_pages'", new TextEncoder().encode(pages)],
      [
        "UPDATE attachments SET data = ? WHERE attachment_id = 'viewer_blocks'",
        new TextEncoder().encode('[{"block_id": "b", "page_number": 1, "block_type": "image"}]'),
      ],
    ),
  );
  expect(document.pages.map(({ status, problem }) => [status, problem])).toEqual([
    ["image-only", "the archive has pictures of this page, but no text"],
    ["empty", "the archive has no text of this page"],
    ["text", undefined],
  ]);
});
