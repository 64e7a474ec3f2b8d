import type { MarkdownElement, MarkdownFile } from "../markdown/element.ts";
import { outlineOf } from "../markdown/outline.ts";
import { withEndings, withoutLastEndings } from "./lines.ts";
import type { PatchOptions } from "./operation.ts";
import { refused } from "./refuse.ts";

/** Text that is to be put in, with the line endings of the file. */
export type Fragment = string;

export function fragmentOf(file: MarkdownFile, markdown: string): Fragment {
  return withEndings(markdown, file.lineEnding);
}

/** Exactly one element and nothing else, as `replace_element` takes it (kb.md §3.2). */
export function checkReplacement(
  { path }: MarkdownFile,
  target: MarkdownElement,
  fragment: Fragment,
  { sameKind = false }: PatchOptions,
): void {
  const { pointer } = target;
  const roots = outlineOf(fragment).elements.filter(({ item }) => item === undefined || item.parent < 0);
  const [root, ...others] = roots;
  const covered = root !== undefined && isBlank(fragment.slice(0, root.start)) && isBlank(fragment.slice(root.end));
  if (root === undefined || others.length > 0 || !covered)
    throw refused(path, `what replaces ${pointer} is not exactly one element with nothing around it`, { pointer });
  const must =
    sameKind || ["heading", "block_quote", "table", "front_matter"].includes(target.kind) ? target.kind : undefined;
  if (must !== undefined && root.kind !== must)
    throw refused(path, `${pointer} is a ${words(must)}, and what replaces it is a ${words(root.kind)}`, { pointer });
  if (target.kind === "heading" && root.level !== target.level)
    throw refused(
      path,
      `${pointer} is a heading of level ${target.level}, and what replaces it one of level ${root.level}`,
      {
        pointer,
      },
    );
}

/** A section as `replace_section` takes it: its heading first, and only deeper ones behind. */
export function checkSection({ path }: MarkdownFile, target: MarkdownElement, fragment: Fragment): void {
  const { pointer, level = 1 } = target;
  const { elements } = outlineOf(fragment);
  const [first] = elements;
  if (first?.kind !== "heading" || first.level !== level || !isBlank(fragment.slice(0, first.start)))
    throw refused(path, `what replaces the section ${pointer} does not begin with a heading of level ${level}`, {
      pointer,
    });
  const higher = elements.slice(1).find((one) => (one.level ?? 7) <= level);
  if (higher !== undefined)
    throw refused(
      path,
      `what replaces the section ${pointer} goes on with the heading “${higher.title}”, which would end it`,
      {
        pointer,
      },
    );
}

/**
 * A list item as it may stand in the place of `target` or next to it: one root, the same indentation and marker (kb.md §3.2). Returns it without line endings at
 * its end, with `autoIndent` indented as it has to be.
 */
export function itemFragment(
  { path, lineEnding }: MarkdownFile,
  target: MarkdownElement,
  given: Fragment,
  { autoIndent = false }: PatchOptions,
  mayNest: boolean,
): Fragment {
  const { pointer } = target;
  const { indent = "", marker = "-" } = target.item ?? {};
  const fragment = withoutLastEndings(autoIndent ? indented(given, indent, lineEnding) : given);
  const begins = /^[ \t]*/.exec(fragment)?.[0] ?? "";
  if (begins !== indent)
    throw refused(
      path,
      `an item next to or instead of ${pointer} begins with ${spaces(indent)}, and this one with ${spaces(begins)}`,
      {
        pointer,
        reason: "INDENTATION",
      },
    );
  // Deep items would be code if they stood alone.
  const { elements } = outlineOf(outdented(fragment, indent));
  const items = elements.filter(({ kind }) => kind === "list_item");
  const roots = items.filter(({ item }) => item?.parent === -1);
  const [root] = roots;
  if (root === undefined || roots.length > 1 || items.length < elements.length)
    throw refused(path, `what goes to ${pointer} is not exactly one list item`, { pointer });
  if (root.item?.marker !== marker)
    throw refused(path, `the items at ${pointer} have the marker “${marker}”, and this one “${root.item?.marker}”`, {
      pointer,
      reason: "MARKER",
    });
  if (!mayNest && items.length > 1)
    throw refused(
      path,
      `the text of ${pointer} is replaced without its child items, so it can have none of its own; use replace_subtree`,
      {
        pointer,
      },
    );
  return fragment;
}

/** One block quote and nothing else. */
export function quoteFragment({ path }: MarkdownFile, { pointer }: MarkdownElement, given: Fragment): Fragment {
  const fragment = withoutLastEndings(given);
  const { elements } = outlineOf(fragment);
  const [quote] = elements;
  const whole =
    quote?.kind === "block_quote" && isBlank(fragment.slice(0, quote.start)) && isBlank(fragment.slice(quote.end));
  if (!whole || elements.length > 1)
    throw refused(path, `what goes to ${pointer} is not exactly one block quote`, { pointer });
  return fragment;
}

function indented(fragment: string, indent: string, ending: string): string {
  const lines = fragment.split(/\r\n|\r|\n/);
  const own = Math.min(
    ...lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0),
    1000,
  );
  return lines.map((line) => (line.trim() === "" ? line : indent + line.slice(own))).join(ending);
}

function outdented(fragment: string, indent: string): string {
  if (indent === "") return fragment;
  return fragment
    .split("\n")
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join("\n");
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function words(kind: string): string {
  return kind.replace("_", " ");
}

function spaces(indent: string): string {
  return indent === "" ? "no white space" : `${JSON.stringify(indent)} before it`;
}
