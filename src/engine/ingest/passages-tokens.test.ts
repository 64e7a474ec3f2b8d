import { expect, test } from "bun:test";
import { estimateTokens } from "./passages-tokens.ts";

test.each([
  ["", 0],
  ["the fox, 2 dogs", 5],
  ["internationalization", 4],
  ["EL-A 12345", 6],
  ["東京都。", 4],
  ["слово", 4],
  ["  \n\t ", 0],
])("estimateTokens(%j) is %d", (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});

test("estimateTokens() takes a range", () => {
  expect(estimateTokens("one two three", 4, 7)).toBe(1);
});
