/**
 * How fast PDFs are read: `bun run bench:pdf [--runs N] FILE…`. Pages a second of wall time with one Worker and with two, each run in a
 * process of its own (start-up included), median and range over the runs, and the highest resident memory of any run.
 */
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { parsePdf } from "../src/engine/ingest/pdf/parse.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, once: { type: "string" } },
});

if (values.once === undefined) await compare(positionals, Number(values.runs));
else await once(positionals, Number(values.once));

async function compare(files: readonly string[], runs: number): Promise<void> {
  console.log(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}, Bun ${Bun.version}, ${runs} runs`);
  for (const file of files) {
    for (const workers of [1, 2]) {
      const results = Array.from({ length: runs }, () => inProcess(file, workers));
      const speeds = results.map(({ pages, seconds }) => pages / seconds).sort((a, b) => a - b);
      const [low, middle, high] = [0, Math.floor(runs / 2), runs - 1].map((at) => speeds[at]?.toFixed(0));
      const memory = Math.max(...results.map(({ rss }) => rss)) / 1e6;
      console.log(`${file}  ${workers} Worker(s)  ${middle} pages/s (${low} to ${high})  ${memory.toFixed(0)} MB`);
    }
  }
}

function inProcess(file: string, workers: number): { pages: number; seconds: number; rss: number } {
  const { stdout } = Bun.spawnSync([process.execPath, import.meta.path, "--once", String(workers), file], { stderr: "inherit" });
  return JSON.parse(stdout.toString());
}

async function once([path = ""]: readonly string[], workers: number): Promise<void> {
  const bytes = await Bun.file(path).bytes();
  const started = performance.now();
  const { pages } = await parsePdf({ path, bytes }, { workers });
  const seconds = (performance.now() - started) / 1000;
  // maxRSS is the peak of the process in KiB on Linux; Bun gives bytes on macOS as well as Node does: KiB.
  const rss = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ pages: pages.length, seconds, rss }));
}
