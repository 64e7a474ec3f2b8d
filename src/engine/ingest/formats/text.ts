import type { ParsedDocument } from "../../document.ts";
import { DocumentBuilder } from "./builder.ts";
import { decodeText } from "./decode.ts";
import { checkSize } from "./limits.ts";

/** Plain text: paragraphs lie between blank lines or form feeds; a group indented by four columns or a tab throughout is code. */
export function parseText(bytes: Uint8Array, name: string): ParsedDocument {
  checkSize(bytes.length, name, "plain text");
  const builder = new DocumentBuilder();
  const { text, note } = decodeText(bytes);
  let group: string[] = [];
  let first = 1;
  let line = 1;
  const flush = (): void => {
    if (group.length > 0) addGroup(builder, group, first);
    group = [];
  };
  for (const piece of linesOf(text)) {
    const blank = piece.text.trim() === "";
    if (blank || piece.afterFormFeed) flush();
    if (!blank) {
      if (group.length === 0) first = line;
      group.push(piece.text);
    }
    if (piece.endsLine) line++;
  }
  flush();
  return builder.finish({ name, mediaType: "text/plain", ...(note === undefined ? {} : { note }) });
}

interface Line {
  readonly text: string;
  readonly afterFormFeed: boolean;
  readonly endsLine: boolean;
}

function* linesOf(text: string): Generator<Line> {
  let afterFormFeed = false;
  for (let from = 0; from <= text.length; ) {
    const lineEnd = text.indexOf("\n", from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const parts = text.slice(from, end).split("\f");
    for (const [index, part] of parts.entries()) {
      yield { text: part, afterFormFeed, endsLine: index === parts.length - 1 };
      afterFormFeed = index < parts.length - 1;
    }
    from = end + 1;
  }
}

function addGroup(builder: DocumentBuilder, lines: readonly string[], first: number): void {
  const facts = { lines: [first, first + lines.length - 1] as const };
  const code = lines.every((line) => /^(?: {4}|\t| {1,3}\t)/.test(line));
  const cleaned = lines.map((line) => line.trimEnd());
  if (code) builder.add("code", cleaned.join("\n"), facts);
  else builder.add("paragraph", cleaned.join("\n").trim(), facts);
}
