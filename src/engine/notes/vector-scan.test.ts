import { afterAll, expect, test } from "bun:test";
import { scoreDense } from "../search/dense.ts";
import { openDatabase } from "./database.ts";
import { NotesFolder, wordModel } from "./folder-for-tests.ts";
import { Segments } from "./segments.ts";
import { Store } from "./store.ts";
import { scanOf } from "./vector-scan.ts";

const folder = new NotesFolder();
const WORDS = [
  "water",
  "storm",
  "pond",
  "parking",
  "bicycle",
  "road",
  "quokka",
  "leaf",
  "weevil",
  "amber",
  "stone",
  "sand",
];

/** Texts of six words each, by a plain congruential generator. */
function texts(count: number): string[] {
  let state = 7;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 6 }, () => `${WORDS[next() % 12]}${next() % 9}`).join(" "),
  );
}

const all = texts(3000);
for (let at = 0; at < 30; at++)
  folder.write(
    `${at}.md`,
    all
      .slice(at * 100, at * 100 + 100)
      .map((text, n) => `# H${n}\n\n${text}\n`)
      .join("\n"),
  );
/** As real ones are: each word pulls every dimension one way or the other, and all lean to one side. */
function spread(text: string): Float32Array {
  const vector = new Float32Array(384);
  for (const word of text.match(/\w+/g) ?? [])
    for (let at = 0; at < 384; at++)
      vector[at] = (vector[at] ?? 0) + Number(Bun.hash.xxHash32(`${word} ${at}`)) / 2 ** 31 - 0.7;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
const model = {
  ...wordModel(),
  embedQuery: async (text: string) => spread(text),
  embedPassages: async (some: readonly string[]) => some.map(spread),
};
const notes = folder.open({ vectors: true }, async () => model);
await notes.reindexNow({ scope: "all", force: false });
const store = new Store(openDatabase(folder.storage, 1000, () => {}));
const segments = new Segments(store).current();
afterAll(async () => {
  store.database.close();
  await notes.close();
});

test("of thousands of vectors the nearest are found, and their cosines are exact", async () => {
  const scan = scanOf(store.database, segments, 384);
  expect(scan.count).toEqual({ ready: 3000, of: 3000 });
  const vectors = await model.embedPassages(
    segments.flatMap(({ index, passageText, headingPath }) =>
      Array.from(
        { length: index.passages },
        (_, passage) => `${headingPath(passage).join(" ")} ${passageText(passage)}`,
      ),
    ),
  );
  let found = 0;
  for (const query of texts(20)) {
    const asked = await model.embedQuery(query);
    const scanned = scan.score(asked);
    const estimated = scanned.documents.flatMap((cosines) => [...cosines]);
    const exact = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * (asked[at] ?? 0), 0));
    const best = (of: readonly number[]) => [...of.keys()].sort((a, b) => (of[b] ?? 0) - (of[a] ?? 0)).slice(0, 10);
    const nearest = best(exact);
    const shown = new Set(best(estimated));
    found += nearest.filter((passage) => shown.has(passage)).length;
    expect(scanned.mean).toBeCloseTo(exact.reduce((sum, cosine) => sum + cosine, 0) / 3000, 1);
    for (const passage of nearest) expect(estimated[passage]).toBeCloseTo(exact[passage] ?? 0, 1);
  }
  expect(found).toBeGreaterThanOrEqual(190);
});

test("up to a thousand chunks every cosine is exact", async () => {
  const few = new NotesFolder();
  few.write(
    "a.md",
    all
      .slice(0, 200)
      .map((text, n) => `# H${n}\n\n${text}\n`)
      .join("\n"),
  );
  const index = few.open({ vectors: true }, async () => model);
  await index.reindexNow({ scope: "all", force: false });
  const database = openDatabase(few.storage, 1000, () => {});
  const [segment] = new Segments(new Store(database)).current();
  if (segment === undefined) throw new Error("no segment");
  const codes = new Int8Array(200 * 384);
  const scales = new Float32Array(200);
  segment.vectorKeys.forEach((key, passage) => {
    const row = database.query("SELECT scale, codes FROM vectors WHERE key = ?").get(key) as {
      scale: number;
      codes: Uint8Array;
    };
    codes.set(new Int8Array(row.codes.buffer, row.codes.byteOffset, 384), passage * 384);
    scales[passage] = row.scale;
  });
  const asked = await model.embedQuery("water1 storm2 pond3");
  const exact = scoreDense([{ ...segment, vectors: { codes, scales, ready: 200 } }], asked);
  const scanned = scanOf(database, [segment], 384).score(asked);
  expect([...(scanned.documents[0] ?? [])]).toEqual([...(exact.documents[0] ?? [])]);
  expect(scanned.ready).toBe(200);
  expect(scanned.mean).toBeCloseTo(exact.mean, 6);
  database.close();
  await index.close();
});
