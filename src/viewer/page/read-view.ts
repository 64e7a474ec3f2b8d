import type { PageView } from "../../engine/pages/view.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads a page from outside. Throws for what is none. Pictures are taken from PNG data alone, numbers only when they are finite. */
export function readView(value: unknown): PageView {
  const view = fields(value);
  const notice = text(view.notice);
  const place = { page: whole(view.page), page_count: whole(view.page_count), notice };
  switch (view.kind) {
    case "pdf": {
      const image = text(view.image);
      if (!/^data:image\/png;base64,[A-Za-z0-9+/=]*$/.test(image)) throw new Error("The page has no picture.");
      const [page_width, page_height] = [number(view.page_width), number(view.page_height)];
      if (!(page_width > 0 && page_height > 0)) throw new Error("The page has no size.");
      return { kind: "pdf", ...place, page_width, page_height, image, boxes: numbers(view.boxes, 4) };
    }
    case "markdown":
      return {
        kind: "markdown",
        ...place,
        lines: list(view.lines).map(text),
        line_start: whole(view.line_start),
        spans: numbers(view.spans, 2),
        marks: numbers(view.marks ?? [], 3),
      };
    case "text":
      return { kind: "text", notice };
    default:
      throw new Error("The page is of a kind that this viewer does not know.");
  }
}

export function fields(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function whole(value: unknown): number {
  return Math.max(1, Math.trunc(number(value)));
}

function numbers(value: unknown, length: number): number[][] {
  return list(value).flatMap((row) => {
    const read = list(row).map(number);
    return read.length === length ? [read] : [];
  });
}
