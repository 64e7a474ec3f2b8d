import { expect, test } from "bun:test";
import type { ParsedDocument } from "../document.ts";
import { bytesOf } from "./formats/test-outline.ts";
import { docxOf, epubOf, wordParagraph } from "./formats/test-packages.ts";
import { openDocumentReader } from "./parse.ts";

const document = { title: "from the PDF reader" } as ParsedDocument;

test("openDocumentReader() sends each document to the reader for its format", async () => {
  const reader = openDocumentReader();
  const read = async (path: string, bytes: Uint8Array): Promise<string[]> => {
    const parsed = await reader.parse({ path, bytes });
    return [parsed.mediaType, parsed.title, parsed.text];
  };
  expect(await read("a.md", bytesOf("# T\n\n*x*"))).toEqual(["text/markdown", "T", "T\n\nx"]);
  expect(await read("a.txt", bytesOf("*x*"))).toEqual(["text/plain", "a", "*x*"]);
  expect(await read("a.html", bytesOf("<p>x"))).toEqual(["text/html", "a", "x"]);
  expect(await read("a.epub", epubOf({ chapters: { "a.xhtml": "<p>x</p>" } }))).toEqual([
    "application/epub+zip",
    "a",
    "x",
  ]);
  expect((await read("a.docx", docxOf(wordParagraph("x"))))[2]).toBe("x");
  await reader.close();
});

test("openDocumentReader() opens the PDF reader once, when the first PDF comes, and closes it", async () => {
  const calls: string[] = [];
  const reader = openDocumentReader(async () => {
    calls.push("open");
    return {
      parse: async (input) => {
        calls.push(`parse ${input.path} ${input.password}`);
        return document;
      },
      close: async () => void calls.push("close"),
    };
  });
  await reader.parse({ path: "a.txt", bytes: bytesOf("x") });
  expect(calls).toEqual([]);
  expect(await reader.parse({ path: "a.pdf", bytes: bytesOf("%PDF-1.7"), password: "secret" })).toBe(document);
  await reader.parse({ path: "b.pdf", bytes: bytesOf("%PDF-1.7"), password: "secret" });
  await reader.close();
  await reader.close();
  expect(calls).toEqual(["open", "parse a.pdf secret", "parse b.pdf secret", "close"]);
});

test("openDocumentReader() stops at a signal", async () => {
  const reading = openDocumentReader().parse({ path: "a.txt", bytes: bytesOf("x") }, { signal: AbortSignal.abort() });
  expect(await reading.catch((error) => error.name)).toBe("AbortError");
});
