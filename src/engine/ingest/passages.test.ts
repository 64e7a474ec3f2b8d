import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Block, BlockKind, HiddenReason, Page, ParsedDocument, Passage } from "../document.ts";
import { DocumentBuilder } from "./formats/builder.ts";
import { embeddingText, makePassages, passageText } from "./passages.ts";
import { estimateTokens } from "./passages-tokens.ts";

interface Piece {
  readonly kind: BlockKind;
  readonly text: string;
  readonly level?: number;
  readonly hidden?: HiddenReason;
  readonly continues?: boolean;
  /** Starts a new page. */
  readonly turn?: boolean;
  readonly rows?: readonly (readonly string[])[];
}

/** A paged document from pieces; headings nest by level. */
function documentOf(pieces: readonly Piece[]): Pick<ParsedDocument, "text" | "pages" | "blocks"> {
  let text = "";
  const blocks: Block[] = [];
  const pages: Page[] = [];
  const open: number[] = [];
  let pageStart = 0;
  const endPage = (): void => {
    pages.push({
      number: pages.length + 1,
      start: pageStart,
      end: text.length,
      width: 612,
      height: 792,
      status: "text",
    });
  };
  const push = (kind: BlockKind, start: number, end: number, parent: number, piece: Partial<Piece>): number => {
    const { level = 0, hidden = "", continues = false } = piece;
    blocks.push({
      kind,
      level,
      parent,
      page: pages.length + 1,
      start,
      end,
      box: [0, 0, 0, 0],
      hidden,
      continues,
      lineStart: 0,
      lineEnd: 0,
    });
    return blocks.length - 1;
  };
  for (const [at, piece] of pieces.entries()) {
    if (piece.turn) {
      endPage();
      text += "\f";
      pageStart = text.length;
    } else if (at > 0) text += "\n\n";
    if (piece.kind === "heading") {
      while (open.length > 0 && blocks[open.at(-1)!]!.level >= (piece.level ?? 1)) open.pop();
    }
    const start = text.length;
    const body = piece.rows?.map((row) => row.join("\t")).join("\n") ?? piece.text;
    text += body;
    const index = push(piece.kind, start, text.length, open.at(-1) ?? -1, {
      level: piece.kind === "heading" ? 1 : 0,
      ...piece,
    });
    if (piece.kind === "heading" && !piece.hidden) open.push(index);
    let rowStart = start;
    for (const row of piece.rows ?? []) {
      const rowEnd = rowStart + row.join("\t").length;
      push("row", rowStart, rowEnd, index, {});
      rowStart = rowEnd + 1;
    }
  }
  endPage();
  return { text, pages, blocks };
}

const p = (text: string, more: Partial<Piece> = {}): Piece => ({ kind: "paragraph", text, ...more });
const h = (text: string, level = 1, more: Partial<Piece> = {}): Piece => ({ kind: "heading", text, level, ...more });
const prose = (tokens: number, word = "word"): string => `${Array.from({ length: tokens - 1 }, () => word).join(" ")}.`;

function shown(pieces: readonly Piece[]): string[] {
  const document = documentOf(pieces);
  return makePassages(document).map(
    (passage) =>
      `${passage.kind} ${passage.firstPage}-${passage.lastPage} h${passage.heading}: ${passageText(document.text, passage)}`,
  );
}

test("makePassages() merges tiny siblings and never crosses a heading", () => {
  expect(shown([h("A"), p("one."), p("two."), h("B", 2), p("three.")])).toEqual([
    "text 1-1 h0: one.\n\ntwo.",
    "text 1-1 h3: three.",
  ]);
});

test("makePassages() crosses a page only where a paragraph runs on, also past a running head", () => {
  expect(shown([p("on page one."), p("on page two.", { turn: true })])).toEqual([
    "text 1-1 h-1: on page one.",
    "text 2-2 h-1: on page two.",
  ]);
  expect(
    shown([
      p("first."),
      p("it runs"),
      { kind: "furniture", text: "Head 2", turn: true },
      p("on.", { continues: true }),
      p("next."),
    ]),
  ).toEqual(["text 1-2 h-1: first.\n\nit runs\non.", "text 2-2 h-1: next.", "furniture 2-2 h-1: Head 2"]);
});

test("makePassages() leaves out hidden text and tables of contents, and has one passage for each running head", () => {
  expect(
    shown([
      { kind: "furniture", text: "Zoning Code 1" },
      { kind: "toc", text: "A ... 1" },
      p("shown."),
      p("secret", { hidden: "invisible" }),
      p("more."),
      { kind: "furniture", text: "Zoning Code 2", turn: true },
    ]),
  ).toEqual(["text 1-1 h-1: shown.\nmore.", "furniture 1-1 h-1: Zoning Code 1"]);
});

test("makePassages() gives a heading a passage of its own when nothing on its page stands for it", () => {
  expect(shown([h("Part"), h("Chapter", 2), p("text."), h("Empty")])).toEqual([
    "text 1-1 h1: text.",
    "text 1-1 h3: Empty",
  ]);
  expect(shown([h("Part"), h("Chapter", 2, { turn: true }), p("text.")])).toEqual([
    "text 1-1 h0: Part",
    "text 2-2 h1: text.",
  ]);
});

test("makePassages() keeps a list and a table with what leads in", () => {
  const list: Piece[] = [1, 2, 3].map((n) => ({ kind: "list", text: `${n}. ${prose(40)}` }));
  const before = shown([p(prose(150)), p("You need:"), ...list]);
  expect(before.length).toBe(2);
  expect(before[1]?.startsWith("text 1-1 h-1: You need:\n\n1. word")).toBe(true);
  const rows = Array.from({ length: 30 }, (_, n) => [`item ${n}`, "1", "2"]);
  const table = shown([
    p(prose(180)),
    { kind: "caption", text: "Table 1" },
    { kind: "table", text: "", rows },
    p("after."),
  ]);
  expect(table.map((each) => each.slice(0, 30))).toEqual([
    expect.stringMatching(/^text 1-1 h-1: word/),
    expect.stringMatching(/^table 1-1 h-1: Table 1\n\nitem/),
    "text 1-1 h-1: after.",
  ]);
});

test("makePassages() cuts a long table between rows and repeats its header row", () => {
  const rows = [["name", "value"], ...Array.from({ length: 400 }, (_, n) => [`row${n}`, `${n}`])];
  const document = documentOf([{ kind: "table", text: "", rows }]);
  const passages = makePassages(document);
  expect(passages.length).toBeGreaterThan(3);
  const texts = passages.map((passage) => passageText(document.text, passage).split("\n"));
  expect(texts.map((lines) => lines[0])).toEqual(passages.map(() => "name\tvalue"));
  expect(texts.flatMap((lines) => lines.slice(1))).toEqual(rows.slice(1).map((row) => row.join("\t")));
});

test("makePassages() cuts a huge paragraph at sentence ends, not at line ends", () => {
  const sentence = "The quick brown fox jumps over\nthe lazy dog again.";
  const document = documentOf([p(Array.from({ length: 100 }, () => sentence).join(" "))]);
  const texts = makePassages(document).map((passage) => passageText(document.text, passage));
  expect(texts.length).toBe(6);
  for (const text of texts) expect(text.startsWith("The quick") && text.endsWith("again.")).toBe(true);
  expect(texts.join(" ")).toBe(document.text);
});

test("makePassages() cuts Japanese at its full stops", () => {
  const sentence = "これは日本語の文章です。";
  const document = documentOf([p(sentence.repeat(100))]);
  const texts = makePassages(document).map((passage) => passageText(document.text, passage));
  expect(texts.length).toBe(6);
  for (const text of texts) expect(text.endsWith("。")).toBe(true);
  expect(texts.join("")).toBe(document.text);
});

test("makePassages() works on what the format readers build", () => {
  const builder = new DocumentBuilder();
  builder.add("heading", "Sizes", { level: 1 });
  builder.add("paragraph", "As follows:");
  builder.addTable([
    {
      cells: [
        { text: "a", column: 0 },
        { text: "b", column: 1 },
      ],
    },
  ]);
  const document = builder.finish({ name: "x.md", mediaType: "text/markdown" });
  const passages = makePassages(document);
  expect(passages).toEqual([{ kind: "table", spans: [{ start: 7, end: 23 }], heading: 0, firstPage: 1, lastPage: 1 }]);
  expect(passageText(document.text, passages[0]!)).toBe("As follows:\n\na\tb");
});

test("embeddingText() joins lines and words cut at a line end, and puts the heading path first", () => {
  expect(embeddingText(["Part 4", "Parking"], "The inter-\npreter runs\nfast.\n\nNext co\u00ad\nde.")).toBe(
    "Part 4 > Parking\nThe interpreter runs fast.\n\nNext code.",
  );
  expect(embeddingText([], "A-\n1")).toBe("A- 1");
});

const word = fc.constantFrom(
  "a",
  "word",
  "internationalization",
  "1,234.56",
  "漢字",
  "。",
  "end.",
  "😀",
  "x".repeat(900),
  "\n",
);
const text = fc.array(word, { minLength: 1, maxLength: 120 }).map((words) => words.join(" ").trim() || "x");
const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({
    kind: fc.constantFrom<BlockKind>("paragraph", "list", "code", "quote", "caption", "footnote"),
    text,
    continues: fc.boolean(),
    turn: fc.boolean(),
    hidden: fc.constantFrom<HiddenReason>("", "", "", "tiny"),
  }),
  fc.record({
    kind: fc.constantFrom<BlockKind>("heading", "furniture", "toc"),
    text: fc.constant("Some head 12"),
    level: fc.integer({ min: 1, max: 6 }),
    turn: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant<BlockKind>("table"),
    text: fc.constant(""),
    rows: fc.array(
      fc.array(
        text.map((each) => each.replace(/\n/g, " ")),
        { minLength: 1, maxLength: 3 },
      ),
      { minLength: 1, maxLength: 30 },
    ),
  }),
);
const documents = fc
  .array(piece, { minLength: 1, maxLength: 12 })
  .map((pieces) => documentOf(pieces.map((each, at) => (at === 0 ? { ...each, turn: false } : each))));

test("property: all that is visible is in a passage, nothing hidden is, and none is too long", () => {
  fc.assert(
    fc.property(documents, (document) => {
      const passages = makePassages(document);
      expect(makePassages(document)).toEqual(passages);
      const covered = new Uint8Array(document.text.length);
      for (const passage of passages) {
        for (const span of passage.spans) covered.fill(1, span.start, span.end);
        expect(tokens(document.text, passage)).toBeLessThanOrEqual(450);
      }
      for (const block of document.blocks) {
        const inPassages = covered.subarray(block.start, block.end);
        if (block.hidden !== "" || block.kind === "toc") expect(inPassages.includes(1)).toBe(false);
        else if (block.kind !== "heading" && block.kind !== "furniture") {
          const left = [...document.text.slice(block.start, block.end).matchAll(/\S/g)].filter(
            ({ index }) => inPassages[index] === 0,
          );
          expect(left).toEqual([]);
        }
      }
    }),
    { numRuns: 150 },
  );
});

function tokens(whole: string, passage: Passage): number {
  return passage.spans.reduce((sum, span) => sum + estimateTokens(whole, span.start, span.end), 0);
}
