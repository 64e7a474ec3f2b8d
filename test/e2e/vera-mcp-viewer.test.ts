import { afterAll, describe, expect, test } from "bun:test";
import { emptyFolder } from "./binary.ts";
import { makeArchives } from "./vera-archives.ts";
import { call, error, type Fields, startVera } from "./vera-client.ts";

const folder = emptyFolder();
const at = makeArchives(folder.path);
const server = await startVera(folder.path);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe("the source viewer", () => {
  const cite = (file: string, chunk_id: string, id?: string) => ({
    file,
    chunk_id,
    ...(id === undefined ? {} : { id }),
  });

  test("vera_show_sources lists sources; one that fails does not fail the others", async () => {
    const sources = [
      cite(at("structured.vera"), "chunk_000001", "C1"),
      cite(at("structured.vera"), "chunk_zzzz", "C2"),
      cite(at("broken.vera"), "x"),
      cite("structured.vera", "x"),
    ];
    const { content, structuredContent, _meta, isError } = await call(server, "vera_show_sources", { sources });
    const message = "VERA source viewer ready with 4 references.";
    expect([isError, content]).toEqual([false, [{ type: "text", text: message }]]);
    const card = {
      ...cite(at("structured.vera"), "chunk_000001", "C1"),
      text: "Restaurants require one parking space per 100 square feet of floor area.",
      source_filename: "structured.pdf",
      page_start: 1,
      page_end: 1,
      heading_path: "Chapter 110 Zoning > Article 5 Parking",
    };
    const failed = [
      { ...sources[1], error: "Chunk not found: chunk_zzzz" },
      { ...sources[2], error: "file is not a database" },
      { ...sources[3], error: "Use an absolute path to a .vera archive." },
    ];
    expect(structuredContent as Fields).toEqual({ sources: [card, ...failed], message } as never);
    expect(_meta?.["vera/view"]).toEqual({
      mode: "launcher",
      sources: [{ ...card, regions: [expect.objectContaining({ block_id: "block_000003" })] }, ...failed],
      selected: null,
      view: null,
    });
    expect(JSON.stringify(structuredContent)).not.toContain("data:image");
  });

  test("vera_source_page draws the cited page, and the next", async () => {
    const source = cite(at("two.vera"), "chunk_000001");
    const shown = await call(server, "vera_source_page", source);
    expect(shown.structuredContent as Fields).toEqual({ ...source, page: 1, message: "Source page loaded." });
    const view = shown._meta?.["vera/view"] as Fields;
    expect(view).toMatchObject({ ...source, kind: "pdf", page: 1, notice: "", text: expect.any(String) });
    expect(view.image).toStartWith("data:image/png;base64,iVBORw0KGgo");
    const boxes = view.boxes as number[][];
    expect(boxes.length).toBeGreaterThan(0);
    expect(boxes.flat().filter((edge) => !(edge >= 0 && edge <= 1))).toEqual([]);
    const manual = cite(at("manual.vera"), "chunk_000001");
    const second = await call(server, "vera_source_page", { ...manual, page: 2 });
    expect(second._meta?.["vera/view"]).toMatchObject({ kind: "pdf", page: 2, page_count: 2, boxes: [] });
  });

  test("vera_source_page shows Markdown as lines, and else says what is missing", async () => {
    const markdown = cite(at("markdown.vera"), "chunk_000001");
    const view = (await call(server, "vera_source_page", markdown))._meta?.["vera/view"] as Fields;
    expect(view).toMatchObject({ kind: "markdown", line_start: 1, page: 1, page_count: 1 });
    expect(view.lines).toContain("# Zoning “Ähre”");
    expect(view.spans).not.toEqual([]);
    expect(await error(server, "vera_source_page", { ...markdown, page: 99 })).toBe(
      "Error executing tool vera_source_page: Text section must be between 1 and 1.",
    );
    expect(await error(server, "vera_source_page", { ...markdown, page: -1 })).toContain("a positive page number.");
    expect(await error(server, "vera_source_page", { ...markdown, file: "markdown.vera" })).toContain("absolute");
    expect(await error(server, "vera_source_page", { ...markdown, chunk_id: "x" })).toContain("Chunk not found: x");
    const bare = await call(server, "vera_source_page", cite(at("sample archive.vera"), "grid"));
    const notice = "Original source document is not stored in this archive";
    expect(bare.structuredContent).toMatchObject({ page: 0, message: notice });
    expect(bare._meta?.["vera/view"]).toMatchObject({ kind: "text", notice, text: expect.stringContaining("grid") });
    const beyond = await call(server, "vera_source_page", { ...cite(at("manual.vera"), "chunk_000001"), page: 999 });
    expect(beyond._meta?.["vera/view"]).toMatchObject({ kind: "text", notice: "Page must be between 1 and 2." });
  });
});
