import { expect, test } from "bun:test";
import { join } from "node:path";
import { BINARY } from "../e2e/binary.ts";

const ROOT = join(import.meta.dir, "../..");
const PYTHON = join(ROOT, ".cache/vera-venv/bin/python");
const TESTS = join(ROOT, ".cache/vera-tests");
const SUITES = [
  "vera_mcp-0.3.2/tests/test_mcp_server.py",
  "vera-0.3.2/tests/test_cli.py",
  "vera-0.3.2/tests/test_evaluate.py",
];

/** Outcome by test: `PASSED vera_mcp-0.3.2/tests/test_mcp_server.py::test_get_page_tool`. */
function run(suite: string, environment: Record<string, string>): Map<string, string> {
  const { stdout, stderr } = Bun.spawnSync(
    [PYTHON, "-m", "pytest", "-q", "-rA", "--tb=short", "-p", "beside_vera", "-p", "no:cacheprovider", suite],
    {
      cwd: TESTS,
      env: { ...process.env, ...environment, FOOTNOTE: BINARY, PYTHONPATH: join(import.meta.dir, "shims") },
    },
  );
  const report = stdout.toString() + stderr.toString();
  const outcomes = [...report.matchAll(/^(PASSED|FAILED|ERROR) [^\n]*::(\w+)/gm)];
  if (outcomes.some(([, outcome]) => outcome !== "PASSED") || outcomes.length === 0) console.error(report);
  return new Map(outcomes.map(([, outcome = "", name = ""]) => [name, outcome]));
}

for (const [writer, environment] of [
  ["VERA", {}],
  ["Footnote", { FOOTNOTE_CONVERTS: "1" }],
] as const) {
  for (const suite of SUITES) {
    test(`VERA's ${suite} passes on archives that ${writer} writes`, () => {
      const outcomes = run(suite, environment);
      expect([...outcomes].filter(([, outcome]) => outcome !== "PASSED")).toEqual([]);
      expect(outcomes.size).toBeGreaterThan(0);
    }, 300_000);
  }
}
