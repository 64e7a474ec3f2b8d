import { expect, test } from "bun:test";
import { HIDDEN_REASONS } from "../../document.ts";
import { startPdfEngine } from "./engine.ts";
import { PageExtractor } from "./extract.ts";
import { HIDDEN_MASK, OCR_FLAG, type PageGlyphs, SPACE_FLAG } from "./glyphs.ts";
import { openPdf } from "./open.ts";
import { fill, line, picture, type TestPage, testPdf, text } from "./test-pdf.ts";

const engine = await startPdfEngine();
const extractor = new PageExtractor(engine);

function extract(page: string | TestPage): PageGlyphs {
  const document = openPdf(engine, { path: "t.pdf", bytes: testPdf([page]) });
  return extractor.read(document, 1, false).glyphs;
}

function lines(glyphs: PageGlyphs): string[] {
  const texts: string[] = [];
  glyphs.codes.forEach((code, at) => {
    const line = glyphs.lineOf[at]!;
    texts[line] = (texts[line] ?? "") + String.fromCodePoint(code);
  });
  return texts;
}

/** Each line of the page with why it is hidden. */
function hidden(page: string | TestPage): Record<string, string> {
  const glyphs = extract(page);
  return Object.fromEntries(
    lines(glyphs).map((value, line) => {
      const flags = glyphs.flags[glyphs.lineOf.indexOf(line)]!;
      return [value, (flags & OCR_FLAG) !== 0 ? "ocr" : HIDDEN_REASONS[flags & HIDDEN_MASK]!];
    }),
  );
}

function rounded(values: ArrayLike<number>, from = 0, count = values.length): number[] {
  return Array.from({ length: count }, (_, at) => Math.round((values[from + at] ?? Number.NaN) * 10) / 10);
}

test("read() gives code points, boxes, baselines, sizes and fonts", () => {
  const glyphs = extract(text(50, 700, "A b", { font: "F4", size: 10 }) + text(50, 600, "C", { font: "F3", size: 20 }));
  expect(String.fromCodePoint(...glyphs.codes)).toBe("A bC");
  expect(Array.from(glyphs.flags)).toEqual([0, SPACE_FLAG, 0, 0]);
  expect(Array.from(glyphs.lineOf)).toEqual([0, 0, 0, 1]);
  expect(rounded(glyphs.baselines)).toEqual([92, 92, 92, 192]);
  expect(rounded(glyphs.sizes)).toEqual([10, 10, 10, 20]);
  // Courier is 600 units wide.
  expect(rounded(glyphs.boxes, 8, 4).filter((_, at) => at % 2 === 0)).toEqual([62, 68]);
  expect(glyphs.boxes[1]!).toBeLessThan(92);
  expect(glyphs.boxes[3]!).toBeGreaterThan(92);
  expect(glyphs.fonts.map(({ bold, monospaced }) => ({ bold, monospaced }))).toEqual([
    { bold: false, monospaced: true },
    { bold: true, monospaced: false },
  ]);
  expect([glyphs.width, glyphs.height, glyphs.status]).toEqual([612, 792, "text"]);
});

test("read() keeps ligatures as drawn", () => {
  expect(lines(extract(text(50, 700, "\uFB01ne o\uFB03ce", { font: "U" })))).toEqual(["\uFB01ne o\uFB03ce"]);
});

test("read() gives right-to-left lines in reading order, presentation forms as drawn", () => {
  // Drawn from left to right, as producers do: the last letter first.
  const glyphs = extract(
    text(50, 700, "\u05D2\u05D1\u05D0", { font: "U" }) + text(50, 600, "\uFEFB\uFE8D", { font: "U" }),
  );
  expect(lines(glyphs)).toEqual(["\u05D0\u05D1\u05D2", "\uFE8D\uFEFB"]);
  expect(rounded(glyphs.boxes, 0, 1)).toEqual([74]);
});

test("read() shares the box of a glyph that stands for two characters", () => {
  const bytes = testPdf([text(50, 700, "a\uE000b", { font: "U" })], { characters: { "\uE000": "fi" } });
  const document = openPdf(engine, { path: "t.pdf", bytes });
  const { glyphs } = extractor.read(document, 1, false);
  expect(String.fromCodePoint(...glyphs.codes)).toBe("afib");
  const spans = [0, 1, 2, 3].map((at) => [glyphs.boxes[4 * at]!, glyphs.boxes[4 * at + 2]!].map(Math.round));
  expect(spans).toEqual([
    [50, 62],
    [62, 68],
    [68, 74],
    [74, 86],
  ]);
});

test("read() tells the direction of turned text", () => {
  const glyphs = extract([0, 1, 2, 3].map((turn) => text(300, 400, "x", { turn })).join(""));
  expect(Array.from(glyphs.turns)).toEqual([0, 3, 2, 1]);
  expect(rounded(glyphs.baselines)).toEqual([392, 300, 392, 300]);
});

test("read() applies the page's rotation and crop box", () => {
  const turned = extract({ content: text(50, 700, "x"), rotate: 90 });
  expect([turned.width, turned.height, turned.turns[0], Math.round(turned.baselines[0]!)]).toEqual([792, 612, 1, 700]);
  const cropped = extract({ content: text(300, 300, "x"), cropBox: "200 200 400 400" });
  expect([cropped.width, cropped.height, Math.round(cropped.baselines[0]!), Math.round(cropped.boxes[0]!)]).toEqual([
    200, 200, 100, 100,
  ]);
});

test("read() copes with huge pages", () => {
  expect(extract({ content: text(50, 14_000, "x"), mediaBox: "0 0 14400 14400" }).status).toBe("text");
  expect(extract({ content: text(50, 700, "x"), mediaBox: "0 0 1000000000 1000000000" }).codes).toHaveLength(1);
});

test("read() marks hidden text and why", () => {
  expect(
    hidden(
      text(50, 750, "seen") +
        text(50, 700, "render mode", { mode: 3 }) +
        text(50, 650, "white", { colour: "1 1 1" }) +
        text(50, 600, "tiny", { size: 0.5 }) +
        text(700, 550, "right of it") +
        text(50, -50, "below it") +
        text(50, 500, "outlined", { mode: 1 }),
    ),
  ).toEqual({
    seen: "",
    "render mode": "invisible",
    white: "same-colour",
    tiny: "tiny",
    "right of it": "off-page",
    "below it": "off-page",
    outlined: "",
  });
});

test("read() compares a glyph's colour with the surface under it", () => {
  const page =
    fill(40, 680, 300, 60, "0.2 0.2 0.2") +
    text(50, 700, "white on dark", { colour: "1 1 1" }) +
    fill(40, 580, 300, 60, "1 0 0") +
    text(50, 600, "red on red", { colour: "1 0 0" }) +
    picture(40, 480, 300, 60) +
    text(50, 500, "white on a picture", { colour: "1 1 1" }) +
    fill(40, 380, 300, 60, "0 0 0") +
    text(50, 400, "black on black");
  expect(hidden(page)).toEqual({
    "white on dark": "",
    "red on red": "same-colour",
    "white on a picture": "",
    "black on black": "same-colour",
  });
});

test("read() takes text outside the crop box for off the page", () => {
  expect(hidden({ content: text(50, 700, "out") + text(300, 300, "in"), cropBox: "200 200 400 400" })).toEqual({
    out: "off-page",
    in: "",
  });
});

test("read() knows an OCR layer from hidden text", () => {
  const layer = text(50, 700, "scanned words", { mode: 3 });
  const scan = extract(picture(0, 0, 612, 792) + layer);
  expect([scan.status, scan.flags[0]]).toEqual(["ocr", OCR_FLAG]);
  expect(scan.flags[7]).toBe(OCR_FLAG | SPACE_FLAG);
  expect(hidden(picture(50, 50, 100, 100) + layer)).toEqual({ "scanned words": "invisible" });
});

test("read() tells the status of pages without text", () => {
  expect(extract("").status).toBe("empty");
  const scan = extract(picture(0, 0, 612, 792));
  expect([scan.status, scan.problem?.includes("OCR")]).toEqual(["image-only", true]);
  expect(scan.images).toEqual([[0, 0, 612, 792]]);
  expect(extract(line(50, 50, 300, 50)).status).toBe("image-only");
});

test("read() gives straight strokes, thin fills and the sides of stroked rectangles as rules", () => {
  const { rules } = extract(
    line(50, 700, 500, 700) +
      fill(50, 500, 400, 1) +
      "100 100 m 200 180 l 300 100 l S\n" +
      fill(50, 300, 100, 50, "0.9 0.9 0.9"),
  );
  expect(rounded(rules)).toEqual([49.5, 91.5, 500.5, 92.5, 50, 291, 450, 292]);
  expect(extract("1 w 100 100 200 50 re S\n").rules).toHaveLength(16);
});

test("read() caps the rules of a plot", () => {
  const strokes = Array.from({ length: 6000 }, (_, at) => line(at % 600, 100, at % 600, 200)).join("");
  expect(extract(strokes).rules).toHaveLength(20_000);
});

test("read() passes over /ActualText: evidence is what the page shows", () => {
  expect(lines(extract(`/Span <</ActualText (claimed)>> BDC ${text(50, 700, "drawn")} EMC`))).toEqual(["drawn"]);
});
