/** Every element of every example of CommonMark 0.31.2 and of GitHub's tables, replaced by itself, and deleted and put back. */
import { expect, test } from "bun:test";
import commonmark from "../../../test/fixtures/markdown/commonmark-0.31.2.json";
import tables from "../../../test/fixtures/markdown/gfm-tables.json";
import { FootnoteError } from "../../foundation/errors.ts";
import { anchorOf } from "../markdown/anchor.ts";
import type { MarkdownElement } from "../markdown/element.ts";
import { outlineOf } from "../markdown/outline.ts";
import { fileOf } from "../markdown/test-file.ts";
import type { PatchOperation } from "./operation.ts";
import { applyPatch } from "./patch.ts";

const sources = [...commonmark, ...tables].map(({ markdown }) => markdown);

function attempt(source: string, operation: PatchOperation): string | FootnoteError {
  try {
    return applyPatch(fileOf(source), [operation]).text;
  } catch (error) {
    if (error instanceof FootnoteError) return error;
    throw error;
  }
}

const ownText = (source: string, { own: [first] }: MarkdownElement) => source.slice(first?.start ?? 0, first?.end ?? 0);

test("an element replaced by itself changes no character, or is refused", () => {
  const counts = { same: 0, refused: 0 };
  for (const source of sources) {
    for (const element of outlineOf(source).elements) {
      const markdown =
        element.kind === "list_item"
          ? ownText(source, element).replace(/[\r\n]+$/, "")
          : source.slice(element.start, element.end);
      const result = attempt(source, { kind: "replace_element", pointer: anchorOf(element), markdown });
      if (result instanceof FootnoteError) {
        expect([source, element.pointer, result.code]).toEqual([source, element.pointer, "edit_refused"]);
        counts.refused++;
      } else {
        expect([source, element.pointer, result]).toEqual([source, element.pointer, source]);
        counts.same++;
      }
    }
  }
  // What is refused are fragments that mean something else when they stand alone.
  expect(counts).toEqual({ same: 824, refused: 7 });
});

test("a section replaced by itself changes no character but what ends it", () => {
  let checked = 0;
  for (const source of sources) {
    for (const element of outlineOf(source).elements.filter(({ kind }) => kind === "heading")) {
      const { start, end } = element.subtree;
      const section = source.slice(start, end);
      const result = attempt(source, { kind: "replace_section", pointer: anchorOf(element), markdown: section });
      const wanted =
        end === source.length
          ? source
          : `${source.slice(0, start)}${section.replace(/[\r\n]+$/, "")}\n\n${source.slice(end)}`;
      if (!(result instanceof FootnoteError)) {
        expect([source, element.pointer, result]).toEqual([source, element.pointer, wanted]);
        checked++;
      }
    }
  }
  expect(checked).toBe(55);
});

test("an item that is deleted and put back before the next gives the file again", () => {
  let checked = 0;
  for (const source of sources) {
    const { elements } = outlineOf(source);
    elements.forEach((element, at) => {
      const { item } = element;
      const next = elements.findIndex(
        (one, index) =>
          index > at && one.item?.list === item?.list && one.item?.parent === item?.parent && one.item !== undefined,
      );
      if (item === undefined || next < 0) return;
      const without = attempt(source, { kind: "delete", pointer: anchorOf(element) });
      if (without instanceof FootnoteError) return;
      const follower = outlineOf(without).elements.find(
        ({ start, kind }) => kind === "list_item" && start === element.subtree.start,
      );
      if (follower === undefined) return;
      const back = attempt(without, {
        kind: "insert_before",
        pointer: anchorOf(follower),
        markdown: source.slice(element.subtree.start, element.subtree.end),
      });
      if (back instanceof FootnoteError) return;
      const blank = source.slice(element.subtree.end, elements[next]?.start).replace(/^\r?\n/, "");
      // Blank lines between the two stay where they were when it is deleted, and so before it when it is back.
      if (blank === "") {
        expect([source, element.pointer, back]).toEqual([source, element.pointer, source]);
        checked++;
      }
    });
  }
  expect(checked).toBe(30);
});
