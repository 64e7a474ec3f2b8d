import fc from "fast-check";
import {
  BLOCK_KINDS,
  type Block,
  type BlockKind,
  type Box,
  HIDDEN_REASONS,
  PAGE_STATUSES,
  PASSAGE_KINDS,
  type Page,
  type PageWords,
  type Passage,
} from "../document.ts";
import type { FolioVectors } from "./vectors.ts";
import type { FolioParts } from "./write.ts";

/** Coordinates that the format keeps exactly: twentieths of a point, negative and huge ones too. */
const coordinate = fc.integer({ min: -400_000, max: 400_000 }).map((units) => units / 20);
const box = fc.tuple(coordinate, coordinate, coordinate, coordinate) as fc.Arbitrary<Box>;
const line = fc.string({ unit: "grapheme", maxLength: 24 }).map((text) => text.replace(/[\f\n]/g, " "));

interface Seed {
  readonly title: string;
  readonly language: string | undefined;
  readonly pages: readonly {
    readonly paragraphs: readonly ParagraphSeed[];
    readonly label: string | undefined;
    readonly problem: string | undefined;
    readonly status: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly source: Uint8Array | undefined;
  readonly dimension: number | undefined;
}

interface ParagraphSeed {
  readonly text: string;
  readonly kind: BlockKind;
  readonly level: number;
  readonly hidden: number;
  readonly box: Box;
  readonly line: number;
  readonly continues: boolean;
}

const paragraph: fc.Arbitrary<ParagraphSeed> = fc.record({
  text: line,
  kind: fc.constantFrom(...BLOCK_KINDS.filter((kind) => kind !== "row" && kind !== "cell")),
  level: fc.integer({ min: 1, max: 6 }),
  hidden: fc.nat(HIDDEN_REASONS.length - 1),
  box,
  line: fc.nat(100_000),
  continues: fc.boolean(),
});

const seed: fc.Arbitrary<Seed> = fc.record({
  title: line,
  language: fc.option(fc.constantFrom("en", "ja"), { nil: undefined }),
  pages: fc.array(
    fc.record({
      paragraphs: fc.array(paragraph, { maxLength: 6 }),
      label: fc.option(line, { nil: undefined }),
      problem: fc.option(line, { nil: undefined }),
      status: fc.nat(PAGE_STATUSES.length - 1),
      width: fc.constantFrom(0, 612, 595.276, 14_400, 20_000),
      height: fc.constantFrom(0, 792, 841.89, 14_400),
    }),
    { maxLength: 5 },
  ),
  source: fc.option(fc.uint8Array({ maxLength: 300 }), { nil: undefined }),
  dimension: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});

/** Sound parts of all shapes: without pages, empty pages, text of all scripts, with and without vectors and source. */
export const anyParts: fc.Arbitrary<FolioParts> = seed.map(partsOf);

/** A small document with something in every section. */
export function smallParts(): FolioParts {
  return partsOf({
    title: "Zoning Code",
    language: "en",
    pages: [
      {
        paragraphs: [
          { text: "Part 4", kind: "heading", level: 1, hidden: 0, box: [72, 72, 140.5, 90], line: 0, continues: false },
          {
            text: "Two spaces per flat.",
            kind: "paragraph",
            level: 0,
            hidden: 0,
            box: [72, 100, 300, 112.05],
            line: 0,
            continues: false,
          },
        ],
        label: "iv",
        problem: undefined,
        status: 0,
        width: 612,
        height: 792,
      },
      { paragraphs: [], label: undefined, problem: "blank", status: 3, width: 612, height: 792 },
    ],
    source: new TextEncoder().encode("%PDF-1.7 the original"),
    dimension: 2,
  });
}

function partsOf({ title, language, pages: seeds, source, dimension }: Seed): FolioParts {
  const pages: Page[] = [];
  const blocks: Block[] = [];
  const words: PageWords[] = [];
  const passages: Passage[] = [];
  let text = "";
  let heading = -1;
  for (const [index, { paragraphs, label, problem, status, width, height }] of seeds.entries()) {
    if (index > 0) text += "\f";
    const start = text.length;
    const onPage: Block[] = [];
    for (const [at, given] of paragraphs.entries()) {
      if (at > 0) text += "\n\n";
      const span = { start: text.length, end: text.length + given.text.length };
      text += given.text;
      const { kind } = given;
      onPage.push({
        kind,
        ...span,
        level: given.level,
        parent: heading,
        page: index + 1,
        box: given.box,
        hidden: HIDDEN_REASONS[given.hidden] ?? "",
        continues: given.continues,
        lineStart: given.line,
        lineEnd: given.line + 2,
      });
      if (kind === "heading") heading = blocks.length + at;
    }
    blocks.push(...onPage);
    pages.push({
      number: index + 1,
      start,
      end: text.length,
      width,
      height,
      status: PAGE_STATUSES[status] ?? "text",
      ...(label === undefined ? {} : { label }),
      ...(problem === undefined ? {} : { problem }),
    });
    words.push(wordsOf(text, onPage));
    if (onPage.length > 0) {
      const spans = onPage.map(({ start: from, end }) => ({ start: from, end }));
      passages.push({
        kind: PASSAGE_KINDS[index % 4] ?? "text",
        spans,
        heading,
        firstPage: index + 1,
        lastPage: index + 1,
      });
    }
  }
  return {
    document: {
      title,
      mediaType: "application/pdf",
      ...(language === undefined ? {} : { language }),
      paged: true,
      text,
      pages,
      blocks,
      words,
    },
    meta: {
      fileName: "zoning.pdf",
      sha256: new Bun.CryptoHasher("sha256").update(source ?? "").digest("hex"),
      pipeline: "test-1",
    },
    passages,
    index: { terms: Uint8Array.of(1, 2, 3), postings: new Uint8Array(0) },
    ...(source === undefined ? {} : { source }),
    ...(dimension === undefined ? {} : { vectors: vectorsFor(passages.length, dimension) }),
  };
}

/** Words parted by white space, one beside the other under their block's corner. */
function wordsOf(text: string, blocks: readonly Block[]): PageWords {
  const spans = blocks.flatMap(({ start, end, box: [x, y] }) =>
    [...text.slice(start, end).matchAll(/\S+/g)].map((word) => ({
      start: start + word.index,
      end: start + word.index + word[0].length,
      x,
      y,
    })),
  );
  return {
    starts: Uint32Array.from(spans, ({ start }) => start),
    ends: Uint32Array.from(spans, ({ end }) => end),
    boxes: Float32Array.from(spans.flatMap(({ start, x, y }, at) => [x + at, y, x + at + 5.25, y + (start % 3)])),
  };
}

export function vectorsFor(passages: number, dimension: number): FolioVectors {
  return {
    model: { name: "test", sha256: "ab".repeat(32), dimension },
    scales: Float32Array.from({ length: passages }, (_, at) => 0.25 + at),
    codes: Int8Array.from({ length: passages * dimension }, (_, at) => at - 3),
  };
}
