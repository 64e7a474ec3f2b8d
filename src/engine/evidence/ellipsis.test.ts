import { expect, test } from "bun:test";
import { partsOf } from "./ellipsis.ts";

test("partsOf() parts a quote at its marks of omission", () => {
  for (const mark of [
    "…",
    " … ",
    "...",
    " ... ",
    " .... ",
    " . . . ",
    " . . . . ",
    " […] ",
    " [...] ",
    " [. . .] ",
    " (…) ",
    " (...) ",
  ]) {
    expect([mark, partsOf(`… one two${mark}three four …`)]).toEqual([mark, ["one two", "three four"]]);
  }
});

test("partsOf() leaves full stops and leaders alone", () => {
  for (const quote of ["One. Two.", "Purpose .......... 15", "Purpose . . . . . . . 15", "a..b"])
    expect(partsOf(quote)).toEqual([quote]);
});

test("partsOf() takes long white space in linear time", () => {
  expect(partsOf(`a${" ".repeat(200_000)}b`)).toHaveLength(1);
});
