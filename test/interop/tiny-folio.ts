import type { FolioParts } from "../../src/engine/archive/write.ts";

/** The document of the worked example in docs/folio-format.md §13: one page, one heading of one word, one passage, no source. */
export function tinyParts(): FolioParts {
  const span = { start: 0, end: 2 };
  const box = [72, 72, 84.5, 84] as const;
  const page = { number: 1, ...span, width: 612, height: 792, status: "text", label: "i" } as const;
  const heading = {
    kind: "heading",
    ...span,
    level: 1,
    parent: -1,
    page: 1,
    box,
    hidden: "",
    continues: false,
    lineStart: 0,
    lineEnd: 0,
  } as const;
  return {
    document: {
      title: "Hi",
      mediaType: "application/pdf",
      paged: true,
      text: "Hi",
      pages: [page],
      blocks: [heading],
      words: [{ starts: Uint32Array.of(0), ends: Uint32Array.of(2), boxes: Float32Array.from(box) }],
    },
    meta: { fileName: "hi.pdf", sha256: "5a".repeat(32), pipeline: "ingest-1" },
    passages: [{ kind: "text", spans: [span], heading: 0, firstPage: 1, lastPage: 1 }],
    index: { terms: new Uint8Array(0), postings: new Uint8Array(0) },
  };
}

/** Bytes as 16 a line behind their offset, like `xxd -g1` without the text column. */
export function hexLines(bytes: Uint8Array): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += 16) {
    const hex = Array.from(bytes.subarray(at, at + 16), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    lines.push(`${at.toString(16).padStart(8, "0")}: ${hex}`);
  }
  return lines;
}
