import { expect, test } from "bun:test";
import { refuseEmpty } from "./scope.ts";

const skipped = (name: string) => ({
  path: name,
  code: "empty_file",
  message: `${name} is empty (0 bytes).`,
  remedy: "Export it again.",
});
const refusal = (names: readonly string[], asked: readonly string[]) => {
  const refused = refuseEmpty({ documents: [], skipped: names.map(skipped) }, { library: "/lib", in: asked });
  return [refused?.message, refused?.remedy];
};

test("refuseEmpty() speaks of what was asked for, else of the library", () => {
  expect(refusal([], [])).toEqual(["The library /lib holds no documents.", "Add some: `footnote add PATH…`."]);
  expect(refusal([], ["a", "b"])).toEqual([
    "There are no documents in a, b.",
    "Name a document, or a folder with PDF, Markdown, HTML, text, EPUB or DOCX files.",
  ]);
});

test("refuseEmpty() gives the reason why documents cannot be opened", () => {
  expect(refusal(["a.pdf"], ["a.pdf"])).toEqual(["a.pdf is empty (0 bytes).", "Export it again."]);
  expect(refusal(["a.pdf", "b.pdf"], [])).toEqual([
    "None of the 2 documents can be opened, for one thing: a.pdf is empty (0 bytes).",
    "Export it again.",
  ]);
});
