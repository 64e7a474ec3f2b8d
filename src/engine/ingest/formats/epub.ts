import { posix } from "node:path";
import { parse } from "parse5";
import { FootnoteError } from "../../../foundation/errors.ts";
import { percentDecoded } from "../../../foundation/text/percent.ts";
import type { ParsedDocument } from "../../document.ts";
import { DocumentBuilder } from "./builder.ts";
import { decodeHtml } from "./html.ts";
import { writeHtml } from "./html-writer.ts";
import { checkSize } from "./limits.ts";
import { parseXml, type XmlElement } from "./xml.ts";
import { ZipReader } from "./zip.ts";

const FORMAT = "EPUB";
/** Chapters that are told of when they do not decode as they should; a whole book in one old encoding says it often enough. */
const MOST_NOTES = 3;

/** EPUB 2 and 3: container → package → spine, each chapter read as HTML, in the order of the spine (EPUB 3.3 §5). */
export function parseEpub(bytes: Uint8Array, name: string): ParsedDocument {
  checkSize(bytes.length, name, FORMAT);
  const zip = new ZipReader(bytes, name, FORMAT);
  const damaged = (problem: string): FootnoteError =>
    new FootnoteError("damaged_document", { path: name, format: FORMAT, problem });
  if (zip.names.includes("META-INF/rights.xml") || isEncrypted(zip)) {
    throw new FootnoteError("unsupported_format", { path: name, format: "copy-protected EPUB" });
  }
  const container = zip.read("META-INF/container.xml");
  const packagePath =
    container &&
    parseXml(container)
      .find((each) => each.name === "rootfile")
      ?.get("full-path");
  if (!packagePath) throw damaged("META-INF/container.xml names no package");
  const packageFile = zip.read(packagePath);
  if (packageFile === undefined) throw damaged(`its package ${packagePath} is missing`);

  const elements = parseXml(packageFile);
  const builder = new DocumentBuilder();
  const notes: string[] = [];
  let size = 0;
  for (const { path, contents } of spine(elements, posix.dirname(packagePath))) {
    const chapter = zip.read(path);
    if (chapter === undefined) throw damaged(`the chapter ${path} is missing`);
    size += chapter.length;
    checkSize(size, name, "text in EPUB");
    const { text, note } = decodeHtml(chapter);
    if (note !== undefined) notes.push(`chapter ${path}: ${note}`);
    writeHtml(parse(xhtml(text)), builder, undefined, contents);
  }
  const first = (tag: string): string | undefined =>
    elements.find((each) => each.name === tag && each.text !== "")?.text;
  const title = first("title");
  const language = first("language");
  return builder.finish({
    name,
    mediaType: "application/epub+zip",
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
    ...(notes.length === 0 ? {} : { note: notes.slice(0, MOST_NOTES).join("; ") }),
  });
}

/** Paths of the chapters in reading order. */
function spine(elements: readonly XmlElement[], folder: string): { path: string; contents: boolean }[] {
  const items = new Map(elements.filter((each) => each.name === "item").map((each) => [each.get("id"), each]));
  return elements
    .filter((each) => each.name === "itemref")
    .flatMap((each) => items.get(each.get("idref")) ?? [])
    .filter((item) => /html/.test(item.get("media-type")))
    .map((item) => ({
      path: posix.join(folder, decodePath(item.get("href"))),
      contents: /\bnav\b/.test(item.get("properties")),
    }));
}

function decodePath(href: string): string {
  return percentDecoded(href.replace(/#.*$/, ""));
}

/** Fonts are often scrambled, which hurts no reader; encrypted chapters are another thing (EPUB 3.3 §4.2.6.3.2). */
function isEncrypted(zip: ZipReader): boolean {
  const encryption = zip.read("META-INF/encryption.xml");
  if (encryption === undefined) return false;
  return parseXml(encryption).some((each) => each.name === "cipherreference" && /\.x?html?$/i.test(each.get("uri")));
}

/** In XHTML `<title/>` or `<script/>` ends at once; the HTML parser would take the rest of the chapter for its content. */
function xhtml(source: string): string {
  return source.replace(
    /<(title|script|style|textarea|iframe|noscript|a|div|span|p|i|b|em|td|th|li)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/gi,
    "<$1$2></$1>",
  );
}
