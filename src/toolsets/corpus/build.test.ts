import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCorpus, indexJson } from "../../engine/corpus/build/build.ts";
import { indexMarkdown } from "../../engine/corpus/build/index-markdown.ts";
import { anywhere } from "../../foundation/fs/roots.ts";
import type { Context } from "../context.ts";
import { corpusBuild } from "./build.ts";

let root = "";
let told: string[] = [];
const stop = { now: new AbortController() };
const run = (input: Record<string, unknown> = {}) =>
  corpusBuild.run(corpusBuild.input.parse(input), {
    roots: anywhere(),
    cwd: root,
    log: { warn: (message) => void told.push(message), debug: () => {} },
    signal: stop.now.signal,
  } as Partial<Context> as Context);
const index = () =>
  JSON.parse(readFileSync(join(root, "docs/tero-index/index.json"), "utf8")) as { items: { anchor: string }[] };
async function until(is: () => boolean): Promise<void> {
  for (let tries = 0; !is() && tries < 200; tries++) await Bun.sleep(25);
  expect(is()).toBe(true);
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "footnote-corpus-build-")));
  told = [];
  stop.now = new AbortController();
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs/a.md"), "# A\n");
  writeFileSync(join(root, "README.md"), "# Home\n\nSee [a](docs/a.md).\n");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("all sources are the default; what is there already is not written again", async () => {
  expect(await run()).toEqual({
    out: join(root, "docs/tero-index"),
    rows: 2,
    families: { doc: 2 },
    flagged: [],
    current: false,
    written: true,
  });
  expect(index().items).toEqual([
    expect.objectContaining({ anchor: "readme", found_refs: [{ kind: "link", to: "a", line: 3 }] }),
    expect.objectContaining({ anchor: "a" }),
  ]);
  const before = statSync(join(root, "docs/tero-index/index.json")).mtimeMs;
  expect(await run()).toMatchObject({ current: true, written: false });
  expect(statSync(join(root, "docs/tero-index/index.json")).mtimeMs).toBe(before);
  writeFileSync(join(root, "README.md"), "# Changed\n");
  expect(await run({ check: true })).toMatchObject({ current: false, written: false });
});

test("--sources tero writes what tero-index writes, byte for byte", async () => {
  expect(await run({ sources: "tero" })).toMatchObject({ rows: 1, written: true });
  const built = buildCorpus(root);
  expect(readFileSync(join(root, "docs/tero-index/index.json"), "utf8")).toBe(indexJson(built));
  expect(readFileSync(join(root, "docs/tero-index/INDEX.md"), "utf8")).toBe(indexMarkdown(built));
  expect(indexJson(built)).not.toContain("digest");
});

test.each([
  [{ sources: "tero", exclude: ["*.md"] }, "tero's five sources are read as they are"],
  [{ watch: true, check: true }, "nothing is written"],
  [{ idPattern: "(" }, "a group is not closed"],
])("%j is refused", async (input, problem) => {
  await expect(run(input)).rejects.toThrow(problem);
  expect(existsSync(join(root, "docs/tero-index"))).toBe(false);
});

test("--watch builds, follows changes in old and new folders, tells one line for each index that is another, and ends when told", async () => {
  const done = run({ watch: true });
  await until(() => told.length === 1);
  expect(told[0]).toEndWith("; following changes");
  mkdirSync(join(root, "lib/deep"), { recursive: true });
  await Bun.sleep(100);
  writeFileSync(join(root, "lib/deep/b.md"), "# B\n");
  await until(() => told.length === 2);
  expect(index().items.map(({ anchor }) => anchor)).toEqual(["readme", "a", "lib-deep-b"]);
  // Neither a change that changes no row nor the index itself is told.
  writeFileSync(join(root, "notes.bin"), "x");
  mkdirSync(join(root, "target"));
  writeFileSync(join(root, "target/c.md"), "# C\n");
  writeFileSync(join(root, "README.md"), Buffer.from([0xff]));
  await until(() => told.length === 3);
  expect(told[2]).toStartWith("2 rows (doc 2), 1 flagged: written to ");
  await Bun.sleep(700);
  expect(told).toHaveLength(3);
  stop.now.abort();
  expect(await done).toMatchObject({ rows: 2, written: true });
});
