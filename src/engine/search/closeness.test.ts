import { expect, test } from "bun:test";
import { foldString } from "../../foundation/text/fold.ts";
import { Closeness } from "./closeness.ts";
import { parseQuery } from "./query.ts";

const of = (query: string, weights: readonly number[], text: string) =>
  new Closeness(parseQuery(query).groups, weights).of(foldString(text));

test("Closeness is full for neighbours in order, and falls with the root of the distance", () => {
  expect(of("shell prompt", [1, 1], "The shell prompt is set.")).toBe(1);
  expect(of("shell prompt", [1, 1], "The prompt of a shell")).toBeCloseTo(1 / Math.sqrt(4), 10);
  expect(of("shell prompt", [1, 1], "the shell may well print its prompt")).toBeCloseTo(1 / Math.sqrt(5), 10);
  expect(of("shell prompt", [1, 1], "shell one two three four five six seven eight prompt")).toBe(0);
  expect(of("shell prompt", [1, 1], "the shell alone")).toBe(0);
});

test("Closeness weighs each pair by its more common word, and sees stems and parts of compounds", () => {
  expect(of("octave cell array", [5, 3, 1], "an Octave cell")).toBe(0.75);
  expect(of("binary table extension", [2, 1, 4], "binary tables; no extension")).toBeCloseTo(
    (1 + 1 / Math.sqrt(2)) / 2,
    10,
  );
  expect(of("signal handler", [1, 1], "a user-defined_signal-handler is called")).toBe(1);
  expect(of("prompt", [1], "prompt")).toBe(0);
});
