import { expect, test } from "bun:test";
import type { SyntaxNode } from "@lezer/common";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import examples from "../../../test/fixtures/markdown/commonmark-0.31.2.json" with { type: "json" };
import { parseBlocks } from "./block-parser.ts";
import { normalText } from "./lines.ts";

const CONTAINERS: Readonly<Record<string, string>> = {
  Blockquote: "blockquote",
  BulletList: "ul",
  OrderedList: "ol",
  ListItem: "li",
};
const LEAVES: Readonly<Record<string, string>> = {
  Paragraph: "p",
  FencedCode: "pre",
  CodeBlock: "pre",
  HorizontalRule: "hr",
};

/** Blocks as in "blockquote(p ul(li() li(pre)))". Whether an item is tight shows in HTML alone, so its own paragraphs are left out. */
function shapeOfTree(node: SyntaxNode, inside = ""): string {
  const shapes: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const container = CONTAINERS[child.name];
    const leaf = LEAVES[child.name] ?? /Heading(\d)$/.exec(child.name)?.[1]?.replace(/^/, "h");
    if (container !== undefined) shapes.push(`${container}(${shapeOfTree(child, container)})`);
    else if (leaf !== undefined && !(leaf === "p" && inside === "li")) shapes.push(leaf);
  }
  return shapes.join(" ");
}

function shapeOfHtml(node: DefaultTreeAdapterTypes.ParentNode, inside = ""): string {
  const shapes: string[] = [];
  for (const child of node.childNodes) {
    if (!("tagName" in child)) continue;
    const { tagName } = child;
    if (Object.values(CONTAINERS).includes(tagName)) shapes.push(`${tagName}(${shapeOfHtml(child, tagName)})`);
    else if (/^(?:pre|hr|h\d)$/.test(tagName) || (tagName === "p" && inside !== "li")) shapes.push(tagName);
  }
  return shapes.join(" ");
}

/** What HTML blocks make is not Markdown's; their examples are left out. */
const COMPARED = examples.filter(
  ({ markdown }) => !/HTMLBlock|CommentBlock|ProcessingInstructionBlock/.test(parseBlocks(markdown, false).toString()),
);

test("most examples can be compared", () => {
  expect(COMPARED).toHaveLength(606);
});

test.each(["\n", "\r\n", "\r"])("blocks are those of CommonMark's examples, with %p", (ending) => {
  for (const { number, markdown, html } of COMPARED) {
    const { source } = normalText(markdown.replaceAll("\n", ending));
    expect([number, shapeOfTree(parseBlocks(source, false).topNode)]).toEqual([
      number,
      shapeOfHtml(parseFragment(html)),
    ]);
  }
});
