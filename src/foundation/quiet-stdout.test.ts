import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

test("what a library prints goes to stderr, in the process and in its Workers", () => {
  const folder = mkdtempSync(join(tmpdir(), "quiet-stdout-"));
  const guard = `import { protocolWrite } from ${JSON.stringify(join(import.meta.dir, "quiet-stdout.ts"))};\n`;
  const noise = (who: string) =>
    ["console.log", "console.info", "console.debug", "console.table", "process.stdout.write"]
      .map((print, at) => `${print}("${who} ${at}\\n");\n`)
      .join("");
  writeFileSync(join(folder, "worker.ts"), `${guard}void protocolWrite;\n${noise("worker")}postMessage(1);\n`);
  writeFileSync(
    join(folder, "main.ts"),
    `${guard}${noise("main")}const worker = new Worker(new URL("./worker.ts", import.meta.url));
worker.onmessage = () => {
  worker.terminate();
  protocolWrite("protocol\\n", () => {});
};\n`,
  );
  const { stdout, stderr, exitCode } = Bun.spawnSync([process.execPath, join(folder, "main.ts")]);
  rmSync(folder, { recursive: true });
  expect({ out: stdout.toString(), exitCode }).toEqual({ out: "protocol\n", exitCode: 0 });
  for (const who of ["main", "worker"]) {
    for (const at of [0, 1, 2, 3, 4]) expect(stderr.toString()).toContain(`${who} ${at}`);
  }
});
