import { expect, test } from "bun:test";
import { GFM, parser } from "@lezer/markdown";
import fc from "fast-check";
import type { Block, BlockKind } from "../document.ts";
import { exportFolio } from "./export.ts";
import { exportMarkdown } from "./export-markdown.ts";
import { memoryFile } from "./folio-file.ts";
import { readFolio } from "./open.ts";
import { smallParts } from "./parts-for-tests.ts";
import { encodeFolio } from "./write.ts";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const folio = readFolio(memoryFile("a.folio", encodeFolio(smallParts())));

type Given = readonly [kind: BlockKind, text: string, more?: Partial<Block>];

/** A document of these blocks, on one page unless they say otherwise. */
function markdown(given: readonly Given[], labels: readonly (string | undefined)[] = [], paged = false): string {
  let text = "";
  const blocks = given.map(([kind, own, more]): Block => {
    text += own;
    const span = { start: text.length - own.length, end: text.length };
    return { ...folio.blocks[1]!, kind, level: 0, parent: -1, ...span, ...more };
  });
  const pages = labels.map((label) => ({ ...folio.pages[0]!, ...(label === undefined ? {} : { label }) }));
  return exportMarkdown({ text, blocks, pages, meta: { ...folio.meta, paged } });
}

/** Names of the nodes that a CommonMark and GFM parser sees. */
function nodes(source: string): string[] {
  const names: string[] = [];
  parser
    .configure(GFM)
    .parse(source)
    .iterate({ enter: (node) => void names.push(node.name) });
  return names;
}

test("exportFolio() gives the original's bytes back, and says when there is none", () => {
  expect(decode(exportFolio(folio, "source"))).toBe("%PDF-1.7 the original");
  const { source: _, ...bare } = smallParts();
  const without = readFolio(memoryFile("b.folio", encodeFolio(bare)));
  expect(() => exportFolio(without, "source")).toThrow("b.folio was made with --no-source");
});

test("exportFolio() gives text, and one passage a line", () => {
  expect(decode(exportFolio(folio, "text"))).toBe("Part 4\n\nTwo spaces per flat.\f");
  expect(JSON.parse(decode(exportFolio(folio, "jsonl")))).toEqual({
    sha256: folio.meta.sha256,
    passage: 0,
    kind: "text",
    page: 1,
    label: "iv",
    lastPage: 1,
    heading: ["Part 4"],
    spans: [
      [0, 6],
      [8, 28],
    ],
    text: "Part 4\nTwo spaces per flat.",
  });
});

test("Markdown has headings, paragraphs and page markers", () => {
  expect(decode(exportFolio(folio, "markdown"))).toBe(
    "<!-- page 1 (printed iv) -->\n\n# Part 4\n\nTwo spaces per flat.\n\n<!-- page 2 -->\n",
  );
});

test("Markdown keeps lists, their numbers and their nesting", () => {
  const found = markdown([
    ["list", "• one", { level: 1 }],
    ["list", "7. deep", { level: 3 }],
    ["list", "two", { level: 1 }],
    ["paragraph", "after"],
    ["list", "3) lone", { level: 2 }],
  ]);
  expect(found).toBe("- one\n    7. deep\n- two\n\nafter\n\n3. lone\n");
});

test("Markdown keeps tables, with pipes and line breaks in cells harmless and missing cells empty", () => {
  const found = markdown([
    ["table", ""],
    ["row", "", { parent: 0 }],
    ["cell", "a|b", { parent: 1 }],
    ["cell", "c", { parent: 1, level: 2 }],
    ["row", "", { parent: 0 }],
    ["cell", "1\n2", { parent: 4 }],
  ]);
  expect(found).toBe("| a\\|b |  | c |\n| --- | --- | --- |\n| 1 2 |  |  |\n");
});

test("Markdown fences code longer than any fence inside, quotes quotes and breaks the lines of contents", () => {
  expect(markdown([["code", "a\n````\nb"]])).toBe("`````\na\n````\nb\n`````\n");
  expect(markdown([["quote", "a\n> b"]])).toBe("> a\n> \\> b\n");
  expect(markdown([["toc", "One 1\nTwo 2"]])).toBe("One 1\\\nTwo 2\n");
});

test("Markdown leaves out furniture, and hidden text with a word about it", () => {
  expect(
    markdown([
      ["furniture", "page 3"],
      ["paragraph", "secret", { hidden: "invisible" }],
    ]),
  ).toBe("<!-- hidden text left out (invisible) -->\n");
});

test("A page label cannot close its comment", () => {
  const found = markdown([], ["--> <b>x</b>", "--"], true);
  expect(found).toBe("<!-- page 1 (printed b x b) -->\n\n<!-- page 2 -->\n");
});

test("Markdown escapes what would be markup", () => {
  const literal = [
    "# no heading",
    "- no item",
    "1. no item",
    "a | b",
    "<b>",
    "*a* _b_ snake_case",
    "[x](y)",
    "`c`",
    "&lt; AT&T",
    "===",
    "~~x~~",
  ];
  expect(literal.map((line) => markdown([["paragraph", line]]).trimEnd())).toEqual([
    "\\# no heading",
    "\\- no item",
    "1\\. no item",
    "a \\| b",
    "\\<b\\>",
    "\\*a\\* \\_b\\_ snake_case",
    "\\[x\\](y)",
    "\\`c\\`",
    "\\&lt; AT&T",
    "\\===",
    "\\~\\~x\\~\\~",
  ]);
});

test("Document text never becomes markup", () => {
  const piece = fc.constantFrom(
    ..."#*_-+=|`~<>[]()!&\\:.1 \n\ta@".split(""),
    "http://a.b",
    "www.a.b",
    "<!--",
    "-->",
    "&amp;",
    "    ",
    "[^1]",
    "- [ ] ",
  );
  const allowed = new Set(["Document", "Paragraph", "Escape", "HardBreak"]);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const found = nodes(markdown([["paragraph", pieces.join("")]]));
      expect(found.filter((name) => !allowed.has(name))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

test("Headings, items and cells hold nothing but their text, whatever it is", () => {
  const piece = fc.constantFrom(..."#*_-+|`~<>[]&\\.1 \na".split(""), "<!--", "www.a.b", "[ ] ");
  const once = (kinds: readonly string[]) => kinds.filter((name) => name !== "Escape");
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (pieces) => {
      const text = `x${pieces.join("")}`;
      expect(once(nodes(markdown([["heading", text, { level: 2 }]])))).toEqual([
        "Document",
        "ATXHeading2",
        "HeaderMark",
      ]);
      const item = ["Document", "BulletList", "ListItem", "ListMark", "Paragraph"];
      expect(once(nodes(markdown([["list", text, { level: 1 }]])))).toEqual(item);
      const table = markdown([
        ["table", ""],
        ["row", "", { parent: 0 }],
        ["cell", text, { parent: 1 }],
      ]);
      const row = ["TableHeader", "TableDelimiter", "TableCell", "TableDelimiter"];
      expect(once(nodes(table))).toEqual(["Document", "Table", ...row, "TableDelimiter"]);
    }),
    { numRuns: 1000 },
  );
});
