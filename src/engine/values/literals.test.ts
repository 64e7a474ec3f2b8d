import { expect, test } from "bun:test";
import { join } from "node:path";
import { literalsIn } from "./literals.ts";
import { matchLiteral } from "./match-literal.ts";
import { openProject } from "./project.ts";

test("literalsIn() finds numbers that could be results, and passes over the others", () => {
  const text = [
    "It gets 93.2 % (91.2 ± 0.4%) on 18,535 images, 2.5 times 0.93; p = 1.9e-14, or 1.9 × 10^-14, −0.92.",
    "ResNet-50 of 2024 in version 1.2.3 with 3 models, GPT4, `99.9` and [x](http://e.org/12.5).",
    "```",
    "12.5",
    "```",
    "38 layers.",
  ].join("\n");
  expect(
    literalsIn(text).map(({ line, number, deviation, isPercent }) => [line, number, deviation, isPercent]),
  ).toEqual([
    [1, "93.2", undefined, true],
    [1, "91.2", "0.4", true],
    [1, "18535", undefined, false],
    [1, "2.5", undefined, false],
    [1, "0.93", undefined, false],
    [1, "1.9e-14", undefined, false],
    [1, "1.9e-14", undefined, false],
    [1, "-0.92", undefined, false],
    [6, "38", undefined, false],
  ]);
});

const { entries } = openProject(join(import.meta.dir, "../../../test/fixtures/vouch"));
const keysOf = (text: string) => {
  const [literal] = literalsIn(text);
  if (literal === undefined) throw new Error("no number");
  const { keys, near } = matchLiteral(literal, entries.values(), "half_up");
  return [keys.map(({ key }) => key), near.map(({ key }) => key)];
};

test.each<[string, string[], string[]]>([
  ["93.2%", ["cifar.resnet.acc"], []],
  ["93.21 %", ["cifar.resnet.acc"], []],
  ["0.932", ["cifar.resnet.acc"], []],
  ["93.2 ± 0.4 %", ["cifar.resnet.acc"], []],
  ["93.2 ± 0.5 %", [], ["cifar.resnet.acc", "cifar.resnet.acc.mean", "main.resnet.acc"]],
  ["93.3%", [], ["cifar.resnet.acc", "cifar.resnet.acc.mean", "main.resnet.acc"]],
  ["10,000", ["cifar.n_test"], []],
  ["1.9e-14", ["eps"], []],
  ["1.87 × 10^-14", ["eps"], []],
  ["1.8e-14", [], []],
  ["-0.92", ["ratio"], []],
  ["0.92", [], ["cifar.resnet.acc", "cifar.resnet.acc.mean", "cifar.vit.acc"]],
  ["77.7%", [], []],
])("%s is %j", (text, keys, near) => {
  expect(keysOf(text)).toEqual([keys, near]);
});

test("long and hostile texts are read in time", () => {
  for (const piece of ["](", "1 ", "1,111", "1.", "<!--", "```", "±1", "9", "1e1"]) {
    const text = piece.repeat(200_000);
    expect(literalsIn(text).length).toBeGreaterThanOrEqual(0);
  }
});
