import { expect, test } from "bun:test";
import { sampleOperations } from "../../../test/sample-operations.ts";
import { completions } from "./completions.ts";

function complete(...words: string[]): string[] {
  const script = `${completions("bash", sampleOperations)}
COMP_WORDS=(footnote ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _footnote; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, success } = Bun.spawnSync(["bash", "-c", script], { cwd: import.meta.dir });
  expect(success).toBe(true);
  return stdout.toString().trim().split("\n");
}

test("completions() for bash offers commands, then the options of the command, else files", () => {
  expect(complete("co")).toEqual(["count", "completions"]);
  expect(complete("")).toEqual(["count", "store", "read", "mcp", "completions", "help"]);
  expect(complete("count", "--m")).toEqual(["--model", "--mode", "--min-length"]);
  expect(complete("--json", "count", "x", "--no-f")).toEqual(["--no-fold"]);
  expect(complete("store", "--mode")).toEqual(["--model"]);
  expect(complete("store", "completions.t").sort()).toEqual(["completions.test.ts", "completions.ts"]);
  expect(complete("--library", "lib", "count", "--mo")).toEqual(["--model", "--mode"]);
});

test.each(["bash", "zsh", "fish"])(
  "completions() for %s is a sound script that names every command and option",
  (shell) => {
    const script = completions(shell, sampleOperations);
    for (const word of ["count", "store", "min-length", "no-fold", "allow-write", "library"])
      expect(script).toContain(word);
    const interpreter = Bun.which(shell === "fish" ? "fish" : "bash");
    if (interpreter !== null)
      expect(Bun.spawnSync([interpreter, "-n"], { stdin: Buffer.from(script) }).stderr.toString()).toBe("");
  },
);
