import { z } from "zod";

/** Text sources are shown in sections of this many lines. */
export const LINES_PER_SECTION = 200;

const VIEW = {
  page: z.int().min(1).describe("The page or section shown, from 1"),
  page_count: z.int().min(1),
  notice: z.string().describe("What a reader has to know; empty when there is nothing"),
};

/**
 * One page of a source, as the viewer shows it. The names are those of VERA's wire format, so that one page serves both. `boxes` are [x, y, width, height]
 * as fractions of the page, 0 to 1. `spans` are first and last line of what is quoted, in the whole file; `marks` are [line, from, to] on the lines shown,
 * in UTF-16 units of the line. Lines count from 1.
 */
export const PageViewSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("pdf"),
    ...VIEW,
    page_width: z.number(),
    page_height: z.number(),
    image: z.string().describe("PNG as a data URL"),
    boxes: z.array(z.array(z.number()).length(4)),
  }),
  z.object({
    kind: z.literal("markdown"),
    ...VIEW,
    lines: z.array(z.string()).max(LINES_PER_SECTION),
    line_start: z.int().min(1),
    spans: z.array(z.array(z.int()).length(2)),
    marks: z.array(z.array(z.int()).length(3)),
  }),
  z.object({ kind: z.literal("text"), notice: VIEW.notice }),
]);

export type PageView = z.infer<typeof PageViewSchema>;
export type PdfView = Extract<PageView, { kind: "pdf" }>;
export type LinesView = Extract<PageView, { kind: "markdown" }>;

/** A cited source in the viewer's list; one that could not be opened has `error` and little else. */
export const SourceCardSchema = z.object({
  id: z.string().describe("As an answer names it: C1, C2, …"),
  locator: z.string(),
  title: z.string().optional(),
  where: z.string().optional().describe("The place as a person would write it"),
  text: z.string().optional().describe("The passage, shortened when it is long"),
  error: z.string().optional(),
});

export type SourceCard = z.infer<typeof SourceCardSchema>;

/** What the page is told when it opens: the list, and nothing selected yet. */
export const LauncherSchema = z.object({
  mode: z.literal("launcher"),
  sources: z.array(SourceCardSchema),
  selected: z.null(),
  view: z.null(),
});

/** The pages of one source that a file holds, by number, and which of them is cited. */
export interface OfflinePages {
  readonly first: number;
  readonly views: Readonly<Record<number, PageView>>;
}

/** What a page without a host shows: the cards, and the pages of each by its id. */
export interface OfflineSources {
  readonly sources: readonly SourceCard[];
  readonly pages: Readonly<Record<string, OfflinePages>>;
}
