/** From a fresh clone to a cited answer: installs, builds, reads a real PDF, asks it, and checks a quote. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { install, ROOT, step } from "./step.ts";

const DOCUMENT = "test/fixtures/pdf/fhs-3.0.pdf";
const QUESTION = "Where must programs keep files that survive a reboot, such as caches?";
const QUOTE = "/var/cache is intended for cached data from applications.";
const binary = join(ROOT, "dist", process.platform === "win32" ? "footnote.exe" : "footnote");
const library = mkdtempSync(join(tmpdir(), "footnote-quickstart-"));

try {
  const ready = install() && step("build", "scripts/build.ts");
  const done =
    ready &&
    footnote("add", DOCUMENT) &&
    footnote("search", QUESTION, "--limit", "3") &&
    footnote("verify", "--quote", QUOTE);
  console.log(
    done
      ? `\nThe executable is ${binary}. Next: footnote help`
      : "\nThe quickstart did not finish; the reason stands above.",
  );
  process.exitCode = done ? 0 : 1;
} finally {
  rmSync(library, { recursive: true, force: true });
}

function footnote(...args: string[]): boolean {
  console.log(`\n$ footnote ${args.map((word) => (/[^\w./-]/.test(word) ? JSON.stringify(word) : word)).join(" ")}`);
  const { success } = Bun.spawnSync([binary, "--library", library, ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return success;
}
