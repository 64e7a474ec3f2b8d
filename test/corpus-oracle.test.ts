/** Complete envelopes over a real index of 5,652 rows, key order included, compared with a naive reading of the specification. */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServedCorpus } from "../src/engine/corpus/served.ts";
import { callTero, type TeroState } from "../src/toolsets/corpus/tero-call.ts";
import { tokensOf } from "../src/toolsets/corpus/tokens.ts";
import { Oracle, type Query, type View } from "./corpus-oracle.ts";

setDefaultTimeout(120_000);

const text = Buffer.from(
  Bun.gunzipSync(readFileSync(join(import.meta.dir, "fixtures/corpus/mycelium-index.json.gz"))),
).toString();
const folder = mkdtempSync(join(tmpdir(), "oracle-"));
const path = join(folder, "index.json");
writeFileSync(path, text);
afterAll(() => rmSync(folder, { recursive: true }));

const oracle = new Oracle(JSON.parse(text));
const state: TeroState = {
  version: "1.2.3",
  tokens: tokensOf({ TERO_TOKENS: "r:read" }),
  surface: "0.2",
  watch: false,
  corpus: new ServedCorpus([{ name: "mycelium", path }]),
};

const TOOL = {
  id: "query_by_id",
  status: "query_by_status",
  kind: "query_by_kind",
  text: "text_search",
  cross_ref: "cross_ref",
};
const calls = new Map<string, number>();

async function compare(query: Query): Promise<void> {
  const { kind, ...given } = query;
  const envelopes = oracle.ask(query);
  for (const view of ["full", "citations", "trace"] as const satisfies View[]) {
    const [name, asked] =
      view === "full" ? [TOOL[kind], given] : [view === "citations" ? "cite" : "explain", { kind, ...given }];
    const found = JSON.stringify(await callTero({ name, arguments: { ...asked, token: "r" } }, state));
    const wanted = envelopes[view];
    // Megabytes that differ would be shown in full otherwise.
    if (found !== wanted) expect([query, view, found.slice(0, 5000)]).toEqual([query, view, wanted.slice(0, 5000)]);
    expect(found === wanted).toBe(true);
    calls.set(kind, (calls.get(kind) ?? 0) + 1);
  }
}

const distinct = (field: "id" | "status" | "kind") => [...new Set(oracle.rows.flatMap((row) => row[field] ?? []))];

const ODD = [
  "",
  " ",
  "it's",
  'say "so"',
  `'"`,
  "\\",
  "a\tb\nc\rd",
  "\u0000",
  "\u001c\u0085",
  "\u00a0x\u2003y",
  "\ufeff",
  "\u200b",
  "é",
  "e\u0301",
  "İ",
  "ΑΣ",
  "😀",
  "\ud800",
  "\u{e0001}",
  "—",
  "`code`",
  "[0]",
  "%",
  "x".repeat(5000),
  "NOPE",
  "rfc-0001",
];

test("it is the index that it should be", () => {
  expect(oracle.rows.length).toBe(5652);
  expect(state.corpus.index.rows.map(({ anchor }) => anchor)).toEqual(oracle.rows.map(({ anchor }) => anchor));
});

test("every id", async () => {
  for (const value of distinct("id")) await compare({ kind: "id", value });
});

test("every status and kind, in their case and in others", async () => {
  for (const kind of ["status", "kind"] as const)
    for (const value of distinct(kind))
      for (const spelled of [value, value.toUpperCase(), `${value} `]) await compare({ kind, value: spelled });
});

test("references of every issue, one hop to all of them", async () => {
  for (const { family, anchor, id } of oracle.rows)
    if (family === "issue")
      for (const depth of ["1", 2, "6", 99]) await compare({ kind: "cross_ref", start: id ?? anchor, depth });
});

test("references of other rows, by anchor, also without a depth or with none", async () => {
  for (let at = 0; at < oracle.rows.length; at += 97) {
    const start = oracle.rows[at]?.anchor ?? "";
    await compare({ kind: "cross_ref", start });
    await compare({ kind: "cross_ref", start, depth: 0 });
  }
});

test("words of titles", async () => {
  for (let at = 0; at < oracle.rows.length; at += 23) {
    const words = (oracle.rows[at]?.title ?? "").split(" ");
    await compare({ kind: "text", value: words.slice(0, 3).join(" ") });
    await compare({ kind: "text", value: words.at(-1)?.toUpperCase() ?? "" });
  }
});

test("odd characters and what is not there, of each kind", async () => {
  for (const value of ODD) {
    for (const kind of ["id", "status", "kind", "text"] as const) await compare({ kind, value });
    await compare({ kind: "cross_ref", start: value, depth: 2 });
    await compare({ kind: "text", value: `queue ${value} signal` });
  }
});

test("that were more than the 1,134 calls of the first comparison; docs/corpus.md gives these numbers", () => {
  expect(Object.fromEntries(calls)).toEqual({ id: 2598, status: 186, kind: 186, text: 1632, cross_ref: 7944 });
});
