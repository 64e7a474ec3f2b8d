import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { wrongImports } from "./layering.ts";

const src = join(import.meta.dir, "../src");
const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: src })].map((path) => path.replaceAll("\\", "/")).sort();
const read = (path: string) => readFileSync(join(src, path), "utf8");

test("wrongImports() sees arrows that point up or sideways, static, lazy and of types", () => {
  const bad: [path: string, source: string][] = [
    ["engine/search/a.ts", 'import { x } from "../../toolsets/docs/x.ts";'],
    ["engine/archive/a.ts", 'import type { X } from "../search/x.ts";'],
    ["engine/ingest/pdf/a.ts", 'const { x } = await import("../../library/x.ts");'],
    ["foundation/a.ts", 'import "../engine/document.ts";'],
    ["foundation/text/a.ts", 'import {\n  a,\n  b,\n} from "../../engine/document.ts";'],
    ["toolsets/docs/a.ts", 'export { x } from "../kb/x.ts";'],
    ["toolsets/docs/a.ts", 'import { x } from "../../faces/input.ts";'],
    ["main.ts", 'import { x } from "./engine/document.ts";'],
    ["faces/a.ts", 'import { x } from "../../scripts/build.ts";'],
  ];
  for (const [path, source] of bad)
    expect({ path, wrong: wrongImports(path, source).length }).toEqual({ path, wrong: 1 });
});

test("wrongImports() lets arrows point down", () => {
  const good: [path: string, source: string][] = [
    [
      "engine/search/a.ts",
      'import { x } from "../archive/x.ts";\nimport { y } from "../document.ts";\nimport z from "zod";',
    ],
    ["toolsets/registry.ts", 'import { x } from "./docs/x.ts";'],
    ["toolsets/docs/a.ts", 'import { x } from "../operation.ts";\nimport { y } from "./y.ts";'],
    ["faces/cli/a.ts", 'import { x } from "../input.ts";\nimport { y } from "../../toolsets/context.ts";'],
    ["main.ts", 'import { version } from "../package.json";\nawait import("./faces/cli/main.ts");'],
  ];
  for (const [path, source] of good) expect(wrongImports(path, source)).toEqual([]);
});

test("arrows point down only", () => {
  expect(files.length).toBeGreaterThan(40);
  expect(files.filter((path) => !path.endsWith(".test.ts")).flatMap((path) => wrongImports(path, read(path)))).toEqual(
    [],
  );
});

test("every Worker gives stdout away before anything else", () => {
  const workers = files.filter((path) => path.startsWith("engine/") && path.endsWith("/worker.ts"));
  const first = (path: string) => /^import .*$/m.exec(read(path))?.[0];
  expect(workers.filter((path) => !first(path)?.match(/^import "(\.\.\/)+foundation\/quiet-stdout\.ts";$/))).toEqual(
    [],
  );
});
