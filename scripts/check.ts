/**
 * The whole gate, from a fresh clone: format and lint, types, dead exports, the licences, the build, then every test (layering among them, and
 * end to end against the executable that was just built). The last line is `N passed, N failed`: the test runner's counts, and one
 * failure more for each gate that did not pass. With `--interop` the tests beside real peers run too, which need what `.ci/run` prepares: VERA and vouch in
 * Python environments, Chromium, PDFs out of Debian packages.
 */
import { Glob } from "bun";
import { install, ROOT, step } from "./step.ts";

const GATES: readonly [title: string, ...command: string[]][] = [
  ["format and lint", "--bun", "node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings", "--colors=off"],
  ["types", "--bun", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "."],
  ["types of the viewer", "--bun", "node_modules/typescript/bin/tsc", "--noEmit", "-p", "src/viewer/page"],
  ["dead exports", "--bun", "node_modules/knip/bin/knip-bun.js"],
  ["licences", "scripts/notice.ts", "--check"],
  ["build", "scripts/build.ts"],
];

const LAYERING: readonly [title: string, ...command: string[]] = ["layering", "test", "test/layering.test.ts"];

/** Not found by the runner by itself, since a machine with only Node has not what they need. */
const INTEROP = "test/{vera,vouch,browser}/**/*.interop.ts";

/** No test is about time, and the machine may be busy: the runner's five seconds are too few. */
const ONE_TEST_LIMIT_MS = 120_000;

/** The runner cannot stop a test that never yields. */
const TEST_LIMIT_MS = 20 * 60_000;

if (import.meta.main) {
  let failedGates = 0;
  if (!install()) failedGates += 1;
  for (const [title, ...command] of [...GATES.slice(0, 2), LAYERING, ...GATES.slice(2)]) {
    if (!step(title, ...command)) failedGates += 1;
  }
  console.log("\n— tests");
  let { passed, failed } = await runTests();
  if (process.argv.includes("--interop")) {
    console.log("\n— tests beside real peers");
    const files = [...new Glob(INTEROP).scanSync(ROOT)].sort().map((file) => `./${file}`);
    const interop = files.length > 0 ? await runTests(files) : { passed: 0, failed: 1 };
    passed += interop.passed;
    failed += interop.failed;
  }
  console.log(`${passed} passed, ${failed + failedGates} failed`);
  process.exit(failed + failedGates === 0 ? 0 : 1);
}

/** Runs every test, or those of `files`, and reads the counts off the runner's own summary. A run without summary, or one that hangs, is a failure. */
async function runTests(files: readonly string[] = []): Promise<{ passed: number; failed: number }> {
  const runner = Bun.spawn([process.execPath, "test", "--timeout", String(ONE_TEST_LIMIT_MS), ...files], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "pipe"],
    timeout: TEST_LIMIT_MS,
  });
  let text = "";
  for await (const chunk of runner.stderr.pipeThrough(new TextDecoderStream())) {
    process.stderr.write(chunk);
    text += chunk;
  }
  const code = await runner.exited;
  const counts = readCounts(text);
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The counts in the summary of `bun test`: lines like ` 12 pass` and ` 0 fail`, and unhandled errors between tests. */
export function readCounts(output: string): { passed: number; failed: number } {
  const count = (word: string) =>
    Number(
      output
        .match(new RegExp(`^ *(\\d+) ${word}s?$`, "gm"))
        ?.at(-1)
        ?.match(/\d+/)?.[0] ?? 0,
    );
  return { passed: count("pass"), failed: count("fail") + count("error") };
}
