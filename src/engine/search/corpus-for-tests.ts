import type { PassageKind } from "../document.ts";
import { buildIndex } from "./build-index.ts";
import type { PassageVectors, SearchDocument } from "./document.ts";
import { openIndex } from "./open-index.ts";

export interface PassageForTests {
  readonly text: string;
  readonly heading?: string;
  readonly kind?: PassageKind;
  readonly page?: number;
}

/** A document of passages, for tests. */
export function documentOf(
  id: string,
  passages: readonly (string | PassageForTests)[],
  extra: {
    title?: string;
    path?: string;
    meta?: Record<string, string>;
    vectors?: PassageVectors;
    modelSha256?: string;
  } = {},
): SearchDocument {
  const whole = passages.map((one) => (typeof one === "string" ? { text: one } : one));
  const { terms, postings } = buildIndex({
    passages: whole.map(({ text, heading = "", kind = "text" }) => ({ text, heading, kind })),
  });
  return {
    id,
    title: extra.title ?? id,
    path: extra.path ?? `/library/${id}.pdf`,
    meta: extra.meta ?? {},
    index: openIndex(terms, postings),
    passages: whole.map(({ text, heading, kind = "text", page = 1 }) => ({
      kind,
      spans: [{ start: 0, end: text.length }],
      heading: heading === undefined ? -1 : whole.findIndex((one) => one.heading === heading),
      firstPage: page,
      lastPage: page,
    })),
    passageText: (passage) => whole[passage]?.text ?? "",
    headingPath: (passage) => (whole[passage]?.heading ?? "").split("\n").filter((line) => line !== ""),
    ...(extra.vectors === undefined ? {} : { vectors: extra.vectors }),
    ...(extra.modelSha256 === undefined ? {} : { modelSha256: extra.modelSha256 }),
  };
}
