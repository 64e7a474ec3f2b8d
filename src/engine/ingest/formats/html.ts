import { parse } from "parse5";
import type { ParsedDocument } from "../../document.ts";
import { DocumentBuilder } from "./builder.ts";
import { type Decoded, decodeAs, decodeText } from "./decode.ts";
import { attribute, findElement, rawText } from "./html-tree.ts";
import { writeHtml } from "./html-writer.ts";
import { checkSize } from "./limits.ts";

/**
 * HTML as a page shows it: headings, lists, tables, code, captions; scripts, styles and navigation left out; heads and feet of the site as
 * furniture; text hidden by the markup marked so. Parsed by the HTML Standard, so that no input is an error.
 */
export function parseHtml(bytes: Uint8Array, name: string): ParsedDocument {
  checkSize(bytes.length, name, "HTML");
  const { text, note } = decodeHtml(bytes);
  const page = parse(text);
  const builder = new DocumentBuilder();
  writeHtml(page, builder);
  const title = findElement(page, (each) => each.tagName === "title" && each.namespaceURI.endsWith("xhtml"));
  const root = findElement(page, (each) => each.tagName === "html");
  const language = root === undefined ? undefined : attribute(root, "lang");
  return builder.finish({
    name,
    mediaType: "text/html",
    ...(title === undefined ? {} : { title: rawText(title) }),
    ...(language === undefined ? {} : { language }),
    ...(note === undefined ? {} : { note }),
  });
}

/** By byte order mark, else by the encoding that the page declares in its first 1024 bytes (HTML Standard §13.2.3.2), else by the look of it. */
export function decodeHtml(bytes: Uint8Array): Decoded {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)|<\?xml[^>]+encoding\s*=\s*["']([\w.-]+)/i.exec(head);
  const label = (declared?.[1] ?? declared?.[2] ?? "utf-8").toLowerCase();
  const marked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (!marked && label !== "utf-8" && label !== "utf8" && !label.startsWith("utf-16")) {
    try {
      return decodeAs(label, bytes);
    } catch {
      // An encoding nobody knows: the look of the bytes decides.
    }
  }
  return decodeText(bytes);
}
