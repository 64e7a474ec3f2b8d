/**
 * The built-in encoder against onnxruntime-web's int8 graph of the same model: tokens a second on one core, interleaved in one process; two
 * Workers against one; load time and memory, each in a process of its own. Usage: bun run bench:encoder [rounds]. Writes results/encoder.json.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { cpuModel, measure, spread, table } from "./encoder-measures.ts";
import { encoders, type Engine, idsOf, prepareEngine } from "./encoder-engines.ts";
import { encoderPool } from "../src/engine/embed/pool.ts";

const LENGTHS = [16, 64, 128, 256, 512];
const ENGINES = ["relaxed", "plain", "onnxruntime-web"] as const satisfies readonly Engine[];
const WORKER_TEXTS = 16;
const WORKER_TOKENS = 256;

/** Tokens a second, [length][engine][round]. */
async function speed(rounds: number): Promise<Record<string, Record<string, number[]>>> {
  const loaded = await encoders(ENGINES);
  const rates: Record<string, Record<string, number[]>> = {};
  for (const length of LENGTHS) {
    const ids = await idsOf(length);
    const runs = Math.max(1, Math.round(64 / length));
    const row: Record<string, number[]> = Object.fromEntries(ENGINES.map((engine) => [engine, []]));
    for (let round = -2; round < rounds; round++) {
      for (const [engine, encode] of loaded) {
        const ms = await measure(async () => {
          for (let i = 0; i < runs; i++) await encode(ids);
        });
        if (round >= 0) row[engine]?.push((length * runs * 1000) / ms);
      }
    }
    rates[length] = row;
  }
  return rates;
}

/** Tokens a second of one Worker and of two, interleaved. */
async function workers(rounds: number): Promise<{ one: number[]; two: number[] }> {
  const ids = await idsOf(WORKER_TOKENS);
  const sequences = Array.from({ length: WORKER_TEXTS }, () => ids);
  const pools = { one: encoderPool(1), two: encoderPool(2) };
  const rates: { one: number[]; two: number[] } = { one: [], two: [] };
  for (let round = -1; round < rounds; round++) {
    for (const name of ["one", "two"] as const) {
      const ms = await measure(() => pools[name].encode(sequences, () => {}));
      if (round >= 0) rates[name].push((WORKER_TEXTS * WORKER_TOKENS * 1000) / ms);
    }
  }
  pools.one.close();
  pools.two.close();
  return rates;
}

/** In this fresh process: milliseconds to load, to the end of a first short text, and resident memory after ten texts. */
async function start(engine: Engine): Promise<{ load: number; first: number; rss: number }> {
  const short = await idsOf(16);
  const ids = await idsOf(128);
  const open = await prepareEngine(engine);
  const from = performance.now();
  const encode = await open();
  const load = performance.now() - from;
  await encode(short);
  const first = performance.now() - from;
  for (let i = 0; i < 10; i++) await encode(ids);
  Bun.gc(true);
  return { load, first, rss: process.memoryUsage().rss / 2 ** 20 };
}

function child<T>(args: readonly string[], pinned: boolean): T {
  const pin = pinned && Bun.which("taskset") !== null ? ["taskset", "-c", "0"] : [];
  const run = Bun.spawnSync([...pin, process.execPath, import.meta.path, ...args], { stderr: "inherit" });
  if (!run.success) throw new Error(`${args.join(" ")} ended with ${run.exitCode}`);
  return JSON.parse(run.stdout.toString());
}

function report(rounds: number): void {
  const loadBefore = loadavg()[0];
  const rates = child<Awaited<ReturnType<typeof speed>>>(["speed", `${rounds}`], true);
  const pools = child<Awaited<ReturnType<typeof workers>>>(["workers", `${Math.min(rounds, 5)}`], false);
  const starts = Object.fromEntries(
    ENGINES.map((engine) => [engine, Array.from({ length: 3 }, () => child<Awaited<ReturnType<typeof start>>>(["start", engine], false))]),
  );
  const machine = {
    cpu: cpuModel(),
    cores: cpus().length,
    bun: Bun.version,
    platform: `${process.platform}-${process.arch}`,
    load: { before: loadBefore, after: loadavg()[0] },
  };
  const one = (length: number, engine: Engine) => spread(rates[length]?.[engine] ?? []);
  console.log(`${machine.cpu}, ${machine.cores} cores, Bun ${machine.bun}; load ${machine.load.before?.toFixed(1)} before, ${machine.load.after?.toFixed(1)} after\n`);
  console.log(table(
    ["tokens", ...ENGINES.map((engine) => `${engine}, tokens/s`), "relaxed : onnxruntime-web", "plain : onnxruntime-web"],
    LENGTHS.map((length) => {
      const ratio = (engine: Engine) => (one(length, engine).median / one(length, "onnxruntime-web").median).toFixed(2);
      return [`${length}`, ...ENGINES.map((engine) => one(length, engine).text), ratio("relaxed"), ratio("plain")];
    }),
  ));
  const [single, double] = [spread(pools.one), spread(pools.two)];
  console.log(`\nWorkers, texts of ${WORKER_TOKENS} tokens: one ${single.text} tokens/s, two ${double.text}, ratio ${(double.median / single.median).toFixed(2)}\n`);
  console.log(table(
    ["", "load, ms", "to the first vector, ms", "RSS, MiB"],
    ENGINES.map((engine) => {
      const runs = starts[engine] ?? [];
      return [engine, ...(["load", "first", "rss"] as const).map((key) => spread(runs.map((run) => run[key])).text)];
    }),
  ));
  mkdirSync(join(import.meta.dir, "results"), { recursive: true });
  const result = { machine, unit: "tokens/s", rates, workers: pools, starts };
  writeFileSync(join(import.meta.dir, "results/encoder.json"), `${JSON.stringify(result, undefined, 1)}\n`);
}

const [command = "5", argument = ""] = process.argv.slice(2);
if (command === "speed") console.log(JSON.stringify(await speed(Number(argument))));
else if (command === "workers") console.log(JSON.stringify(await workers(Number(argument))));
else if (command === "start") console.log(JSON.stringify(await start(argument as Engine)));
else report(Number(command));
