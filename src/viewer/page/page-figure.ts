import type { LinesView, PageView, PdfView } from "../../engine/pages/view.ts";
import { element } from "./dom.ts";

/** One page or section as an element. What is quoted is in `.box` or `mark` elements. */
export function pageFigure(view: PageView, title: string): HTMLElement {
  if (view.kind === "pdf") return pictureOf(view, title);
  if (view.kind === "markdown") return linesOf(view, title);
  return element("p", { class: "missing" }, view.notice);
}

function pictureOf(view: PdfView, title: string): HTMLElement {
  const marked = view.boxes.length > 0 ? ", with the quoted words marked" : "";
  const image = element("img", { src: view.image, alt: `Page ${view.page} of ${title}${marked}`, decoding: "async" });
  const figure = element("figure", { class: "sheet" }, image);
  figure.style.aspectRatio = `${view.page_width} / ${view.page_height}`;
  const boxes = view.boxes.map(([x = 0, y = 0, width = 0, height = 0]) => {
    const box = element("span", { class: "box" });
    Object.assign(box.style, { left: percent(x), top: percent(y), width: percent(width), height: percent(height) });
    return box;
  });
  figure.append(element("div", { class: "boxes", "aria-hidden": "true" }, ...boxes));
  return figure;
}

function linesOf(view: LinesView, title: string): HTMLElement {
  const rows = view.lines.map((line, index) => {
    const number = view.line_start + index;
    const quoted = view.spans.some(([first = 0, last = 0]) => first <= number && number <= last);
    const marks = view.marks.filter(([at]) => at === number).map(([, from = 0, to = 0]) => [from, to] as const);
    const whole = quoted && view.marks.length === 0 ? [[0, line.length] as const] : marks;
    return element(
      "li",
      { class: quoted ? "line quoted" : "line", value: String(number) },
      element("span", { class: "number", "aria-hidden": "true" }, String(number)),
      element("span", { class: "words" }, ...marked(line, whole)),
    );
  });
  return element("ol", { class: "lines", "aria-label": `Lines of ${title}`, start: String(view.line_start) }, ...rows);
}

/** The line's text, the marked parts as `mark`. Overlaps are marked once. */
function marked(line: string, marks: readonly (readonly [from: number, to: number])[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of [...marks].sort(([a], [b]) => a - b)) {
    const start = Math.max(at, from);
    const end = Math.min(line.length, to);
    if (start >= end) continue;
    parts.push(line.slice(at, start), element("mark", {}, line.slice(start, end)));
    at = end;
  }
  return [...parts, line.slice(at)];
}

function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
