import { expect, test } from "bun:test";
import { present } from "./present.ts";

const plain = { color: false, columns: 80 };

test("present() lets no escape sequence of a document reach the terminal", () => {
  expect(present("a\u001b[31mred\u001b[0m\u0007\u007f\r\n\tb", plain)).toBe("ared\n\tb");
});

test("present() takes Markdown's marks off and its escapes", () => {
  expect(present("## Two\n\n**p. 5** `id` 1\\. \\*not\\*\n> said", plain)).toBe("Two\n\np. 5 id 1. *not*\n│ said");
  expect(present("## Two", { color: true, columns: 80 })).toBe("\u001b[1mTwo\u001b[22m");
});

test("present() leaves fenced text alone", () => {
  expect(present("```\n# not **this**\n| a |\n|---|\n```\nend", plain)).toBe("  # not **this**\n  | a |\n  |---|\nend");
});

test("present() draws tables, with escaped pipes, no wider than the terminal", () => {
  expect(present("| a | b |\n| --- | --: |\n| x \\| y | 2 |\nafter", plain)).toBe(
    ["┌───────┬───┐", "│ a     │ b │", "├───────┼───┤", "│ x | y │ 2 │", "└───────┴───┘", "after"].join("\n"),
  );
  const wide = present(`| name | n |\n| --- | --- |\n| ${"word ".repeat(40)} | 1 |`, { color: false, columns: 40 });
  expect(Math.max(...wide.split("\n").map((line) => line.length))).toBe(40);
  expect(wide.match(/word/g)).toHaveLength(40);
});
