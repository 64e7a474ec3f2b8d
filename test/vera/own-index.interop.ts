import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, FIXTURES } from "../e2e/binary.ts";
import { footnoteVera, startVera } from "./peer.ts";

const vera = startVera();
const place = emptyFolder();
afterAll(() => {
  vera.stop();
  place[Symbol.dispose]();
});
const at = (...names: string[]) => join(place.path, ...names);
mkdirSync(at("nested"));
cpSync(join(FIXTURES, "vera/structured.vera"), at("structured.vera"));
cpSync(join(FIXTURES, "vera/manual.vera"), at("nested/manual.vera"));
writeFileSync(at("junk.vera"), "junk");

/** Times apart. */
async function statuses() {
  const shown = [
    await vera.call("index", "status", place.path, "--json"),
    await footnoteVera("index", "status", place.path, "--json"),
  ];
  return shown.map(({ code, out }) => [code, { ...JSON.parse(out), checked_at: "", verified_at: "" }]);
}

test("an index that VERA built is told of in VERA's words, and its settings hold", async () => {
  expect((await vera.call("index", "build", place.path, "--recursive")).code).toBe(0);
  const before = readdirSync(at(".vera-index"), { recursive: true });
  const [theirs, ours] = await statuses();
  expect(ours).toEqual(theirs);
  expect(theirs?.[1]).toMatchObject({ fresh: true, recursive: true, file_count: 2, skipped: 1 });
  const found = JSON.parse((await footnoteVera("search", place.path, "parking", "--json")).out);
  expect([found.index.used, found.results.map(({ file }: { file: string }) => file).sort()]).toEqual([
    true,
    [at("nested/manual.vera"), at("structured.vera")],
  ]);
  expect(readdirSync(at(".vera-index"), { recursive: true })).toEqual(before);
});

test("one that is stale is stale for both, and update goes by its settings", async () => {
  renameSync(at("nested/manual.vera"), at("nested/handbook.vera"));
  const [theirs, ours] = await statuses();
  expect(ours).toEqual(theirs);
  expect(theirs?.[1]).toMatchObject({ fresh: false, reasons: ["library files were added, removed, or moved"] });
  const { code, out } = await footnoteVera("index", "update", place.path, "--json");
  expect([code, JSON.parse(out)]).toMatchObject([0, { recursive: true, indexed: 2, moved: 1, added: 0, removed: 0 }]);
  expect(JSON.parse((await footnoteVera("index", "status", place.path, "--json")).out)).toMatchObject({ fresh: true });
  // VERA's own is not written, and still says what it said.
  expect((await statuses())[0]?.[1]).toMatchObject({ fresh: false });
});
