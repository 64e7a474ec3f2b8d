import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import { FootnoteError } from "../../../foundation/errors.ts";
import { parseDocx } from "./docx.ts";
import { outline } from "./test-outline.ts";
import { docxOf, wordParagraph, wordTable } from "./test-packages.ts";

const heading = (level: number): string => `<w:pStyle w:val="Heading${level}"/>`;
const item = (list: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`;

test("parseDocx() keeps headings, lists, tables, captions and footnotes", async () => {
  const docx = docxOf(
    [
      wordParagraph("Parking", heading(1)),
      wordParagraph("Every lot needs a space", "", '<w:r><w:footnoteReference w:id="5"/></w:r>'),
      wordParagraph("Sizes", heading(2)),
      wordParagraph("first", item(1, 0)),
      wordParagraph("below", item(1, 1)),
      wordParagraph("one", item(2, 0)),
      wordParagraph("two", item(2, 0)),
      wordParagraph("Table 1. Spaces &amp; sizes", '<w:pStyle w:val="Caption"/>'),
      wordTable([
        ["Use", "Spaces"],
        ["Dwelling", "2"],
      ]),
    ].join(""),
    {
      "docProps/core.xml":
        '<cp:coreProperties xmlns:cp="a" xmlns:dc="b"><dc:title>Zoning Code</dc:title></cp:coreProperties>',
    },
  );
  const document = await parseDocx(docx, "zoning.docx");
  expect(document.title).toBe("Zoning Code");
  expect(outline(document)).toEqual([
    "heading1: Parking",
    "paragraph: Every lot needs a space[1]",
    "heading2: Sizes",
    "list1: • first",
    "list2: • below",
    "list1: 1. one",
    "list1: 2. two",
    "caption: Table 1. Spaces & sizes",
    "table: Use\tSpaces\nDwelling\t2",
    "footnote: 1. The note.",
  ]);
  expect(document.blocks.map((block) => block.parent).slice(0, 4)).toEqual([-1, 0, 0, 2]);
});

test("parseDocx() marks hidden text", async () => {
  const hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>$1</w:t></w:r>";
  const document = await parseDocx(docxOf(wordParagraph("Total $485,000", "", hidden)), "a.docx");
  expect(outline(document)).toEqual(["paragraph: Total $485,000", "paragraph!invisible: $1"]);
});

test("parseDocx() reads the same document twice to the same text", async () => {
  const docx = docxOf(wordParagraph("Same"));
  expect(await parseDocx(docx, "a.docx")).toEqual(await parseDocx(docx, "a.docx"));
});

test("parseDocx() never reads a file that a picture points to", async () => {
  const drawing =
    '<w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:inline><wp:docPr id="1" name="p" descr="A map"/><a:graphic><a:graphicData uri="u"><pic:pic><pic:blipFill><a:blip r:link="rX"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>';
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/passwd" TargetMode="External"/></Relationships>';
  const docx = docxOf(wordParagraph("See", "", `<w:r>${drawing}</w:r>`), { "word/_rels/document.xml.rels": rels });
  expect(outline(await parseDocx(docx, "a.docx"))).toEqual(["paragraph: SeeA map"]);
});

test.each([
  ["cut off", docxOf(wordParagraph("text")).subarray(0, 900), "damaged_document"],
  ["no document part", zipSync({ "word/other.xml": new Uint8Array(3) }), "damaged_document"],
  ["broken XML", docxOf("<w:p><w:r>"), "damaged_document"],
  ["an entry that is a bomb", docxOf("", { "word/bomb.xml": new Uint8Array(60_000_000) }), "too_large"],
])("parseDocx() refuses a package with %s", async (_, bytes, code) => {
  const error = await parseDocx(bytes, "a.docx").catch((thrown) => thrown);
  expect(error).toBeInstanceOf(FootnoteError);
  expect(error.code).toBe(code);
});

test("parseDocx() survives 10,000 nested elements", async () => {
  const deep = `${"<w:sdt><w:sdtContent>".repeat(10_000)}${wordParagraph("x")}${"</w:sdtContent></w:sdt>".repeat(10_000)}`;
  const result = await parseDocx(docxOf(deep), "a.docx").then(
    (document) => document.text,
    (error) => error.code,
  );
  expect(["x", "damaged_document"]).toContain(result);
});
