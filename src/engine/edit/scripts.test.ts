/** Random edits against the simplest model there is: a text as a list of pieces of which each edit changes one. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { anchorOf } from "../markdown/anchor.ts";
import { outlineOf } from "../markdown/outline.ts";
import { fileOf } from "../markdown/test-file.ts";
import { applyPatch } from "./patch.ts";

const word = fc.constantFrom("alpha", "Beta `code`", "γάμμα", "delta *em*", "日本語", "e | f", "🙂 g");
const ending = fc.constantFrom("\n", "\r\n");
const step = fc.record({
  kind: fc.constantFrom("replace_element", "insert_before", "insert_after", "delete"),
  at: fc.nat(9),
  word,
});

test("paragraphs: many edits at once do what each does alone", () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 10 }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
      ending,
      fc.boolean(),
      (words, steps, E, closed) => {
        const source = words.join(E + E) + (closed ? E : "");
        const file = fileOf(source);
        const paragraphs = outlineOf(source).elements;
        const pieces: string[] = [...words];
        const chosen = new Map(steps.map((one) => [one.at % words.length, one]));
        for (const [at, { kind, word: put }] of chosen) {
          const old = words[at] ?? "";
          pieces[at] =
            kind === "delete"
              ? ""
              : kind === "replace_element"
                ? put
                : kind === "insert_before"
                  ? put + E + E + old
                  : old + E + E + put;
        }
        const operations = [...chosen].map(([at, { kind, word: put }]) => ({
          kind: kind as "delete",
          pointer: anchorOf(paragraphs[at] ?? paragraphs[0]!),
          markdown: kind === "delete" ? undefined : put,
        }));
        expect(applyPatch(file, operations).text).toBe(pieces.join(E + E) + (closed ? E : ""));
      },
    ),
    { numRuns: 500 },
  );
});

test("list items: children, siblings and line endings stay, whatever is edited beside them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.array(word, { maxLength: 2 })), { minLength: 1, maxLength: 6 }),
      step,
      ending,
      (items, { kind, at, word: put }, E) => {
        const lines = items.map(([text, children]) => [`- ${text}`, ...children.map((child) => `  - ${child}`)]);
        const source = lines.map((one) => one.join(E) + E).join("");
        const chosen = at % items.length;
        const target = outlineOf(source).elements.find(({ pointer }) => pointer === `li${chosen + 1}`);
        const wanted = lines.flatMap((one, index) => {
          const [own = "", ...children] = one;
          if (index !== chosen) return one;
          if (kind === "delete") return [];
          if (kind === "replace_element") return [`- ${put}`, ...children];
          return kind === "insert_before" ? [`- ${put}`, own, ...children] : [own, ...children, `- ${put}`];
        });
        const last = kind === "insert_after" && chosen === items.length - 1;
        const patched = applyPatch(fileOf(source), [
          { kind: kind as "delete", pointer: anchorOf(target!), markdown: kind === "delete" ? undefined : `- ${put}` },
        ]);
        // What is put in at the end of a file ends without a line ending (kb.md §3.3).
        expect(patched.text).toBe(
          wanted
            .map((line) => line + E)
            .join("")
            .slice(0, last ? -E.length : undefined),
        );
      },
    ),
    { numRuns: 500 },
  );
});
