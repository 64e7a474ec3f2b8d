import { afterAll, expect, test } from "bun:test";
import { FootnoteError } from "../../../foundation/errors.ts";
import { startPdfEngine } from "./engine.ts";
import { openPdfReader } from "./parse.ts";
import { picture, type TestPdf, testPdf, text } from "./test-pdf.ts";

const reader = openPdfReader({ workers: 2, pageSeconds: 2 });
afterAll(() => reader.close());

async function parse(bytes: Uint8Array, options: { password?: string; maxPages?: number; signal?: AbortSignal } = {}) {
  const { password, ...rest } = options;
  return reader.parse({ path: "/x/paper.pdf", bytes, ...(password === undefined ? {} : { password }) }, rest);
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (thrown) {
    if (thrown instanceof FootnoteError) return `${thrown.code}: ${thrown.message}`;
    throw thrown;
  }
  return "no error";
}

async function encrypted(options: string): Promise<Uint8Array> {
  const { mupdf } = await startPdfEngine();
  const document = new mupdf.PDFDocument(testPdf([text(50, 700, "secret")]));
  return document.saveToBuffer(options).asUint8Array().slice();
}

function numbered(count: number, options: TestPdf = {}): Uint8Array {
  return testPdf(
    Array.from({ length: count }, (_, at) => text(50, 700, `page number ${at + 1}`)),
    options,
  );
}

test("parse() keeps page order whatever Worker read a page, and calls back for each", async () => {
  const seen: string[] = [];
  const document = await reader.parse(
    { path: "n.pdf", bytes: numbered(120) },
    { onPages: (done, of) => seen.push(`${done}/${of}`) },
  );
  const texts = document.pages.map((page) => document.text.slice(page.start, page.end).trim());
  expect(texts).toEqual(Array.from({ length: 120 }, (_, at) => `page number ${at + 1}`));
  expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `${at + 1}/120`));
  expect(document.text.split("\f")).toHaveLength(120);
});

test("parse() gives page labels, title and statuses", async () => {
  const document = await parse(
    testPdf(
      [
        text(50, 700, "one"),
        "",
        picture(50, 50, 500, 700),
        picture(0, 0, 612, 792) + text(50, 700, "ocr", { mode: 3 }),
      ],
      {
        title: "On Things",
        labels: "0 <</S/r>> 2 <</S/D/St 7>>",
      },
    ),
  );
  expect(document.title).toBe("On Things");
  expect(document.pages.map((page) => page.label)).toEqual(["i", "ii", "7", "8"]);
  expect(document.pages.map((page) => page.status)).toEqual(["text", "empty", "image-only", "ocr"]);
});

test("parse() names no labels when the document has none", async () => {
  expect((await parse(numbered(2))).pages.map((page) => page.label)).toEqual([undefined, undefined]);
});

test("parse() asks for the user password, and an owner password alone does not lock", async () => {
  const locked = await encrypted("encrypt=aes-256,user-password=open,owner-password=own");
  expect(await codeOf(parse(locked))).toStartWith("password_required: /x/paper.pdf is encrypted");
  expect(await codeOf(parse(locked, { password: "nope" }))).toStartWith("password_wrong");
  expect((await parse(locked, { password: "open" })).text.trim()).toBe("secret");
  const owned = await encrypted("encrypt=aes-256,owner-password=own");
  expect((await parse(owned)).text.trim()).toBe("secret");
});

test("parse() refuses what is no PDF, has no pages or too many", async () => {
  expect(await codeOf(parse(new TextEncoder().encode("just some words\n".repeat(50))))).toStartWith("damaged_document");
  expect(await codeOf(parse(new Uint8Array(0)))).toStartWith("damaged_document");
  expect(await codeOf(parse(testPdf([])))).toBe("no_pages: /x/paper.pdf has no pages.");
  expect(await codeOf(parse(numbered(3), { maxPages: 2 }))).toBe(
    "too_many_pages: /x/paper.pdf has 3 pages; the limit is 2.",
  );
});

test("parse() reads what is left of a truncated file", async () => {
  const whole = numbered(3);
  const document = await parse(whole.slice(0, whole.length - 300));
  expect(document.text).toContain("page number 1");
});

test("parse() tells a file that was cut off before its pages from one without pages", async () => {
  const start = new TextEncoder().encode("%PDF-1.7\n3 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Courier>>\nendobj\n");
  expect(await codeOf(parse(start))).toBe(
    "damaged_document: /x/paper.pdf cannot be read as PDF: no page could be recovered; it seems to be cut off.",
  );
});

test("parse() survives forms that draw themselves", async () => {
  const document = await parse(
    testPdf([{ content: `/A Do\n${text(50, 700, "after")}`, forms: { A: "/B Do\n", B: "/A Do\n" } }]),
  );
  expect(document.text.trim()).toBe("after");
});

test("parse() gives up a page that never ends and reads the others", async () => {
  // Ten million forms: longer than the two seconds a page has here.
  const forms: Record<string, string> = { X7: "0 0 1 1 re f\n" };
  for (let level = 0; level < 7; level++) forms[`X${level}`] = `/X${level + 1} Do\n`.repeat(10);
  const document = await parse(
    testPdf([text(50, 700, "first"), { content: "/X0 Do\n", forms }, text(50, 700, "last")]),
  );
  expect(document.pages.map((page) => page.status)).toEqual(["text", "failed", "text"]);
  expect(document.pages[1]?.problem).toBe("Page 2 of /x/paper.pdf took longer than 2 s and was given up.");
  expect(document.text.slice(document.pages[2]?.start).trim()).toBe("last");
}, 30_000);

test("parse() stops on request", async () => {
  expect(await codeOf(parse(numbered(40), { signal: AbortSignal.abort() }))).toBe("cancelled: Stopped on request.");
});

test("parse() stops in the middle, and the reader goes on with the next document", async () => {
  const stop = new AbortController();
  const bytes = numbered(300);
  const stopped = reader.parse(
    { path: "n.pdf", bytes },
    { signal: stop.signal, onPages: (done) => done === 20 && stop.abort() },
  );
  expect(await codeOf(stopped)).toBe("cancelled: Stopped on request.");
  expect((await parse(numbered(2))).pages).toHaveLength(2);
});
