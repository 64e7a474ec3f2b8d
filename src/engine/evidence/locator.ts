import { FootnoteError } from "../../foundation/errors.ts";
import { printable } from "../../foundation/text/printable.ts";
import type { Span } from "../document.ts";

/** A place in a document, as `footnote:doc/<sha256 prefix>#…` names it. Without any of the optional fields: the whole document. */
export interface Locator {
  /** 12 to 64 hex digits: how the SHA-256 of the document's bytes begins. */
  readonly document: string;
  /** `p=12` or `p=3-5`: physical pages, from 1. */
  readonly pages?: { readonly first: number; readonly last: number };
  /** `t=3401-3522`, several joined by commas: ranges of the canonical text, ascending. May follow `p`. */
  readonly spans?: readonly Span[];
  /** `s=41` or `s=off-street-parking`: a heading, by its block index or its slug. */
  readonly section?: number | string;
  /** `c=17`: a passage by its index. */
  readonly passage?: number;
}

const PREFIX = "footnote:doc/";
const SHORT = 12;
const MAX_LENGTH = 2000;

export function formatLocator(locator: Locator): string {
  const { document, pages, spans, section, passage } = locator;
  const parts: string[] = [];
  if (pages) parts.push(`p=${pages.first === pages.last ? pages.first : `${pages.first}-${pages.last}`}`);
  if (spans) parts.push(`t=${spans.map((span) => `${span.start}-${span.end}`).join(",")}`);
  if (section !== undefined) parts.push(`s=${encodeURIComponent(section)}`);
  if (passage !== undefined) parts.push(`c=${passage}`);
  return `${PREFIX}${document.slice(0, SHORT)}${parts.length > 0 ? `#${parts.join("&")}` : ""}`;
}

/** Reads a locator. Throws `locator_invalid` for everything that `formatLocator` could not have written. */
export function parseLocator(text: string): Locator {
  const fail = (problem: string): never => {
    throw new FootnoteError("locator_invalid", { locator: printable(text.slice(0, 100)), problem });
  };
  if (text.length > MAX_LENGTH) return fail(`it is longer than ${MAX_LENGTH} characters`);
  if (!text.startsWith(PREFIX)) return fail(`it does not begin with ${PREFIX}`);
  const [head, fragment, ...rest] = text.slice(PREFIX.length).split("#");
  if (rest.length > 0) return fail("it has more than one #");
  if (head === undefined || !/^[0-9a-f]{12,64}$/.test(head)) {
    return fail("the document is not named by 12 to 64 lower-case hex digits");
  }
  if (fragment === undefined) return { document: head };
  let locator: Locator = { document: head };
  let shape = "";
  for (const pair of fragment.split("&")) {
    const [key, value, ...more] = pair.split("=");
    if (!value || more.length > 0) return fail(`“${printable(pair)}” is not key=value`);
    shape += key;
    if (key === "p")
      locator = {
        ...locator,
        pages: pagesOf(value) ?? fail(`p=${printable(value)} is not a page or a range of pages`),
      };
    else if (key === "t")
      locator = { ...locator, spans: spansOf(value) ?? fail(`t=${printable(value)} is not ascending ranges`) };
    else if (key === "s")
      locator = { ...locator, section: sectionOf(value) ?? fail(`s=${printable(value)} is not a heading`) };
    else if (key === "c")
      locator = { ...locator, passage: wholeNumber(value) ?? fail(`c=${printable(value)} is not a passage number`) };
    else return fail(`“${printable(key ?? "")}” is none of p, t, s, c`);
  }
  return /^(p|t|pt|s|c)$/.test(shape) ? locator : fail("only p and t go together, in that order, once each");
}

/** What an anchor for a heading's text would be: lower case, words joined by "-". */
export function slugOf(heading: string): string {
  return heading
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^(0|[1-9][0-9]{0,9})$/.test(text) ? Number(text) : undefined;
}

function pagesOf(text: string): Locator["pages"] {
  const [from, to, ...more] = text.split("-").map(wholeNumber);
  const last = to ?? from;
  if (from === undefined || last === undefined || more.length > 0 || from < 1 || last < from) return undefined;
  if (text.includes("-") && to === undefined) return undefined;
  return { first: from, last };
}

function spansOf(text: string): Span[] | undefined {
  const spans: Span[] = [];
  let last = 0;
  for (const range of text.split(",")) {
    const [start, end, ...more] = range.split("-").map(wholeNumber);
    if (start === undefined || end === undefined || more.length > 0 || start < last || end < start) return undefined;
    spans.push({ start, end });
    last = end;
  }
  return spans;
}

function sectionOf(text: string): number | string | undefined {
  if (/^[0-9]+$/.test(text)) return wholeNumber(text);
  try {
    const slug = decodeURIComponent(text);
    return slug !== "" && slug === slugOf(slug) ? slug : undefined;
  } catch {
    return undefined;
  }
}
