import { beforeAll, describe, expect, test } from "bun:test";
import { FootnoteError } from "../../foundation/errors.ts";
import { type Mupdf, startPdfEngine } from "../ingest/pdf/engine.ts";
import { type Book, makeBook } from "./book.ts";
import type { BookProfile } from "./profile.ts";

let mupdf: Mupdf;
beforeAll(async () => {
  ({ mupdf } = await startPdfEngine());
});

const missing = (path: string): never => {
  throw new FootnoteError("note_not_found", { path });
};

function book(
  markdown: string,
  more: { readImage?: (path: string) => Uint8Array; profile?: BookProfile; title?: string } = {},
): Promise<Book> {
  return makeBook({
    path: "notes/guide.md",
    markdown,
    profile: "standard",
    readImage: missing,
    date: new Date("2026-03-04T05:06:07Z"),
    ...more,
  });
}

const opened = (pdf: Uint8Array) => mupdf.Document.openDocument(pdf, "application/pdf");

/** The words of each page as they stand there. */
function pagesOf(pdf: Uint8Array): string[] {
  const document = opened(pdf);
  return Array.from({ length: document.countPages() }, (_, at) =>
    document.loadPage(at).toStructuredText("preserve-whitespace").asText(),
  );
}

/** The generation is missing in the library's own types. */
const indirect = (document: InstanceType<Mupdf["PDFDocument"]>, number: number) =>
  (document.newIndirect as (number: number, generation: number) => ReturnType<typeof document.newIndirect>).call(
    document,
    number,
    0,
  );

const text = ({ pdf }: Book) => pagesOf(pdf).join("\n").replace(/\s+/g, " ");

test("chapters begin pages, headings are the outline, pages have numbers, and the words come in order", async () => {
  const made = await book(
    "---\ntitle: The Guide\nauthor: [Ada, Bob]\ndate: 2026-01-02\n---\n# One\n\nFirst *words* here.\n\n## Part\n\nMore.\n\n# Two\n\nLast `code` words.\n",
  );
  expect(made.pages).toBe(2);
  expect(made.warnings).toEqual([]);
  expect(text(made)).toBe("The Guide Ada, Bob 2026-01-02 One First words here. Part More. 1 Two Last code words. 2 ");
  const document = opened(made.pdf);
  expect([document.getMetaData("info:Title"), document.getMetaData("info:Author")]).toEqual(["The Guide", "Ada, Bob"]);
  expect(document.loadOutline()?.map(({ title, page, down }) => [title, page, down?.map((one) => one.title)])).toEqual([
    ["One", 0, ["Part"]],
    ["Two", 1, undefined],
  ]);
});

test("the same document gives the same bytes", async () => {
  const markdown = "# A\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n";
  const [first, second] = [await book(markdown), await book(markdown)];
  expect(Buffer.compare(first.pdf, second.pdf)).toBe(0);
});

test("a table that goes over pages has its header on each of them", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => `| row${at} | ${at} |`).join("\n");
  const pages = pagesOf((await book(`| Name | Number |\n|:---|---:|\n${rows}\n`)).pdf);
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toMatch(/Name\s+Number/);
  expect(pages.join(" ").match(/row\d+/g)?.length).toBe(120);
});

test("links lead to the web and to headings; others stay text", async () => {
  const { pdf } = await book(
    "# One\n\n[web](https://example.org/a?b=1) [two](#two-words) [file](other.md) <mail@example.org> [bad](javascript:alert(1)) [ref]\n\n# Two words\n\n[ref]: https://example.org/ref\n",
  );
  const links = opened(pdf)
    .loadPage(0)
    .getLinks()
    .map((link) => (link.isExternal() ? link.getURI() : "inside"));
  expect(links.sort()).toEqual([
    "https://example.org/a?b=1",
    "https://example.org/ref",
    "inside",
    "mailto:mail@example.org",
  ]);
});

test("letters of many scripts have glyphs, from right to left where these are written so; for others there is one warning a script", async () => {
  const made = await book("Привет Ελλάδα 日本語 中文 한글\n\nمرحبا بالعالم\n\nשלום עולם\n\nไทย ไทย 🎉\n");
  const shown = text(made);
  for (const words of ["Привет", "Ελλάδα", "日本語", "中文", "한글"]) expect(shown).toContain(words);
  expect(made.warnings.map(({ code, target }) => [code, target])).toEqual([
    ["GLYPH_MISSING", "Thai"],
    ["GLYPH_MISSING", "Emoji"],
  ]);
  const json = JSON.parse(opened(made.pdf).loadPage(0).toStructuredText("preserve-whitespace").asJSON(1)) as {
    blocks: { lines: { text: string; x: number; bbox: { x: number; w: number } }[] }[];
  };
  const line = json.blocks.flatMap(({ lines }) => lines).find((one) => /\p{Script=Hebrew}/u.test(one.text));
  // At the right edge of the text, 20 mm from that of the page.
  expect(Math.round((line?.bbox.x ?? 0) + (line?.bbox.w ?? 0))).toBeGreaterThan(530);
});

test("text of the document is never markup of the typesetter's", async () => {
  const hostile = '#import "x": y $a$ `raw` *b* @ref <label> \\u{41} "quoted" #read("/etc/passwd")';
  const made = await book(`# ${hostile.replace(/[`*<]/g, "\\$&")}\n\n\`\`\`\n#let x = 1\n"]) #panic()\n\`\`\`\n`);
  expect(text(made)).toContain('#import "x": y $a$ `raw` *b* @ref <label> \\u{41} "quoted" #read("/etc/passwd")');
  expect(text(made)).toContain('#let x = 1 "]) #panic()');
});

test("HTML is shown as it is written, images that cannot be shown are placeholders, each with a warning and its line", async () => {
  const outside = (path: string): never => {
    throw new FootnoteError(path.startsWith("..") ? "note_path" : "note_not_found", { path });
  };
  const made = await book(
    "# A\n\n<div>x</div>\n\n![far](https://example.org/a.png) ![gone](gone.png) ![out](../../out.png)\n",
    { readImage: outside },
  );
  expect(made.warnings.map(({ code, line, target }) => [code, line, target])).toEqual([
    ["HTML_NOT_RENDERED", 3, "<div>x</div>"],
    ["IMAGE_REMOTE", 5, "https://example.org/a.png"],
    ["IMAGE_NOT_FOUND", 5, "gone.png"],
    ["IMAGE_OUTSIDE_WORKSPACE", 5, "../../out.png"],
  ]);
  expect(text(made)).toContain("<div>x</div>");
  expect(text(made)).toContain("gone (gone.png is not there)");
});

describe("images", () => {
  const gif = Buffer.from("R0lGODdhAgABAPAAAP8AAAAA/ywAAAAAAgABAAACAkQKADs=", "base64");
  const large = () => new Bun.Image(gif).resize(1600, 800).png().bytes();
  const widthIn = (pdf: Uint8Array): number => {
    let found = 0;
    const document = opened(pdf) as InstanceType<Mupdf["PDFDocument"]>;
    for (let at = 1; at < document.countObjects(); at++) {
      const object = indirect(document, at);
      if (object.isStream() && object.resolve().get("Subtype").toString() === "/Image")
        found = Math.max(found, object.resolve().get("Width").asNumber());
    }
    return found;
  };
  test.each([
    ["screen", 641],
    ["standard", 1002],
    ["print", 1600],
  ] as const)("as fine as the profile %s wants, never finer than they are", async (profile, width) => {
    const bytes = await large();
    const made = await book("![wide](pictures/wide.png)\n", { profile, readImage: () => bytes });
    expect([made.warnings, widthIn(made.pdf)]).toEqual([[], width]);
  });
  test("of a GIF the first frame; what is no image is a placeholder", async () => {
    expect((await book("![g](g.gif)\n", { readImage: () => gif })).warnings).toEqual([]);
    expect((await book("![g](g.gif)\n", { readImage: () => Buffer.from("no image at all") })).warnings[0]?.code).toBe(
      "IMAGE_UNSUPPORTED",
    );
  });
});

test("lists, tasks, quotes, rules and breaks of any depth are set or told of", async () => {
  const made = await book("3. a\n4. b\n   - c\n     > d\n\n- [x] done\n- [ ] open\n\na\\\nb\n\n***\n\n~~gone~~\n");
  expect(text(made)).toContain("3. a 4. b");
  for (const word of ["done", "open", "gone"]) expect(text(made)).toContain(word);
});

test("what is nested deeper than can be laid out is shown and told of", async () => {
  const deep = await book(`${Array.from({ length: 60 }, (_, at) => `${"  ".repeat(at)}- level ${at}`).join("\n")}\n`);
  expect(deep.warnings.map(({ code }) => code)).toEqual(["NESTED_TOO_DEEPLY"]);
  expect(text(deep)).toContain("level 59");
  expect((await book(`${">".repeat(5000)} far\n`)).pages).toBe(1);
});
