import { expect, test } from "bun:test";
import { headingTitle } from "./title.ts";

test.each([
  ["# One", "One"],
  ["###### *Six* `#` ######", "*Six* `#`"],
  ["## C#", "C#"],
  ["# a #b", "a #b"],
  ["#", ""],
  ["### ###", ""],
  ["#\tTab", "Tab"],
  ["Setext *title*\n======", "Setext *title*"],
  ["First line\r\nsecond line\r\n---", "First line"],
])("headingTitle(%p)", (heading, title) => {
  expect(headingTitle(heading)).toBe(title);
});
