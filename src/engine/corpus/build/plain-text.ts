import { looksLikeAsciidoc, readAsciidoc } from "./asciidoc.ts";
import type { Markup } from "./markup.ts";
import { readRst } from "./rst.ts";

/** A `.txt` file of a folder of documentation: AsciiDoc where it has its marks, else reStructuredText. Undefined without any title. */
export function readPlainText(text: string): Markup | undefined {
  const markup = looksLikeAsciidoc(text) ? readAsciidoc(text) : readRst(text);
  return markup.headings.length === 0 ? undefined : markup;
}
