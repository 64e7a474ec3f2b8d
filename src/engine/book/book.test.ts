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

test("a bar that is escaped in a table is a bar, also in code; elsewhere code is as it stands", async () => {
  const made = await book("| a |\n|---|\n| `x \\| y` **`z \\| w`** p \\| q |\n\n`u \\| v`\n");
  expect(text(made)).toContain("x | y z | w p | q u \\| v");
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
  test("a damaged one is a placeholder, and the rest of the book is there", async () => {
    const png = await new Bun.Image(gif).resize(300, 150).png().bytes();
    const jpeg = await new Bun.Image(gif).resize(300, 150).jpeg().bytes();
    const flipped = png.slice();
    flipped[60] = (flipped[60] ?? 0) ^ 0xff;
    for (const bytes of [
      png.slice(0, png.length >> 1),
      png.slice(0, 40),
      flipped,
      jpeg.slice(0, 200),
      new Uint8Array(0),
    ]) {
      const made = await book("before ![a picture](p.png) after\n", { readImage: () => bytes });
      expect(made.warnings.map(({ code }) => code)).toEqual(["IMAGE_UNSUPPORTED"]);
      expect(text(made)).toContain("before a picture (p.png has a format that is not read or is damaged) after");
    }
    expect((await book("![a](p.jpg)\n", { readImage: () => jpeg.slice(0, jpeg.length >> 1) })).pages).toBe(1);
  }, 60_000);
  test("a JPEG that only the typesetter's decoder refuses does not fail the book", async () => {
    const jpeg = (await new Bun.Image(gif).resize(120, 60).jpeg({ quality: 80 }).bytes()).slice();
    const scan = Buffer.from(jpeg).indexOf(Buffer.of(0xff, 0xda));
    // The last byte of the scan's header: successive approximation (ITU-T T.81 §B.2.3), of which 15 is no value.
    jpeg[scan + 1 + Buffer.from(jpeg).readUInt16BE(scan + 2)] = 0x0f;
    const made = await book("before ![a](p.jpg) after\n", { readImage: () => jpeg });
    expect([made.warnings, widthIn(made.pdf)]).toEqual([[], 120]);
  });
  test("a JPEG is made smaller with the quality of its profile", async () => {
    const photo = await new Bun.Image(await large()).resize(1600, 1000).jpeg({ quality: 95 }).bytes();
    const sizes = await Promise.all(
      (["screen", "standard", "print"] as const).map(
        async (profile) => (await book("![p](p.jpg)\n", { profile, readImage: () => photo })).pdf.length,
      ),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(new Set(sizes).size).toBe(3);
  }, 60_000);
  test("never wider than what holds it", async () => {
    const bytes = await large();
    const made = await book(
      "- a\n  - b\n\n    ![w](w.png)\n\n> ![w](w.png)\n\n| a | b |\n|---|---|\n| ![w](w.png) | right |\n",
      {
        readImage: () => bytes,
      },
    );
    const boxes: number[][] = [];
    for (let page = 0; page < made.pages; page++)
      opened(made.pdf)
        .loadPage(page)
        .toStructuredText("preserve-images")
        .walk({ onImageBlock: (bbox: number[]) => void boxes.push([...bbox]) } as never);
    expect(boxes.length).toBe(3);
    for (const [left = 0, , right = 0] of boxes) {
      expect(left).toBeGreaterThan(56);
      expect(right).toBeLessThan(RIGHT_EDGE + 1);
    }
    expect((boxes[0]?.[0] ?? 0) - 56.7).toBeGreaterThan(20);
  }, 60_000);
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
  expect((await book(`${">".repeat(5000)} far\n`)).pages).toBe(2);
}, 60_000);

/** Lines of text with where they stand on the page, in points. */
function linesOf(pdf: Uint8Array, page = 0) {
  const json: { blocks: { lines?: { text: string; bbox: { x: number; y: number; w: number; h: number } }[] }[] } =
    JSON.parse(opened(pdf).loadPage(page).toStructuredText("preserve-whitespace").asJSON(1));
  return json.blocks.flatMap(({ lines = [] }) => lines);
}

/** Where the text of a page ends: 20 mm from its edge. */
const RIGHT_EDGE = 595.3 - 56.7;

test("words longer than their line are broken, on the page and nowhere in the text", async () => {
  const word = Array.from({ length: 400 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("");
  for (const markdown of [
    word,
    `# ${word}`,
    `- a\n  - ${word}`,
    `> ${word}`,
    `\`${word}\``,
    `\`\`\`js\nlet ${word};\n\`\`\``,
    `[${word}](https://example.org/)`,
    `**${word}**`,
    `| a | b |\n|---|---|\n| 1 | ${word} |`,
  ]) {
    const { pdf, warnings } = await book(`${markdown}\n`);
    expect([markdown.slice(0, 9), text({ pdf, pages: 1, warnings: [] }).replace(/ /g, ""), warnings]).toEqual([
      markdown.slice(0, 9),
      expect.stringContaining(word),
      [],
    ]);
    const edges = linesOf(pdf).map(({ bbox }) => bbox.x + bbox.w);
    expect(Math.max(...edges)).toBeLessThan(RIGHT_EDGE + 2);
  }
}, 60_000);

test("a word of few but wide letters is broken in headings and titles", async () => {
  const word = "W".repeat(29);
  for (const markdown of [`# ${word}`, `> - > - # ${word}`, `---\ntitle: ${word}\n---\ntext`]) {
    const { pdf } = await book(`${markdown}\n`);
    expect(pagesOf(pdf).join("").replace(/\s/g, "")).toContain(word);
    const boxes = linesOf(pdf).map(({ bbox }) => bbox);
    expect(Math.min(...boxes.map(({ x }) => x))).toBeGreaterThan(55);
    expect(Math.max(...boxes.map(({ x, w }) => x + w))).toBeLessThan(RIGHT_EDGE + 2);
  }
});

test("a table too wide for a page is set in parts, each with the first column, and told of; no cell is lost", async () => {
  const row = (name: string) => `| ${Array.from({ length: 200 }, (_, at) => `${name}${at}`).join(" | ")} |`;
  const made = await book(`${row("head")}\n|${"---|".repeat(200)}\n${row("one")}\n${row("two")}\n`);
  expect(made.warnings).toEqual([
    {
      code: "TABLE_SPLIT",
      line: 1,
      target: "200 columns",
      message: expect.stringMatching(/^A table of 200 columns is set in \d\d parts, each with the first column\.$/),
    },
  ]);
  const words = new Set(text(made).split(" "));
  for (const name of ["head", "one", "two"])
    for (let at = 0; at < 200; at++)
      expect([`${name}${at}`, words.has(`${name}${at}`)]).toEqual([`${name}${at}`, true]);
  const parts = Number(/in (\d+) parts/.exec(made.warnings[0]?.message ?? "")?.[1]);
  expect(text(made).match(/\bhead0\b/g)?.length).toBeGreaterThanOrEqual(parts);
  for (let page = 0; page < made.pages; page++)
    for (const { bbox } of linesOf(made.pdf, page)) expect(bbox.x + bbox.w).toBeLessThan(RIGHT_EDGE + 2);
}, 60_000);

test("what is written from right to left begins at the right: headings, items, quotes, and the columns of tables", async () => {
  const { pdf } = await book(
    "# דוח\n\n- פריט\n\n> ציטוט\n\n| שם | מספר |\n|---|---|\n| דנה | 12 |\n\n`code` שורה\n\nEnglish again\n",
  );
  const lines = linesOf(pdf);
  const at = (part: string) => lines.find((line) => line.text.includes(part))?.bbox ?? { x: 0, y: 0, w: 0, h: 0 };
  for (const part of ["דוח", "פריט", "ציטוט", "שורה"])
    expect([part, at(part).x + at(part).w > RIGHT_EDGE - 25]).toEqual([part, true]);
  expect(at("שם").x).toBeGreaterThan(at("מספר").x);
  expect(at("English").x).toBeLessThan(60);
}, 60_000);

test("text of a longer source comes in order, with fonts that hold only what is used, and links lead to their heading's page", async () => {
  const source = Array.from(
    { length: 12 },
    (_, at) =>
      `# Chapter ${at}\n\n${Array.from({ length: 300 }, (_, word) => `w${at}x${word}`).join(" ")}\n\n[on](#chapter-${(at + 5) % 12})\n`,
  ).join("\n");
  const made = await book(source);
  const found = [...text(made).matchAll(/\bw\d+x\d+\b/g)].map(([word]) => word);
  expect(found).toEqual(Array.from({ length: 12 * 300 }, (_, at) => `w${Math.floor(at / 300)}x${at % 300}`));
  const document = opened(made.pdf);
  const pages = pagesOf(made.pdf).map((page) => /Chapter (\d+)/.exec(page)?.[1]);
  const [link] = document.loadPage(pages.indexOf("0")).getLinks();
  const target = link === undefined ? -1 : document.resolveLink(link);
  expect(pages[target]).toBe("5");
  const fonts: string[] = [];
  const raw = document as InstanceType<Mupdf["PDFDocument"]>;
  for (let at = 1; at < raw.countObjects(); at++) {
    const object = indirect(raw, at).resolve();
    if (object.isDictionary() && object.get("Type").toString() === "/FontDescriptor") {
      expect(["FontFile2", "FontFile3"].some((key) => !object.get(key).isNull())).toBe(true);
      fonts.push(object.get("FontName").toString());
    }
  }
  expect(fonts.length).toBeGreaterThan(0);
  for (const name of fonts) expect(name).toMatch(/^\/[A-Z]{6}\+NotoSerif/);
}, 60_000);

test("Chinese and Japanese have no blank at a line end, and bold and italic", async () => {
  const made = await book("一行\n二行 **太字** *斜体*\n한국\n어\n\n> 引用\n> 続き\n");
  expect(text(made)).toContain("一行二行 太字 斜体 한국 어");
  expect(text(made)).toContain("引用続き");
});

test("front matter counts with line ends of any kind, and lines are told of as they are in the file", async () => {
  const made = await book("---\r\ntitle: The T\r\nauthor: A B\r\n---\r\n\r\na <u>b</u>\r\n\r\n<!-- for nobody -->\r\n");
  const document = opened(made.pdf);
  expect([document.getMetaData("info:Title"), document.getMetaData("info:Author")]).toEqual(["The T", "A B"]);
  expect(made.warnings.map(({ code, line, target }) => [code, line, target])).toEqual([
    ["HTML_NOT_RENDERED", 6, "<u>"],
    ["HTML_NOT_RENDERED", 6, "</u>"],
  ]);
  expect(text(made)).not.toContain("nobody");
});

test("hostile text stays text wherever it stands", async () => {
  const bad = '"]); #panic("x") \\u{0} #import "/x" $';
  const inMarkup = bad.replace(/[\\[\]$]/g, "\\$&");
  const made = await book(
    `---\ntitle: '${bad}'\nauthor: ['${bad}']\n---\n# ${inMarkup}\n\n- ${inMarkup}\n\n| ${inMarkup} |\n|---|\n| ${inMarkup} |\n\n[${inMarkup}](<https://e.org/"); #panic(>)\n\n![${inMarkup}](<"); #panic("x>)\n\n\`\`\`a"]#panic()\n${bad}\n\`\`\`\n\n<u title='${bad}'>\n`,
  );
  expect(text(made).split("#panic").length - 1).toBeGreaterThanOrEqual(8);
}, 60_000);

test("a book too long for the typesetter is refused in words", async () => {
  const long = Array.from({ length: 3000 }, (_, at) => `# h${at}`).join("\n\n");
  const code = await book(long).then(
    () => "made",
    (error: unknown) => (error instanceof FootnoteError ? error.code : "untyped"),
  );
  expect(code).toBe("book_too_long");
}, 60_000);
