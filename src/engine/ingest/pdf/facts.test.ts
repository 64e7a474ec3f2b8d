import { expect, test } from "bun:test";
import { startPdfEngine } from "./engine.ts";
import { hasPageLabels, readFacts } from "./facts.ts";
import { openPdf } from "./open.ts";
import { type TestPdf, testPdf } from "./test-pdf.ts";

const engine = await startPdfEngine();

function open(options: TestPdf) {
  return openPdf(engine, { path: "t.pdf", bytes: testPdf(["", ""], options) });
}

test("readFacts() reads title, language and the outline with targets from the top of the page", () => {
  const outline = [
    { title: "First", page: 1, y: 792 },
    { title: "Second", page: 2, y: 692 },
  ];
  expect(readFacts(open({ title: "On  Things", language: "en-GB", outline }))).toEqual({
    title: "On Things",
    language: "en-GB",
    outline: [
      { title: "First", level: 1, page: 1, y: 0 },
      { title: "Second", level: 1, page: 2, y: 100 },
    ],
  });
});

test("readFacts() says nothing about what a document does not tell", () => {
  expect(readFacts(open({}))).toEqual({ outline: [] });
});

test("hasPageLabels() tells whether the document numbers its pages", () => {
  expect(hasPageLabels(open({}))).toBe(false);
  expect(hasPageLabels(open({ labels: "0 <</S/D>>" }))).toBe(true);
});
