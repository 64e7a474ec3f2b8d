import { FootnoteError } from "../../foundation/errors.ts";
import type { ElementKind, MarkdownElement, MarkdownFile, MarkdownOutline } from "./element.ts";

/** A pointer as a client gives it: the whole document, or an element by its logical pointer and the hashes it was read with. */
export type Anchor =
  | { readonly document: true; readonly pointer: "document" }
  | {
      readonly document: false;
      /** As it was given, for messages. */
      readonly pointer: string;
      readonly logical: string;
      /** What the form of the logical pointer says it points at. */
      readonly kind: ElementKind;
      readonly selfHash?: string;
      readonly subtreeHash?: string;
    };

type ElementAnchor = Extract<Anchor, { readonly document: false }>;

/** read: to show it · self: to change the element itself, or put something beside it · subtree: to change it with all below it. */
export type AnchorScope = "read" | "self" | "subtree";

/** The full anchor of an element: `logical~selfHash~subtreeHash`. */
export function anchorOf(element: MarkdownElement): string {
  return `${element.pointer}~${element.selfHash}~${element.subtreeHash}`;
}

const LONGEST_POINTER = 4096;
const SECTION = "[1-9]\\d*(?:\\.[1-9]\\d*)*";
const FORMS: readonly (readonly [RegExp, ElementKind])[] = [
  [/^frontmatter$/, "front_matter"],
  [new RegExp(`^${SECTION}$`), "heading"],
  [new RegExp(`^(?:${SECTION}\\.)?p[1-9]\\d*$`), "paragraph"],
  [new RegExp(`^(?:${SECTION}\\.)?code[1-9]\\d*$`), "code_block"],
  [new RegExp(`^(?:${SECTION}\\.)?q[1-9]\\d*$`), "block_quote"],
  [new RegExp(`^(?:${SECTION}\\.)?t[1-9]\\d*$`), "table"],
  [new RegExp(`^(?:${SECTION}\\.)?li[1-9]\\d*(?:\\.li[1-9]\\d*)*$`), "list_item"],
];

/** Reads `document`, `logical`, `logical~self` or `logical~self~subtree`. Throws `pointer_invalid`. */
export function parseAnchor(text: string): Anchor {
  const invalid = (problem: string): FootnoteError =>
    new FootnoteError("pointer_invalid", { pointer: text.slice(0, 200), problem, reason: "INVALID_POINTER" });
  if (text.length > LONGEST_POINTER) throw invalid(`it has ${text.length} characters; ${LONGEST_POINTER} are the most`);
  if (text === "document") return { document: true, pointer: "document" };
  const [logical = "", selfHash, subtreeHash, ...more] = text.split("~");
  if (logical === "document") throw invalid("the document has no hash");
  const kind = FORMS.find(([form]) => form.test(logical))?.[1];
  if (kind === undefined)
    throw invalid("it has not the form of one, such as 2.1, 2.1.p3, code1, 1.q2, t1, li1.li2 or frontmatter");
  if (more.length > 0) throw invalid("it has more than two hashes");
  for (const hash of [selfHash, subtreeHash])
    if (hash !== undefined && !/^[0-9a-f]{16}$/i.test(hash)) throw invalid("a hash has 16 hexadecimal digits");
  return {
    document: false,
    pointer: text,
    logical,
    kind,
    ...(selfHash === undefined ? {} : { selfHash: selfHash.toLowerCase() }),
    ...(subtreeHash === undefined ? {} : { subtreeHash: subtreeHash.toLowerCase() }),
  };
}

/**
 * The element that an anchor means in the file as it is now. With a hash, an element that has moved is found when it alone has this kind
 * and this hash. Throws `pointer_not_found` (a pointer without hash that nothing has), `pointer_invalid` (a hash is needed, or the whole
 * document cannot be meant) and `element_changed`, with `reason`, `pointer` and, where the address still exists, `currentPointer` and
 * `excerpt` among the details.
 */
export function resolveAnchor(
  file: MarkdownFile,
  outline: MarkdownOutline,
  anchor: Anchor,
  scope: AnchorScope,
): MarkdownElement | "document" {
  const { pointer } = anchor;
  if (anchor.document) {
    if (scope !== "subtree") return "document";
    throw new FootnoteError("pointer_invalid", {
      pointer,
      problem: "the document as a whole cannot be replaced or deleted",
      reason: "DOCUMENT_POINTER",
    });
  }
  const { logical, kind, selfHash, subtreeHash } = anchor;
  const there = outline.at(logical);
  if (selfHash === undefined) return positional(file, outline, anchor, there, scope);
  const changed = (reason: string, problem: string, now = there, candidates?: MarkdownElement[]): FootnoteError =>
    new FootnoteError("element_changed", {
      path: file.path,
      pointer,
      problem,
      reason,
      remedy:
        candidates === undefined && now !== undefined
          ? remedyWith(now)
          : remedyFrom(candidates ?? nearest(outline, anchor)),
      ...(now === undefined ? {} : standing(file, now)),
    });
  if (there === undefined && outline.reserved.has(logical))
    throw changed(
      "RESERVED_POINTER",
      "is the number of something inside a list item, a quote or a table, which cannot be pointed at",
    );
  let element = there?.kind === kind && there.selfHash === selfHash ? there : undefined;
  if (element === undefined) {
    const twins = [...outline.withHash(kind, selfHash)];
    if (twins.length > 1)
      throw changed("AMBIGUOUS_POINTER", `has moved, and ${twins.length} elements have the same text`, there, twins);
    element = twins[0];
  }
  if (element === undefined) {
    if (there?.kind === kind) throw changed("SELF_HASH_MISMATCH", "has changed since it was read");
    throw changed("TARGET_NOT_FOUND", "is no longer there, nor anywhere else in the file");
  }
  if (scope === "subtree" && subtreeHash === undefined)
    throw changed("MISSING_SUBTREE_HASH", "needs its third part, the hash of all below it, for this edit", element);
  if (scope === "subtree" && subtreeHash !== element.subtreeHash)
    throw changed(
      "SUBTREE_HASH_MISMATCH",
      "is the same, but something below it has changed since it was read",
      element,
    );
  return element;
}

function positional(
  file: MarkdownFile,
  outline: MarkdownOutline,
  anchor: ElementAnchor,
  there: MarkdownElement | undefined,
  scope: AnchorScope,
): MarkdownElement {
  const { logical } = anchor;
  if (scope !== "read")
    throw new FootnoteError("pointer_invalid", {
      pointer: logical,
      problem: "an edit needs the hashes that the element was read with",
      reason: "FINGERPRINT_REQUIRED",
      ...(there === undefined ? {} : standing(file, there)),
    });
  if (there !== undefined) return there;
  throw new FootnoteError("pointer_not_found", {
    path: file.path,
    pointer: logical,
    reason: "TARGET_NOT_FOUND",
    remedy: remedyFrom(nearest(outline, anchor)),
  });
}

const CANDIDATES = 5;

/** Elements of a kind whose addresses have the most in common with one that is not there, in the order of the file where that is equal. */
function nearest({ elements }: MarkdownOutline, { logical, kind }: ElementAnchor): MarkdownElement[] {
  const shared = ({ pointer }: MarkdownElement): number => {
    let length = 0;
    while (length < pointer.length && pointer[length] === logical[length]) length++;
    return length;
  };
  return elements
    .filter((each) => each.kind === kind)
    .map((each) => ({ each, shared: shared(each) }))
    .sort((a, b) => b.shared - a.shared)
    .map(({ each }) => each);
}

/** Names what else might be meant; no text of the document is in it. */
function remedyFrom(candidates: readonly MarkdownElement[]): string {
  const places = candidates.slice(0, CANDIDATES).map((each) => `${anchorOf(each)} (line ${each.lineStart})`);
  return `Read the file again, and take the pointer from there${places.length === 0 ? "" : `; it may be ${places.join(" or ")}`}.`;
}

const EXCERPT = 200;

/** What now stands at an address. */
function standing(file: MarkdownFile, element: MarkdownElement): { currentPointer: string; excerpt: string } {
  const excerpt = file.text.slice(element.start, Math.min(element.end, element.start + EXCERPT));
  return { currentPointer: anchorOf(element), excerpt: excerpt.toWellFormed() };
}

function remedyWith(element: MarkdownElement): string {
  return `Look at what it says now, and use ${anchorOf(element)} if that is still what you mean.`;
}
