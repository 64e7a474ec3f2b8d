import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

/** Enough short sections that their vectors take several batches of the journal. */
const NOTES = Array.from(
  { length: 150 },
  (_, at) =>
    `## Berth ${at}\n\nBerth ${at} takes boats up to ${5 + (at % 20)} metres and costs ${10 + at} crowns a day.\n`,
).join("\n");
const FRESH = 6;
const GOING_ON = 14;

const folder = emptyFolder();
const sources = [join(FIXTURES, "pdf/ieeepes_doc.pdf"), join(folder.path, "notes.md"), join(folder.path, "short.txt")];
const reference = join(folder.path, "undisturbed");
let milliseconds = 0;

beforeAll(() => {
  writeFileSync(join(folder.path, "notes.md"), `# Berths\n\n${NOTES}`);
  writeFileSync(join(folder.path, "short.txt"), "The harbour office opens at seven.\n");
  const start = performance.now();
  expect(add(reference).code).toBe(0);
  milliseconds = performance.now() - start;
}, 60_000);
afterAll(() => folder[Symbol.dispose]());

test("killed at any moment, a fresh library is whole; the same command completes it to the same bytes", async () => {
  const moments = [...pseudoRandom(FRESH)].map((part, at) => (at + part) / FRESH);
  let killed = 0;
  for (const [at, moment] of moments.entries()) {
    const library = join(folder.path, `fresh-${at}`);
    killed += await addAndKill(library, moment);
    await expectWhole(library);
    expect(add(library).code).toBe(0);
    expect(filesOf(library)).toEqual(filesOf(reference));
  }
  // A slow moment of the machine may let one finish first; all of them would mean that nothing was tested.
  expect(killed).toBeGreaterThan(FRESH / 2);
}, 180_000);

test("a library that is killed again and again goes on each time and ends with the same bytes", async () => {
  let library = join(folder.path, "going-on");
  let killed = 0;
  for (const [at, part] of [...pseudoRandom(GOING_ON)].entries()) {
    const wasKilled = await addAndKill(library, part * 0.6);
    killed += wasKilled;
    await expectWhole(library);
    if (wasKilled === 1) continue;
    // It got to its end between the kills: judge it and begin another.
    expect(filesOf(library)).toEqual(filesOf(reference));
    library = join(folder.path, `going-on-after-${at}`);
  }
  expect(killed).toBeGreaterThan(GOING_ON / 2);
  expect(add(library).code).toBe(0);
  expect(filesOf(library)).toEqual(filesOf(reference));
}, 180_000);

function add(library: string) {
  return footnote(["add", ...sources, "--library", library, "--json"], { cwd: folder.path });
}

/** Kills `add` after this part of the undisturbed time; 1 when it was still running. */
async function addAndKill(library: string, part: number): Promise<number> {
  const adding = Bun.spawn([BINARY, "add", ...sources, "--library", library, "--json"], {
    cwd: folder.path,
    env: { HOME: folder.path },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const timer = setTimeout(() => adding.kill("SIGKILL"), part * milliseconds);
  await adding.exited;
  clearTimeout(timer);
  return adding.signalCode === "SIGKILL" ? 1 : 0;
}

/** What a reader finds after a kill: sound archives, and a library that answers. */
async function expectWhole(library: string): Promise<void> {
  const archives = existsSync(join(library, "archives"))
    ? readdirSync(join(library, "archives")).filter((name) => name.endsWith(".folio") && !name.startsWith("."))
    : [];
  const [status, sourcesKnown, validate] = await Promise.all([
    json(["status", "--library", library]),
    json(["sources", "--library", library]),
    json(["validate", ...archives.map((name) => join(library, "archives", name))]),
  ]);
  expect(status).toMatchObject({ ok: true, data: { failed: [], stale: [] } });
  expect(sourcesKnown.ok).toBe(true);
  if (archives.length > 0) {
    const { data } = validate as { data: { archives: { sound: boolean; faults: unknown[] }[] } };
    expect(data.archives.map(({ sound, faults }) => ({ sound, faults }))).toEqual(
      archives.map(() => ({ sound: true, faults: [] })),
    );
  }
}

async function json(args: readonly string[]): Promise<{ ok: boolean; data?: unknown }> {
  const child = Bun.spawn([BINARY, ...args, "--json"], {
    cwd: folder.path,
    env: { HOME: folder.path },
    stderr: "pipe",
  });
  return JSON.parse(await child.stdout.text());
}

/** Every file of a library by name: archives by content, all others (also what a kill may have left) by being there. */
function filesOf(library: string): Record<string, string> {
  const names = readdirSync(library, { recursive: true, encoding: "utf8" }).filter((name) => name !== "archives");
  return Object.fromEntries(
    names.sort().map((name) => {
      const bytes = readFileSync(join(library, name));
      return [name, name.endsWith(".folio") ? new Bun.CryptoHasher("sha256").update(bytes).digest("hex") : ""];
    }),
  );
}

/** Numbers from 0 to 1 from a fixed seed: a linear congruential generator (Numerical Recipes §7.1). */
function* pseudoRandom(count: number): Generator<number> {
  let state = 20_260_101;
  for (let at = 0; at < count; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}
