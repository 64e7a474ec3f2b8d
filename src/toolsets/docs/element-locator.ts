import type { Evidence } from "../../engine/answers.ts";
import { formatLocator } from "../../engine/evidence/locator.ts";
import type { LibraryDocument } from "../../engine/library/document.ts";
import { anchorOf, parseAnchor, resolveAnchor } from "../../engine/markdown/anchor.ts";
import type { MarkdownElement, MarkdownFile } from "../../engine/markdown/element.ts";
import { outlineOf } from "../../engine/markdown/outline.ts";
import { decodeMarkdown } from "../../engine/workspace/markdown-file.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { printable } from "../../foundation/text/printable.ts";
import type { Context } from "../context.ts";
import { isRowLocator } from "../row-locator.ts";
import { rowPlace } from "./row-place.ts";
import { spansOfLines } from "./spans-of-lines.ts";

/** `footnote:kb/<path>#<pointer>`: an element of a Markdown file, by its full anchor; the path percent-encoded, absolute or from the working directory. */
const PREFIX = "footnote:kb/";
const MAX_LENGTH = 8000;

function isElementLocator(target: string): boolean {
  return target.startsWith(PREFIX);
}

function formatElementLocator(path: string, anchor: string): string {
  return `${PREFIX}${path.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/")}#${anchor}`;
}

/** The element of a Markdown file in which a line stands, when the file is still what was read; the innermost, of items the deepest. */
function elementAt(document: LibraryDocument, line: number, context: Context): Evidence["element"] {
  if (document.meta.mediaType !== "text/markdown") return undefined;
  const read = unchangedFile(document, context);
  const found = read?.elements.findLast(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd);
  if (read === undefined || found === undefined) return undefined;
  const pointer = anchorOf(found);
  return {
    pointer,
    lines: [found.lineStart, found.lineEnd],
    sha256: sha256(new TextEncoder().encode(read.file.text.slice(found.start, found.end))),
    locator: formatElementLocator(document.path, pointer),
  };
}

/** Evidence with the element of the file in which it begins, where it is Markdown. */
export function withElement(evidence: Evidence, document: LibraryDocument | undefined, context: Context): Evidence {
  const [line] = evidence.lines ?? [];
  if (document === undefined || line === undefined) return evidence;
  const element = elementAt(document, line, context);
  return element === undefined ? evidence : { ...evidence, element };
}

interface Outlined {
  readonly file: MarkdownFile;
  readonly elements: readonly MarkdownElement[];
}

/** What one call has read: several hits of an answer often lie in one file. */
const readByCall = new WeakMap<Context, Map<string, Outlined | undefined>>();

/** The file of a document with its elements; undefined when it is not what was read. */
function unchangedFile({ path, sha256: wanted }: LibraryDocument, context: Context): Outlined | undefined {
  const known = readByCall.get(context) ?? new Map<string, Outlined | undefined>();
  readByCall.set(context, known);
  if (!known.has(path)) known.set(path, outlined(path, context));
  const found = known.get(path);
  return found?.file.sha256 === wanted ? found : undefined;
}

function outlined(path: string, context: Context): Outlined | undefined {
  try {
    const file = readNote(path, context);
    return { file, elements: outlineOf(file.text).elements };
  } catch {
    return undefined;
  }
}

/**
 * The locator of the place in the document that the locator of an element or of a row of a corpus names; any other target as it is. The element is looked for in the file as it is now: where it
 * moved it is found by its hash. Throws element_changed when it says something else, locator_invalid, and what reading the file does.
 */
export async function toDocumentLocator(target: string, context: Context): Promise<string> {
  if (isRowLocator(target)) return rowPlace(target, context);
  if (!isElementLocator(target)) return target;
  const { path, pointer } = parseElementLocator(target);
  const file = readNote(path, context);
  const element = resolveAnchor(file, outlineOf(file.text), parseAnchor(pointer), "read");
  const library = await context.library();
  const { documents, skipped } = await library.documents([path], context);
  const [document] = documents;
  if (document === undefined) throw skipped[0]?.error ?? new FootnoteError("path_not_found", { path });
  if (element === "document") return formatLocator({ document: document.sha256 });
  const spans = spansOfLines(document, element);
  if (spans === undefined)
    throw new FootnoteError("locator_invalid", {
      locator: element.pointer,
      problem: "the element shows no text (front matter, for instance); read it with kb_read",
    });
  return formatLocator({ document: document.sha256, spans });
}

const IN_TEXT = /footnote:(?:kb|corpus)\/[^\s#<>()[\]"`]+#[\w.~%-]*\w/g;

/**
 * An answer in which locators of elements are those of their places in documents, and which these are. One that leads nowhere any more stays as it is: it then
 * stands for no document, and so do the quotes that name it.
 */
export async function withDocumentLocators(
  text: string | undefined,
  context: Context,
): Promise<{ text: string | undefined; locators: readonly string[] }> {
  const found = new Map<string, string>();
  for (const [locator] of text?.matchAll(IN_TEXT) ?? []) {
    try {
      found.set(locator, await toDocumentLocator(locator, context));
    } catch (error) {
      if (!(error instanceof FootnoteError)) throw error;
    }
  }
  return { text: text?.replace(IN_TEXT, (locator) => found.get(locator) ?? locator), locators: [...found.values()] };
}

function readNote(path: string, context: Context): MarkdownFile {
  try {
    return decodeMarkdown(path, context.roots.read(path, context.cwd));
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}

function parseElementLocator(target: string): { path: string; pointer: string } {
  const fail = (problem: string): FootnoteError =>
    new FootnoteError("locator_invalid", { locator: printable(target.slice(0, 100)), problem });
  if (target.length > MAX_LENGTH) throw fail(`it is longer than ${MAX_LENGTH} characters`);
  const [encoded = "", pointer = "document", ...more] = target.slice(PREFIX.length).split("#");
  if (encoded === "" || more.length > 0) throw fail("it is not footnote:kb/<path>#<pointer>");
  try {
    return { path: encoded.split("/").map(decodeURIComponent).join("/"), pointer };
  } catch {
    throw fail("its path is not percent-encoded");
  }
}
