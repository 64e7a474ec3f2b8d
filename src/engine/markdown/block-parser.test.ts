import { expect, test } from "bun:test";
import { parseBlocks } from "./block-parser.ts";

/** The tree as text, without marks. */
function shape(source: string): string {
  return parseBlocks(source, true)
    .toString()
    .replace(/(?:ListMark|QuoteMark|HeaderMark|CodeMark|CodeText),?/g, "")
    .replace(/,\)/g, ")")
    .replace(/\(\)/g, "");
}

test.each([
  ["-     \n", "Document(BulletList(ListItem))"],
  ["> \t  \n> a\n", "Document(Blockquote(Paragraph))"],
  ["1.\n\n   a\n", "Document(OrderedList(ListItem),Paragraph)"],
  ["1.\n   a\n", "Document(OrderedList(ListItem(Paragraph)))"],
  ["-\n\n  a\n", "Document(BulletList(ListItem),Paragraph)"],
  ["-\n  a\n\n  b\n", "Document(BulletList(ListItem(Paragraph,Paragraph)))"],
  [">\t\\\n", "Document(Blockquote(Paragraph))"],
  [">\t  a\n", "Document(Blockquote(CodeBlock))"],
  ["> a\n>\n>\t  b\n", "Document(Blockquote(Paragraph,CodeBlock))"],
  [">\n    > a\n", "Document(Blockquote,CodeBlock)"],
  ["- a\n2. b\n", "Document(BulletList(ListItem(Paragraph)),OrderedList(ListItem(Paragraph)))"],
  ["1. a\n*\n", "Document(OrderedList(ListItem(Paragraph)),BulletList(ListItem))"],
  ["a\n2. b\n", "Document(Paragraph)"],
  ["- a\n  -\n", "Document(BulletList(ListItem(SetextHeading2)))"],
  ["- a\n  +\n", "Document(BulletList(ListItem(Paragraph)))"],
  ["1. a\n   2. b\n", "Document(OrderedList(ListItem(Paragraph)))"],
  ["1. a\n   1. b\n", "Document(OrderedList(ListItem(Paragraph,OrderedList(ListItem(Paragraph)))))"],
  ["a\n* * *\n# b\n", "Document(Paragraph,HorizontalRule,ATXHeading1)"],
  ["> a\n-\n", "Document(Blockquote(Paragraph),BulletList(ListItem))"],
])("%p is what CommonMark makes of it", (source, tree) => {
  expect(shape(source)).toBe(tree);
});

test("a table ends a paragraph, and ends where its containers end", () => {
  expect(shape("a\n| b |\n|---|\n")).toBe("Document(Paragraph,Table)");
  expect(shape("> | b |\n> |---|\nlazy\n")).toBe("Document(Blockquote(Table),Paragraph)");
  expect(shape("- a\n\n  | b |\n  |---|\n")).toBe("Document(BulletList(ListItem(Paragraph,Table)))");
});

test("containers nest up to a limit; what is deeper is text", () => {
  const depth = (source: string) => shape(source).split("Blockquote").length - 1;
  expect(depth(`${">".repeat(50)}a`)).toBe(50);
  expect(depth(`${">".repeat(5000)}a`)).toBe(99);
  expect(shape(`${"- ".repeat(5000)}a\n- b\n`)).toEndWith(",ListItem(Paragraph)))");
});

test("a definition of a link has at most 20 lines", () => {
  const title = (lines: number) => `[a]: /u '${"x\n".repeat(lines)}'\n`;
  expect(shape(title(10))).toBe("Document(LinkReference(LinkLabel,LinkMark,URL,LinkTitle))");
  expect(shape(title(50_000))).toBe("Document(Paragraph)");
});
