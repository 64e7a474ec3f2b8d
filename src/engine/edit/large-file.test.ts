import { expect, test } from "bun:test";
import { anchorOf } from "../markdown/anchor.ts";
import { outlineOf } from "../markdown/outline.ts";
import { fileOf } from "../markdown/test-file.ts";
import type { PatchOperation } from "./operation.ts";
import { applyPatch } from "./patch.ts";

/** Long enough for its outline to be remembered, and for its one list to be several parts. */
const LIST = Array.from({ length: 6000 }, (_, at) => `- item ${at}\n  - child ${at}\n`).join("");
const TEXT = `Before.\n\n${LIST}\nAfter.\n`;

function anchor(text: string, pointer: string): string {
  const found = outlineOf(text).at(pointer);
  if (found === undefined) throw new Error(`no ${pointer}`);
  return anchorOf(found);
}

const patch = (operation: Omit<PatchOperation, "pointer">, pointer: string) =>
  applyPatch(fileOf(TEXT), [{ ...operation, pointer: anchor(TEXT, pointer) }]);

test("an item of a long list is edited, and its anchor is that of a new reading", () => {
  const { text, touched } = patch({ kind: "insert_after", markdown: "- new\n  - own" }, "li3000");
  expect(text).toBe(TEXT.replace("child 2999\n", "child 2999\n- new\n  - own\n"));
  expect(touched[0]?.pointer).toStartWith("li3001~");
  // Of a text that is not remembered.
  outlineOf("x\n\n".repeat(40_000));
  outlineOf("y\n\n".repeat(40_000));
  expect(anchor(text, "li3001")).toBe(touched[0]?.pointer ?? "");
  expect(outlineOf(text).elements.filter(({ item }) => item !== undefined)).toHaveLength(12_002);
});

/** Why an edit of one item's text is refused; undefined when it is not. */
function reason(pointer: string, oldMarkdown: string, markdown: string): unknown {
  try {
    patch({ kind: "replace_fragment", oldMarkdown, markdown }, pointer);
  } catch (error) {
    return (error as { details: Record<string, unknown> }).details.reason;
  }
  return undefined;
}

test("what would cut a long list in two, or swallow what follows, is refused", () => {
  for (const number of [1, 3000, 6000]) {
    expect(reason(`li${number}`, `- item ${number - 1}`, "<pre>")).toBe("STRUCTURE");
    expect(reason(`li${number}`, `item ${number - 1}`, "```")).toBe("STRUCTURE");
    expect(reason(`li${number}`, `item ${number - 1}`, "other")).toBeUndefined();
  }
});

test("edits far apart are made at once", () => {
  const operations = ["li2", "li3000", "li5999"].map((pointer) => ({
    kind: "replace_element" as const,
    pointer: anchor(TEXT, pointer),
    markdown: `- ${pointer}`,
  }));
  const wanted = TEXT.replace("- item 1\n", "- li2\n").replace("- item 2999\n", "- li3000\n");
  const { text, touched } = applyPatch(fileOf(TEXT), operations);
  expect(text).toBe(wanted.replace("- item 5998\n", "- li5999\n"));
  expect(touched.map(({ pointer }) => pointer?.split("~")[0])).toEqual(["li2", "li3000", "li5999"]);
});
