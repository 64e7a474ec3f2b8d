import { printableText } from "../../../foundation/text/printable.ts";
import type { VeraObject } from "./texts.ts";

/** Results as Markdown for a model to read: where each stands, its text and what is around it; no scores, no ids. */
export function prettyText(results: readonly VeraObject[]): string {
  if (results.length === 0) return "No results.";
  return results.map((hit, at) => [`## Result ${at + 1}`, ...section(hit)].join("\n\n")).join("\n\n");
}

function section(hit: VeraObject): string[] {
  const archive = typeof hit.file === "string" ? [`Archive: ${hit.file}`] : [];
  const captions = objectsIn(hit.figures).flatMap(({ caption }) => (typeof caption === "string" ? [caption] : []));
  return [
    [...archive, `Source: ${text(hit.source_filename)}${pages(hit)}`].join("\n"),
    ...(hit.heading_path === undefined || hit.heading_path === "" ? [] : [text(hit.heading_path)]),
    ...neighbours("### Before", hit.before_chunks),
    "### Matching text",
    text(hit.text),
    ...neighbours("### After", hit.after_chunks),
    ...(captions.length === 0 ? [] : ["### Figures", captions.map((caption) => `- ${text(caption)}`).join("\n")]),
  ];
}

function pages({ page_start: first, page_end: last }: VeraObject): string {
  if (typeof first !== "number") return "";
  return typeof last === "number" && last !== first ? ` (pp. ${first}-${last})` : ` (p. ${first})`;
}

function neighbours(title: string, chunks: unknown): string[] {
  const texts = objectsIn(chunks).map((chunk) => text(chunk.text));
  return texts.length === 0 ? [] : [title, ...texts];
}

function objectsIn(value: unknown): VeraObject[] {
  return Array.isArray(value) ? value.filter((one): one is VeraObject => typeof one === "object" && one !== null) : [];
}

function text(value: unknown): string {
  return value === undefined || value === null ? "" : printableText(String(value));
}
