import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anywhere, within } from "../../foundation/fs/roots.ts";
import { nearestKeys } from "./nearest-keys.ts";
import { openProject, projectRoot } from "./project.ts";

/** Made with the real package (its README). */
const FIXTURE = join(import.meta.dir, "../../../test/fixtures/vouch");
let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "footnote-values-"));
  cpSync(FIXTURE, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test("a project that vouch recorded has its keys, as they are printed, with what vouch.toml says of them", () => {
  const project = openProject(root);
  expect(project.problems).toEqual([]);
  expect([...project.runs.values()].map(({ run, isAsWritten }) => [run, isAsWritten])).toEqual([
    ["exp", true],
    ["jl", true],
  ]);
  const shown = [...project.entries.values()].map(({ key, kind, shown: value }) => `${key} | ${kind} | ${value}`);
  expect(shown.sort()).toEqual([
    "cifar.n_test | value | 10000",
    "cifar.resnet.acc | value | 93.2 ± 0.4%",
    "cifar.resnet.acc.ci95 | stat-field | 92.7-93.7%",
    "cifar.resnet.acc.mean | stat-field | 93.2%",
    "cifar.resnet.acc.n | stat-field | 5",
    "cifar.resnet.acc.std | stat-field | 0.4%",
    "cifar.vit.acc | value | 91.0%",
    "eps | value | 1.9e-14",
    "exp.param.epochs | param | 5",
    "exp.param.lr | param | 0.1",
    "main | table | ",
    "main.resnet.acc | table-cell | 93.2%",
    "main.resnet.model | table-cell | resnet",
    "main.vit.acc | table-cell | 91.0%",
    "main.vit.model | table-cell | vit",
    "name | value | R&D_1",
    "range | value | 41-53",
    "range.0 | element | 41",
    "range.1 | element | 53",
    "ratio | value | -0.921",
    "resnet_beats_vit | claim | HOLDS",
    "runs | value | 3",
    "speed.fmt | value | .1fu",
    "speed.unit | value | ms",
    "speed.value | value | 12.3",
  ]);
  expect(project.entries.get("cifar.vit.acc")).toMatchObject({
    desc: "top-1 test accuracy",
    better: "higher",
    unit: "points",
    site: "exp.py:4",
  });
  expect(project.entries.get("eps")?.desc).toBe("how near eps comes");
});

test("a run is fresh while its code and inputs are byte for byte what they were, whatever their line ends", () => {
  const state = (run: string) => openProject(root).freshness(run);
  expect([state("exp"), state("jl")]).toEqual([
    { state: "fresh", reasons: [] },
    { state: "fresh", reasons: [] },
  ]);
  const code = readFileSync(join(root, "exp.py"), "utf8");
  writeFileSync(join(root, "exp.py"), code.replaceAll("\n", "\r\n"));
  expect(state("exp").state).toBe("fresh");
  writeFileSync(join(root, "exp.py"), `${code}# more\n`);
  expect(state("exp")).toEqual({ state: "code-changed", reasons: ["exp.py changed since the run"] });
  writeFileSync(join(root, "data.csv"), "a,b\n1,3.5\n");
  rmSync(join(root, "src/x.jl"));
  expect(state("jl")).toEqual({
    state: "input-changed",
    reasons: ["data.csv changed since the run", "src/x.jl is not there"],
  });
});

test("records that were edited, or are none, are told of; nothing outside of the project is read for them", () => {
  const path = join(root, ".vouch/runs/exp.json");
  const record = readFileSync(path, "utf8");
  writeFileSync(path, record.replace("0.91,", "0.99,"));
  writeFileSync(join(root, ".vouch/runs/a.json"), "{");
  writeFileSync(join(root, ".vouch/runs/b.json"), '{"schema": "vouch/2", "run": "b"}');
  writeFileSync(
    join(root, ".vouch/runs/c.json"),
    '{"schema": "vouch/1", "run": "c", "status": "complete", "values": {"x": {"type": "int", "value": 1.5}, "y": {"type": "float", "value": {"$float": "nan"}}, "big": {"type": "int", "value": 123456789012345678901234567890}}, "inputs": {"/etc/passwd": "sha256:00", "../up": "sha256:00"}}',
  );
  const project = openProject(root);
  expect(project.problems).toEqual([
    expect.stringMatching(/^\.vouch\/runs\/a\.json: .* cannot be read as recorded values/),
    ".vouch/runs/b.json: .vouch/runs/b.json cannot be read as recorded values: its schema is not vouch/1.",
    ".vouch/runs/c.json does not match its record_hash: it was edited by hand",
    ".vouch/runs/c.json: x cannot be read",
    ".vouch/runs/exp.json does not match its record_hash: it was edited by hand",
  ]);
  expect(project.entries.get("cifar.vit.acc")?.shown).toBe("99.0%");
  expect([project.entries.get("y")?.shown, project.entries.get("big")?.shown]).toEqual([
    "NaN",
    "123456789012345678901234567890",
  ]);
  expect(project.freshness("c")).toEqual({
    state: "unchecked",
    reasons: ["/etc/passwd is not compared", "../up is not compared"],
  });
});

test("a project is found upward, within the roots", () => {
  const deep = join(root, "a/b");
  mkdirSync(deep, { recursive: true });
  expect(projectRoot(deep, anywhere())).toBe(root);
  expect(projectRoot(deep, within([root]))).toBe(root);
  expect(() => projectRoot(deep, within([join(root, "a")]))).toThrow(
    expect.objectContaining({ code: "values_not_found" }),
  );
});

test("nearestKeys() names what is spelled almost alike, the likest first", () => {
  const keys = ["cifar.resnet.acc", "cifar.resnet.acc.n", "cifar.vit.acc", "other"];
  expect(nearestKeys("cifar.resnet.ac", keys)).toEqual(["cifar.resnet.acc", "cifar.resnet.acc.n"]);
  expect(nearestKeys("nothing", keys)).toEqual([]);
});
