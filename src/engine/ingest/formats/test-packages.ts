import { strToU8, type Zippable, zipSync } from "fflate";

/** Packages made in tests, by what lies in them. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>, level: 0 | 6 = 6): Uint8Array {
  const entries: Zippable = {};
  for (const [path, content] of Object.entries(files))
    entries[path] = typeof content === "string" ? strToU8(content) : content;
  return zipSync(entries, { mtime: "1990-01-01", level });
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

export interface EpubParts {
  readonly chapters: Readonly<Record<string, string>>;
  readonly metadata?: string;
  readonly manifest?: string;
  readonly spine?: string;
  readonly extra?: Readonly<Record<string, string>>;
  readonly level?: 0 | 6;
}

/** An EPUB 3 whose spine has the chapters in the order given. */
export function epubOf({
  chapters,
  metadata = "",
  manifest = "",
  spine = "",
  extra = {},
  level,
}: EpubParts): Uint8Array {
  const names = Object.keys(chapters);
  const items = names
    .map((name, index) => `<item id="c${index}" href="${name}" media-type="application/xhtml+xml"/>`)
    .join("");
  const order = names.map((_, index) => `<itemref idref="c${index}"/>`).join("");
  return zipOf(
    {
      mimetype: "application/epub+zip",
      "META-INF/container.xml": `${XML}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      "OPS/book.opf": `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">${metadata}</metadata><manifest>${manifest}${items}</manifest><spine>${spine}${order}</spine></package>`,
      ...Object.fromEntries(
        names.map((name) => [
          `OPS/${decodeURIComponent(name)}`,
          `${XML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title/></head><body>${chapters[name]}</body></html>`,
        ]),
      ),
      ...extra,
    },
    level,
  );
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A Word document with the given body, the styles Heading1 to Heading3 and Caption, and two lists (1 bulleted, 2 numbered). */
export function docxOf(
  body: string,
  extra: Readonly<Record<string, string | Uint8Array>> = {},
  level?: 0 | 6,
): Uint8Array {
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  const levels = (format: string): string =>
    [0, 1].map((level) => `<w:lvl w:ilvl="${level}"><w:numFmt w:val="${format}"/></w:lvl>`).join("");
  return zipOf(
    {
      "[Content_Types].xml": `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      "_rels/.rels": `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
      "word/_rels/document.xml.rels": `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${OFFICE}/numbering" Target="numbering.xml"/><Relationship Id="r3" Type="${OFFICE}/footnotes" Target="footnotes.xml"/></Relationships>`,
      "word/styles.xml": `${XML}<w:styles ${W}>${styles.join("")}<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/></w:style></w:styles>`,
      "word/numbering.xml": `${XML}<w:numbering ${W}><w:abstractNum w:abstractNumId="1">${levels("bullet")}</w:abstractNum><w:abstractNum w:abstractNumId="2">${levels("decimal")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num></w:numbering>`,
      "word/footnotes.xml": `${XML}<w:footnotes ${W}><w:footnote w:id="5"><w:p><w:r><w:t>The note.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
      "word/document.xml": `${XML}<w:document ${W}><w:body>${body}</w:body></w:document>`,
      ...extra,
    },
    level,
  );
}

export function wordParagraph(text: string, properties = "", after = ""): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r>${after}</w:p>`;
}

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `<w:tc>${wordParagraph(cell)}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}
