import { beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { emptyFolder, FIXTURES, footnote } from "../e2e/binary.ts";

const PYTHON = resolve(import.meta.dir, "../../.cache/vouch-venv/bin/python");
const project = emptyFolder();
const vouch = (...args: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([PYTHON, "-m", "vouch", ...args], {
    cwd: project.path,
    env: { HOME: project.path, PATH: process.env.PATH ?? "" },
  });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString();
};

beforeAll(() => {
  if (!existsSync(PYTHON)) throw new Error("the real package is not there: run .ci/peers");
  cpSync(join(FIXTURES, "vouch"), project.path, { recursive: true });
  // Run again with the package that is installed here.
  const { exitCode, stderr } = Bun.spawnSync([PYTHON, "exp.py"], { cwd: project.path, env: { HOME: project.path } });
  if (exitCode !== 0) throw new Error(stderr.toString());
});

test("keys, kinds, values, what is said of them and their state are those of the real package", () => {
  const theirs: Record<string, string>[] = JSON.parse(vouch("ls", "--all", "--json")).keys;
  const ours: Record<string, string>[] = JSON.parse(
    footnote(["value", "list", "--all", "--json"], { cwd: project.path }).out,
  ).data.keys;
  const facts = ({
    key,
    kind,
    value = "",
    desc = "",
    run = "",
    fmt = "",
    unit = "",
    better = "",
    state = "",
  }: Record<string, string>) => [key, kind, value.replace("±", "+/-"), desc, run, fmt, unit, better, state].join(" | ");
  expect(ours.length).toBe(25);
  expect(ours.map(facts).sort()).toEqual(theirs.map(facts).sort());
});

test("what the real package finds first, Footnote finds first", () => {
  for (const query of ["resnet accuracy", "number of test images", "eps", "lr", "ratio"]) {
    const [theirs] = JSON.parse(vouch("search", query, "--json")).results;
    const [ours] = JSON.parse(footnote(["value", "search", query, "--json"], { cwd: project.path }).out).data.keys;
    expect([query, ours.key]).toEqual([query, theirs.key]);
  }
});
