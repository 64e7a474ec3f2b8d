import type { ElementKind } from "../markdown/element.ts";
import type { ChunkElement } from "./chunk.ts";

type Row = [pointer: string, kind: ElementKind, start: number, length: number, lineStart: number, lines: number];

/** Elements as a chunk's row keeps them: without names of fields, which would be longer than most chunks. */
export function writeElements(elements: readonly ChunkElement[]): string {
  return JSON.stringify(
    elements.map(({ pointer, kind, start, end, lineStart, lineEnd }): Row => {
      const [logical = "", self = "", subtree = ""] = pointer.split("~");
      const shortest = self === subtree ? `${logical}~${self}` : pointer;
      return [shortest, kind, start, end - start, lineStart, lineEnd - lineStart];
    }),
  );
}

export function readElements(written: string): ChunkElement[] {
  return (JSON.parse(written) as Row[]).map(([shortest, kind, start, length, lineStart, lines]) => {
    const [logical, self, subtree = self] = shortest.split("~");
    const pointer = [logical, self, subtree].join("~");
    return { pointer, kind, start, end: start + length, lineStart, lineEnd: lineStart + lines };
  });
}
