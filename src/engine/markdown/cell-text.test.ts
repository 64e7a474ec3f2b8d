import { expect, test } from "bun:test";
import { cellText } from "./cell-text.ts";

test.each([
  ["plain  text", "plain  text"],
  ["**a** _b_ ***c***", "a b c"],
  ["[ ] todo [x]", "[ ] todo [x]"],
  ['[t](u "title") ![alt *x*](u)', "t alt x"],
  ["[t][d] [d] [D] [other]", "t d D [other]"],
  ["[![i](u)](v)", "i"],
  ["`a \\| b` \\|", "a | b |"],
  ["`` ` `` `*x*`", "` *x*"],
  ["&lt;&#35;&copy;&bogus;", "<#©&bogus;"],
  ["&nbsp;", "\u00a0"],
  ["one<br>two<br/><b>three</b>", "one two three"],
  ["<https://example.org>", "https://example.org"],
  ["\\*\\*Meat\\*\\* \\| A\\\\B", "**Meat** | A\\B"],
  ["# no heading", "# no heading"],
  ["- no *item*", "- no item"],
  ["[a]: *b*", "[a]: b"],
  ["<div> *x*", "x"],
  ["~~x~~ a_b_c", "~~x~~ a_b_c"],
])("cellText(%p)", (raw, shown) => {
  expect(cellText(raw, (label) => label.toLowerCase() === "d")).toBe(shown);
});

test("cellText() shows as it stands what is too long to be parsed", () => {
  const raw = "*x* ".repeat(2000);
  expect(cellText(raw, () => false)).toBe(raw);
});
