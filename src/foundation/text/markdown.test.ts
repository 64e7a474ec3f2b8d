import { describe, expect, test } from "bun:test";
import { parser } from "@lezer/markdown";
import fc from "fast-check";
import { escapeMarkdown, fenced, markdownLink, quoteBlock } from "./markdown.ts";
import { printable, printableText } from "./printable.ts";

/** Names of the syntax nodes that Markdown text parses to, without those that plain text has too. */
function markupIn(markdown: string): string[] {
  const names: string[] = [];
  parser.parse(markdown).iterate({ enter: (node) => void names.push(node.name) });
  return names.filter((name) => !["Document", "Paragraph", "Escape", "HardBreak"].includes(name));
}

describe("escapeMarkdown()", () => {
  const cases: readonly (readonly [raw: string, escaped: string])[] = [
    ["*a* _b_ `c` [d](e) <f>", "\\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\<f\\>"],
    ["# 1. - + =", "\\# 1. - + ="],
    ["12. twelve", "12\\. twelve"],
    ["- item", "\\- item"],
    ["foo_bar, p. 219 (printed 217)", "foo_bar, p. 219 (printed 217)"],
    ["a & b &amp; c", "a & b \\&amp; c"],
    [
      "see https://x.example and www.x.example or me@x.example",
      "see https\\://x.example and www\\.x.example or me\\@x.example",
    ],
    ["a | b ~~c~~", "a \\| b \\~\\~c\\~\\~"],
    ["two\nlines", "two lines"],
  ];
  for (const [raw, escaped] of cases) test(raw, () => expect(escapeMarkdown(raw)).toBe(escaped));

  test("leaves no markup, whatever the text", () => {
    const text = fc.string({ unit: fc.constantFrom(..."a1 \t\n*_`[]()<>#+-=.!|~&;:/\\\"'$"), maxLength: 30 });
    fc.assert(
      fc.property(text, (raw) => {
        expect(markupIn(escapeMarkdown(raw))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});

test("fenced() is longer than any fence inside", () => {
  expect(fenced("a\n````\nb\n", "js on")).toBe("`````json\na\n````\nb\n`````");
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("`", "~", "a", "\n", " "), maxLength: 30 }), (raw) => {
      expect(markupIn(fenced(raw)).filter((name) => name === "FencedCode")).toHaveLength(1);
      expect(markupIn(fenced(raw)).every((name) => /^(FencedCode|CodeMark|CodeText|CodeInfo)$/.test(name))).toBe(true);
    }),
  );
});

test("quoteBlock() keeps lines, and every one inside", () => {
  expect(quoteBlock("one\n\n# two\n> three\n")).toBe("> one\n>\n> \\# two\n> \\> three");
});

test("markdownLink() keeps its target whole", () => {
  expect(markdownLink("a [b]", "footnote:doc/5b1c0f2a9d3e#p=1&t=2-3")).toBe(
    "[a \\[b\\]](<footnote:doc/5b1c0f2a9d3e#p=1&t=2-3>)",
  );
  expect(markdownLink("a", "x> y")).toBe("[a](<x%3E%20y>)");
});

test("printableText() takes out escapes, controls and bidi controls", () => {
  expect(printableText("a\u001B[31mred\u001B[0m\u001B]0;title\u0007b\u0000c\u202Ed\u2066e\tf\r\ng")).toBe(
    "aredbcde\tf\ng",
  );
  expect(printable("  a\n\u009B1mb\t c ")).toBe("a b c");
});
