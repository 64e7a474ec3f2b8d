/**
 * Builds the executable: `dist/footnote` for this machine, or with --all `dist/<target>/footnote[.exe]` for every platform.
 * Flags and why: no bunfig.toml or .env of the user's folder is read, and text never becomes code.
 */
import { mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const TARGETS = [
  "linux-x64",
  "linux-arm64",
  "linux-x64-musl",
  "linux-arm64-musl",
  "darwin-x64",
  "darwin-arm64",
  "windows-x64",
  "windows-arm64",
];

const root = resolve(import.meta.dir, "..");

if (import.meta.main) {
  const all = process.argv.includes("--all");
  const rows: string[][] = [];
  for (const target of all ? TARGETS : [undefined]) {
    const outfile = join("dist", target ?? "", target?.startsWith("windows") ? "footnote.exe" : "footnote");
    const started = performance.now();
    build(outfile, target);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    rows.push([
      target ?? "this machine",
      outfile,
      `${(statSync(join(root, outfile)).size / 1e6).toFixed(1)} MB`,
      `${seconds} s`,
    ]);
  }
  for (const row of rows) console.log(row.map((cell, at) => cell.padEnd([18, 36, 10, 0][at] ?? 0)).join(""));
}

function build(outfile: string, target: string | undefined): void {
  mkdirSync(join(root, outfile, ".."), { recursive: true });
  const result = Bun.spawnSync(
    [
      process.execPath,
      "build",
      "./src/main.ts",
      ...workers(),
      "--compile",
      ...(target === undefined ? [] : [`--target=bun-${target}`]),
      "--root=./src",
      "--minify",
      "--sourcemap=none",
      "--bytecode",
      "--format=esm",
      "--allow-unresolved=<empty>", // onnxruntime-web imports its glue by a variable when told to; it is not
      "--no-compile-autoload-bunfig",
      "--no-compile-autoload-dotenv",
      "--compile-exec-argv=--disallow-code-generation-from-strings=strict",
      `--outfile=${outfile}`,
    ],
    { cwd: root, stdout: "pipe", stderr: "pipe" },
  );
  if (result.success) return;
  process.stderr.write(`${result.stdout}${result.stderr}\nfootnote: the build of ${outfile} failed\n`);
  process.exit(1);
}

/** Workers are entry points of their own; `src/foundation/worker.ts` knows where they lie in the executable, and is none itself. */
export function workers(): string[] {
  return [...new Bun.Glob("src/engine/**/worker.ts").scanSync({ cwd: root })].sort().map((path) => `./${path}`);
}
