import { expect, test } from "bun:test";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import examples from "../../../test/fixtures/markdown/gfm-tables.json" with { type: "json" };
import { outlineOf } from "./outline.ts";
import { tableAt, tableView } from "./table.ts";

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

function all(node: ParentNode, name: string): Element[] {
  return node.childNodes.flatMap((child) =>
    "tagName" in child ? [...(child.tagName === name ? [child] : []), ...all(child, name)] : [],
  );
}

function textOf(node: ParentNode): string {
  return node.childNodes
    .map((child) =>
      "value" in child ? child.value : child.nodeName === "br" ? " " : "childNodes" in child ? textOf(child) : "",
    )
    .join("");
}

function fromHtml(html: string): unknown {
  return all(parseFragment(html), "table").map((table) => ({
    columns: all(table, "th").map((cell) => [
      textOf(cell),
      cell.attrs.find((each) => each.name === "align")?.value ?? "none",
    ]),
    rows: all(table, "td").map(textOf),
  }));
}

function fromMarkdown(text: string): unknown {
  return outlineOf(text).elements.flatMap((element) => {
    const data = tableAt(text, element);
    if (data === undefined) return [];
    const { columns, rows } = tableView(data);
    return [
      { columns: columns.map(({ name, alignment }) => [name, alignment]), rows: rows.flatMap(({ cells }) => cells) },
    ];
  });
}

test.each(examples)("GFM's $file, example $number", ({ markdown, html }) => {
  expect(fromMarkdown(markdown)).toEqual(fromHtml(html) as never);
});

test("the examples have tables", () => {
  expect(examples.filter(({ html }) => html.includes("<table>"))).toHaveLength(22);
});
