import type { HiddenReason } from "../../document.ts";
import { attribute, type Element } from "./html-tree.ts";

/** Elements whose content a page does not show as text (HTML Standard §15.3.1), or shows only as controls. */
const UNSHOWN = new Set(
  "script style template noscript head title iframe object audio video canvas select datalist rp annotation annotation-xml metadata defs desc".split(
    " ",
  ),
);

const BLOCKS = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header " +
    "hgroup hr html legend li main menu nav ol p pre search section summary table caption thead tbody tfoot tr td th ul textarea optgroup"
  ).split(" "),
);

export function isShown(element: Element): boolean {
  if (UNSHOWN.has(element.tagName)) return false;
  return !isNavigation(element) || isContents(element);
}

export function isBlock(element: Element): boolean {
  return BLOCKS.has(element.tagName);
}

/** A table of contents that the author marked as one. */
export function isContents(element: Element): boolean {
  const type = attribute(element, "epub:type") ?? "";
  return /\btoc\b/.test(type) || attribute(element, "role") === "doc-toc" || attribute(element, "id") === "TOC";
}

/** Footnotes and endnotes (DPUB-ARIA; EPUB vocabulary; the ids that mammoth gives them). */
export function isFootnote(element: Element): boolean {
  const type = attribute(element, "epub:type") ?? "";
  const role = attribute(element, "role") ?? "";
  if (/\b(?:footnote|endnote|rearnote)\b/.test(type) || role === "doc-footnote" || role === "doc-endnote") return true;
  return element.tagName === "li" && /^(?:footnote|endnote)-\d+$/.test(attribute(element, "id") ?? "");
}

export function isMain(element: Element): boolean {
  return element.tagName === "main" || attribute(element, "role") === "main";
}

/** Why an element is not seen, by its own attributes; style sheets are not read. */
export function hiddenReason(element: Element): HiddenReason {
  if (attribute(element, "hidden") !== undefined) return "invisible";
  const style = (attribute(element, "style") ?? "").toLowerCase().replace(/\s+/g, "");
  if (style === "") return "";
  if (/(?:^|;)(?:display:none|visibility:hidden|opacity:0(?:\.0*)?%?(?:;|!|$)|color:transparent)/.test(style))
    return "invisible";
  if (/(?:^|;)font-size:0(?:\.0*)?(?:px|pt|em|rem|%)?(?:;|!|$)/.test(style)) return "tiny";
  if (/(?:^|;)(?:left|top|right|text-indent|margin-left):-\d{4,}/.test(style)) return "off-page";
  const colour = /(?:^|;)color:([^;!]+)/.exec(style)?.[1];
  const ground = /(?:^|;)background(?:-color)?:([^;!]+)/.exec(style)?.[1];
  return colour !== undefined && colour === ground ? "same-colour" : "";
}

function isNavigation(element: Element): boolean {
  return element.tagName === "nav" || attribute(element, "role") === "navigation";
}
