/**
 * `vera convert` of real PDFs beside the real VERA, each as a process of its own, in turns. Wall time as a ratio, peak memory and the sizes of what comes out.
 * Usage: bun bench/vera-convert.ts [--vera PATH] [--runs N] [FILE…]. First: bench/corpus.sh, bun run build, .ci/peers.
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dir, "..");
/** Two columns with figures, a short standard, a book, Japanese, plots, and a thick manual. */
const FILES = ["sample631.pdf", "fhs-3.0.pdf", "cfitsio.pdf", "debian-reference-ja.pdf", "gnuplot.pdf", "octave.pdf"];

interface Run {
  readonly seconds: number;
  readonly cpu: number;
  /** Peak resident memory, MB. */
  readonly memory: number;
  /** Size of the archive, MB. */
  readonly size: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vera: { type: "string", default: join(ROOT, ".cache/vera-venv/bin/vera") },
    footnote: { type: "string", default: join(ROOT, "dist/footnote") },
    runs: { type: "string", default: "3" },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "vera-bench-"));
const rows: Record<string, string | number>[] = [];

function convert(command: readonly string[], pdf: string, name: string): Run {
  const output = join(scratch, name);
  rmSync(output, { force: true });
  const from = performance.now();
  const { exitCode, resourceUsage, stderr } = Bun.spawnSync([...command, "convert", pdf, output], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const seconds = (performance.now() - from) / 1000;
  if (exitCode !== 0) throw new Error(`${command.join(" ")} convert ${pdf}: ${stderr}`);
  return {
    seconds,
    cpu: Number(resourceUsage?.cpuTime.total ?? 0) / 1e6,
    memory: (resourceUsage?.maxRSS ?? 0) / 1e6,
    size: statSync(output).size / 1e6,
  };
}

function fastest(runs: readonly Run[]): Run {
  return runs.reduce((best, run) => (run.seconds < best.seconds ? run : best));
}

for (const file of positionals.length > 0 ? positionals : FILES) {
  const pdf = resolve(import.meta.dir, "corpus", file);
  const theirs: Run[] = [];
  const ours: Run[] = [];
  for (let round = 0; round < Number(values.runs); round++) {
    ours.push(convert([values.footnote, "vera"], pdf, "footnote.vera"));
    // The real one takes its time; its first run is no slower than the others.
    if (round === 0) theirs.push(convert([values.vera], pdf, "vera.vera"));
  }
  const [our, their] = [fastest(ours), fastest(theirs)];
  const folio = join(scratch, "x.folio");
  rmSync(folio, { force: true });
  Bun.spawnSync([values.footnote, "convert", join(scratch, "footnote.vera"), folio]);
  rows.push({
    file,
    "VERA s": their.seconds.toFixed(2),
    "Footnote s": our.seconds.toFixed(2),
    "times faster": (their.seconds / our.seconds).toFixed(1),
    "CPU ratio": (their.cpu / our.cpu).toFixed(1),
    "VERA MB": their.memory.toFixed(0),
    "Footnote MB": our.memory.toFixed(0),
    "memory ratio": (their.memory / our.memory).toFixed(1),
    "PDF MB": (statSync(pdf).size / 1e6).toFixed(2),
    "VERA's .vera MB": their.size.toFixed(2),
    "our .vera MB": our.size.toFixed(2),
    ".folio MB": (statSync(folio).size / 1e6).toFixed(2),
  });
  console.log(JSON.stringify(rows.at(-1)));
}
console.table(rows);
const results = join(import.meta.dir, "results");
mkdirSync(results, { recursive: true });
writeFileSync(
  join(results, "vera-convert.json"),
  `${JSON.stringify({ load: loadavg(), rows }, null, 2)}\n`,
);
rmSync(scratch, { recursive: true, force: true });
