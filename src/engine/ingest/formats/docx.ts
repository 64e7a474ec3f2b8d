import { zipSync } from "fflate";
import { parse } from "parse5";
import { FootnoteError } from "../../../foundation/errors.ts";
import type { ParsedDocument } from "../../document.ts";
import { DocumentBuilder } from "./builder.ts";
import { decodeText } from "./decode.ts";
import { writeHtml } from "./html-writer.ts";
import { checkSize } from "./limits.ts";
import { xmlText } from "./xml.ts";
import { ZipReader } from "./zip.ts";

const FORMAT = "Word (DOCX)";

/** Word documents through mammoth, which keeps headings, lists, tables and footnotes. Pictures are left in the package. */
export async function parseDocx(bytes: Uint8Array, name: string): Promise<ParsedDocument> {
  checkSize(bytes.length, name, FORMAT);
  const zip = new ZipReader(bytes, name, FORMAT);
  // Unpacked here, under our limits, and packed again without compression: mammoth's own unpacking has no limits.
  const parts = zip.names.filter((each) => /\.(?:xml|rels)$/i.test(each));
  let size = 0;
  const partOf = (path: string): Uint8Array => {
    const part = zip.read(path) ?? new Uint8Array();
    size += part.length;
    checkSize(size, name, "text in Word (DOCX)");
    return path.startsWith("word/") ? markHidden(part) : part;
  };
  const files = Object.fromEntries(parts.map((each) => [each, partOf(each)]));
  const core = files["docProps/core.xml"];
  const title = core === undefined ? undefined : xmlText(core, "title");
  const html = await convert(zipSync(files, { level: 0, mtime: "1980-01-01" }), name);
  const builder = new DocumentBuilder();
  writeHtml(parse(html), builder);
  const mediaType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  return builder.finish({ name, mediaType, ...(title === undefined ? {} : { title }) });
}

const STYLES = [
  "p[style-name='caption'] => figcaption:fresh",
  "p[style-name='Caption'] => figcaption:fresh",
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Quote'] => blockquote > p:fresh",
  "highlight[color='vanish'] => span[hidden='hidden']",
];

/** Mammoth does not know hidden text (ECMA-376 Part 1 §17.3.2.41), but it knows highlights, so hidden runs are given one of their own. */
function markHidden(part: Uint8Array): Uint8Array {
  const hidden = /<w:vanish(?:\s+w:val="(?:1|true|on)")?\s*\/>/g;
  return new TextEncoder().encode(decodeText(part).text.replace(hidden, '<w:highlight w:val="vanish"/>'));
}

async function convert(docx: Uint8Array, path: string): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  try {
    const convertImage = mammoth.images.imgElement(async () => ({ src: "" }));
    const result = await mammoth.convertToHtml(
      { buffer: Buffer.from(docx) },
      { styleMap: STYLES, convertImage, externalFileAccess: false },
    );
    return result.value;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new FootnoteError("damaged_document", { path, format: FORMAT, problem }, error);
  }
}
