import type { ParsedDocument } from "../../document.ts";

/** The blocks of a document as short lines: kind, level, hidden reason, text. Cells and rows are left out unless asked for. */
export function outline(document: ParsedDocument, cells = false): string[] {
  return document.blocks
    .filter((block) => cells || (block.kind !== "row" && block.kind !== "cell"))
    .map((block) => {
      const level = block.level > 0 ? String(block.level) : "";
      const hidden = block.hidden === "" ? "" : `!${block.hidden}`;
      return `${block.kind}${level}${hidden}: ${document.text.slice(block.start, block.end)}`;
    });
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
