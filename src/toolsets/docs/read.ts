import { z } from "zod";
import { EvidenceSchema, RefusalSchema } from "../../engine/answers.ts";
import type { Span } from "../../engine/document.ts";
import { locatorOf, toEvidence } from "../../engine/evidence/evidence.ts";
import { parseLocator } from "../../engine/evidence/locator.ts";
import { resolveLocator } from "../../engine/evidence/resolve-locator.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { defineOperation } from "../operation.ts";
import { renderRefusal } from "../render-refusal.ts";
import { fitBudget } from "./budget.ts";
import { toDocumentLocator, withElement } from "./element-locator.ts";
import { type PageRange, PageRangeField } from "./page-range.ts";
import { renderEvidence } from "./render.ts";
import { withRow } from "./row-place.ts";
import { openTarget } from "./scope.ts";
import { findSection } from "./section.ts";
import { visibleSpans } from "./visible.ts";

export const read = defineOperation({
  name: "read",
  title: "Read a place in a document",
  description:
    "Opens a locator from a result, or a document at a page, a range of pages, a section or a passage, and returns the text that stands there, exactly as the document has it. With `context`, the passages before and after come too.",
  input: z.strictObject({
    target: z.string().min(1).describe("A locator (footnote:doc/…), or the path or title of a document"),
    pages: PageRangeField.optional().describe("A physical page or a range of them: 12 or 12-14"),
    label: z.string().optional().describe("A page by its printed label: xii, 217"),
    section: z.string().optional().describe("A heading, or the number before it: “4.2”, “4.2 Parking”"),
    passage: z.int().min(0).optional().describe("A passage by its number"),
    context: z.int().min(0).max(20).default(0).describe("So many passages before and after, too"),
    budget: z.int().min(200).default(24_000).describe("At most so many characters of text"),
  }),
  output: z.object({
    results: z.array(EvidenceSchema).optional(),
    refusal: RefusalSchema.optional(),
    shown: z.string().optional().describe("How much of it this is, when it is not all"),
    next: z.string().optional().describe("The locator to go on reading"),
  }),
  effects: { reads: true, writes: false, destroys: false },
  faces: ["cli", "mcp"],
  commandLine: {
    positionals: ["target"],
    short: { pages: "p", section: "s", context: "c" },
    examples: [
      "footnote read manual.pdf --pages 12-14",
      "footnote read manual.pdf --section 4.2",
      "footnote read 'footnote:doc/5b1c0f2a9d3e#p=12&t=3401-3522' --context 1",
    ],
  },
  async run(asked, context) {
    const input = { ...asked, target: await toDocumentLocator(asked.target, context) };
    const document = await openTarget(input.target, context);
    const spans = placesOf(input, document);
    if (spans === undefined) {
      return {
        refusal: {
          reason: "not_found",
          message: `${document.title} has no heading like “${input.section ?? ""}”.`,
          remedy: "See its headings with `outline`, or use `search`.",
          scanned: { documents: 1, passages: document.passages.length },
        },
      };
    }
    const wide = input.context === 0 ? spans : widen(document, spans, input.context);
    const { kept, rest, total } = fitBudget(document, wide, input.budget);
    const visible = visibleSpans(document, trimmed(document, kept));
    const kind = input.section === undefined ? ("passage" as const) : ("section" as const);
    const placed = withElement(toEvidence(document, visible.spans, { id: "e1", kind }), document, context);
    const evidence = {
      ...(await withRow(placed, document, context)),
      locator: locatorOf(document, trimmed(document, kept)),
      ...(visible.notes.length === 0 ? {} : { notes: [...visible.notes] }),
    };
    if (rest === undefined) return { results: [evidence] };
    return {
      results: [evidence],
      shown: `${evidence.text.length} of ${total} characters`,
      next: locatorOf(document, rest),
    };
  },
  render(output) {
    if (output.refusal !== undefined) return renderRefusal(output.refusal);
    const more = output.next === undefined ? "" : `\n\nThis is ${output.shown ?? "a part"}. Go on: ${output.next}`;
    return (output.results ?? []).map((evidence) => renderEvidence(evidence)).join("\n\n") + more;
  },
  exitCode: (output) => (output.refusal === undefined ? 0 : 1),
});

interface Place {
  readonly target: string;
  readonly pages?: PageRange | undefined;
  readonly label?: string | undefined;
  readonly section?: string | undefined;
  readonly passage?: number | undefined;
}

/** The canonical ranges asked for; undefined when a section is not there. */
function placesOf(place: Place, document: LibraryDocument): readonly Span[] | undefined {
  const { sha256 } = document;
  if (place.pages !== undefined) return resolveLocator({ document: sha256, pages: place.pages }, document).spans;
  if (place.label !== undefined) return [pageLabelled(place.label, document)];
  if (place.section !== undefined) {
    const span = findSection(place.section, document);
    return span === undefined ? undefined : [span];
  }
  if (place.passage !== undefined) return resolveLocator({ document: sha256, passage: place.passage }, document).spans;
  const locator = place.target.startsWith("footnote:") ? parseLocator(place.target) : { document: sha256 };
  return resolveLocator(locator, document).spans;
}

function pageLabelled(label: string, document: LibraryDocument): Span {
  const page = document.pages.find((one) => one.label === label);
  if (page !== undefined) return page;
  const labels = document.pages.flatMap((one) => (one.label === undefined ? [] : [one.label]));
  throw new FootnoteError("invalid_argument", {
    what: `label ${label}`,
    problem:
      labels.length === 0 ? "the document labels no pages" : `its pages are labelled ${labels[0]} to ${labels.at(-1)}`,
    command: "read",
  });
}

/** Without white space at the ends, so that what is shown begins and ends with words. Empty pages stay as they are. */
function trimmed(document: LibraryDocument, spans: readonly Span[]): readonly Span[] {
  const kept = spans.flatMap(({ start, end }) => {
    const text = document.text.slice(start, end);
    const body = text.trim();
    const from = start + text.length - text.trimStart().length;
    return body === "" ? [] : [{ start: from, end: from + body.length }];
  });
  return kept.length === 0 ? spans : kept;
}

/** The passages that overlap `spans`, with `count` more on each side. */
function widen(document: LibraryDocument, spans: readonly Span[], count: number): readonly Span[] {
  const body = document.passages.filter((passage) => passage.kind !== "furniture");
  const touched = body.flatMap((passage, index) =>
    passage.spans.some((span) => spans.some((asked) => span.start < asked.end && asked.start < span.end))
      ? [index]
      : [],
  );
  const [first] = touched;
  const last = touched.at(-1);
  if (first === undefined || last === undefined) return spans;
  return body
    .slice(Math.max(0, first - count), last + count + 1)
    .flatMap((passage) => passage.spans)
    .sort((a, b) => a.start - b.start);
}
