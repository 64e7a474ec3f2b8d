import { expect, test } from "bun:test";
import fc from "fast-check";
import { FootnoteError } from "../../foundation/errors.ts";
import { documentOf } from "./corpus-for-tests.ts";
import type { SearchDocument } from "./document.ts";
import type { SearchOutcome, SearchQuery } from "./outcome.ts";
import { type QueryEmbedder, search } from "./search.ts";

const ask = (text: string, more: Partial<SearchQuery> = {}): SearchQuery => ({
  text,
  mode: "lexical",
  limit: 10,
  ...more,
});
const places = ({ hits }: SearchOutcome) => hits.map(({ document, passage }) => `${document}:${passage}`);
const code = async (work: Promise<unknown>) => {
  try {
    await work;
    return "none";
  } catch (error) {
    return error instanceof FootnoteError ? error.code : String(error);
  }
};

const zoning = documentOf("zoning", [
  {
    text: "Each dwelling needs one parking space. The scientiﬁc inter-\npreter reads soft\u00ad\nware.",
    heading: "4.2 Parking",
    page: 3,
  },
  { text: "Zone EL-A allows 1,234.5 square feet, see §4.2 and O_RDWR in file.txt.", page: 4 },
  { text: "Zones EL and A are described elsewhere; flags O and RDWR too.", page: 5 },
  { text: "设备安装说明：重跑gen-itgc后，雨天不得施工。", page: 6 },
  { text: "Zoning Code — page 7", kind: "furniture", page: 7 },
  { text: "A well-\nknown rule about landscaping and fences.", page: 8 },
]);

test("search() finds words through ligatures, line-end hyphens and soft hyphens", async () => {
  for (const text of ["scientific", "interpreter", "software", "SCIENTIFIC"]) {
    expect(places(await search([zoning], ask(text)))).toEqual(["0:0"]);
  }
});

test("search() finds Chinese by one character, by two, and beside Latin", async () => {
  for (const text of ["雨", "设备", "gen-itgc", "重跑gen-itgc后", "施工"]) {
    expect(places(await search([zoning], ask(text)))).toEqual(["0:3"]);
  }
  expect((await search([zoning], ask("备设"))).refusal?.reason).toBe("no_match");
});

test("search() puts an identifier as written before its parts", async () => {
  expect(places(await search([zoning], ask("EL-A")))[0]).toBe("0:1");
  expect(places(await search([zoning], ask("O_RDWR")))[0]).toBe("0:1");
  for (const text of ["§4.2", "1234.5", "1,234.5", "file.txt"])
    expect(places(await search([zoning], ask(text)))[0]).toBe("0:1");
});

test("a phrase must stand there, across line ends too", async () => {
  expect(places(await search([zoning], ask('"one parking space"')))).toEqual(["0:0"]);
  expect(places(await search([zoning], ask('"interpreter reads"')))).toEqual(["0:0"]);
  expect(places(await search([zoning], ask('"well-known rule"')))).toEqual(["0:5"]);
  expect(places(await search([zoning], ask('"wellknown rule"')))).toEqual(["0:5"]);
  expect((await search([zoning], ask('"parking one space"'))).refusal?.reason).toBe("no_match");
  expect((await search([zoning], ask('"ne parking"'))).refusal?.reason).toBe("no_match");
});

test('-word and -"phrase" leave passages out; anything odd is literal', async () => {
  expect(places(await search([zoning], ask("EL-A zone -file.txt")))).toEqual(["0:2", "0:4"]);
  expect(places(await search([zoning], ask('zones -"square feet"')))).toEqual(["0:2", "0:4"]);
  for (const text of ['"', "(((", "a:b AND *", "-", '""', "^~", "\u0000", "NEAR(", "--"]) {
    expect(await code(search([zoning], ask(text)))).toBe("none");
  }
});

test("filters: pages, kinds, where and paths", async () => {
  const other = documentOf("other", ["parking is free"], {
    path: "/elsewhere/other.md",
    meta: { mediaType: "text/markdown" },
  });
  const both = [zoning, other];
  expect(places(await search(both, ask("parking", { filters: { pages: [3, 3] } })))).toEqual(["0:0"]);
  expect(places(await search(both, ask("parking", { filters: { paths: ["/elsewhere"] } })))).toEqual(["1:0"]);
  expect(places(await search(both, ask("parking", { filters: { paths: ["/lib*/**/*.pdf"] } })))).toEqual(["0:0"]);
  expect(places(await search(both, ask("parking", { filters: { where: ["mediatype=text/markdown"] } })))).toEqual([
    "1:0",
  ]);
  expect(places(await search(both, ask("parking", { filters: { where: ["mediaType=text/*"] } })))).toEqual(["1:0"]);
  expect(places(await search(both, ask("zoning", { filters: { kinds: ["furniture"] } })))).toEqual(["0:4"]);
  expect(await code(search(both, ask("parking", { filters: { where: ["nonsense"] } })))).toBe("invalid_argument");
});

test("what is not there is refused, in words", async () => {
  const { hits, refusal } = await search([zoning], ask("XQZ-991"));
  expect(hits).toEqual([]);
  expect(refusal).toMatchObject({
    reason: "no_match",
    message: "Nothing in 6 passages of 1 document matches “XQZ-991”.",
    scanned: { documents: 1, passages: 6, lane: "lexical", missing: ["xqz-991"] },
  });
  const near = await search([zoning], ask("fense"));
  expect(near.refusal?.remedy).toStartWith("Spelled alike and there: fences. ");
});

test("the same words are one hit, with the other places beside it", async () => {
  const a = documentOf("a", ["Parking needs a permit.", "Fences need none."]);
  const b = documentOf("b", ["parking  needs a\npermit."]);
  const { hits } = await search([a, b], ask("parking permit"));
  expect(hits.map(({ document, passage, alsoIn }) => [document, passage, alsoIn])).toEqual([
    [0, 0, [{ document: 1, passage: 0 }]],
  ]);
});

const many = [
  documentOf(
    "x",
    Array.from({ length: 9 }, (_, at) => `parking rule number ${at} for cars`),
  ),
  documentOf(
    "y",
    Array.from({ length: 4 }, (_, at) => `parking rule number ${at} for bicycles and boats`),
  ),
];

test("a cap holds back hits of one document and counts them, only where several compete", async () => {
  const capped = await search(many, ask("parking", { perDocument: 2 }));
  expect(places(capped)).toEqual(["0:0", "0:1", "1:0", "1:1"]);
  expect(capped.hits.map(({ moreInDocument }) => moreInDocument)).toEqual([undefined, 7, undefined, 2]);
  expect((await search(many.slice(0, 1), ask("parking", { perDocument: 2 }))).hits.length).toBe(9);
});

test("pages follow each other without gap or repeat, and a cursor belongs to its query", async () => {
  const whole = places(await search(many, ask("parking", { limit: 50 })));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await search(many, ask("parking", { limit: 5, cursor }));
    expect(page.more).toBe(13 - seen.length - page.hits.length);
    seen.push(...places(page));
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(whole);
  const first = await search(many, ask("parking", { limit: 5 }));
  expect(await code(search(many, ask("rule", { limit: 5, cursor: first.cursor })))).toBe("cursor_invalid");
  expect(await code(search(many.slice(1), ask("parking", { limit: 5, cursor: first.cursor })))).toBe("cursor_invalid");
  expect(await code(search(many, ask("parking", { cursor: "🙂" })))).toBe("cursor_invalid");
});

test("scores do not depend on the order of the documents", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.lorem({ maxCount: 12 }), { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 5 }),
      async (texts) => {
        const documents = texts.map((passages, at) => documentOf(`d${at}`, passages));
        const scores = async (list: SearchDocument[]) => {
          const { hits } = await search(list, ask("lorem ipsum dolor sit", { limit: 1000, floor: false }));
          return hits.map(({ score }) => score).sort();
        };
        expect(await scores([...documents].reverse())).toEqual(await scores(documents));
      },
    ),
    { numRuns: 40 },
  ));

/** Vectors of four dimensions: a passage points where its first word says. */
const AXES: Record<string, number[]> = {
  car: [127, 0, 0, 0],
  automobile: [120, 40, 0, 0],
  tree: [0, 0, 127, 0],
  code: [0, 0, 0, 127],
};
const vectorsOf = (words: string[]) => ({
  scales: new Float32Array(words.length).fill(1 / 127),
  codes: Int8Array.from(words.flatMap((word) => AXES[word] ?? [0, 0, 0, 0])),
  ready: words.length,
});
const embedder: QueryEmbedder = {
  model: { name: "toy", sha256: "toy", dimension: 4 },
  denseWeight: 0.6,
  embedQuery: async (text) => Float32Array.from(AXES[text.split(" ")[0] ?? ""] ?? [0.5, 0.5, 0.5, 0.5]),
};
const garage = documentOf("garage", ["automobile repair", "tree surgery", "code EL-A review"], {
  vectors: vectorsOf(["automobile", "tree", "code"]),
});

test("hybrid finds by meaning and says which lane it took", async () => {
  const outcome = await search([garage], ask("car", { mode: "hybrid" }), embedder);
  expect([outcome.lane, outcome.vectors, places(outcome)]).toEqual(["hybrid", { ready: 3, of: 3 }, ["0:0"]]);
  const words = await search([garage], ask("repair", { mode: "hybrid" }));
  expect([words.lane, places(words)]).toEqual(["lexical", ["0:0"]]);
});

test("an exact identifier is not lost to a neighbour in meaning; an unknown one is refused", async () => {
  const onlyCars = { ...embedder, embedQuery: async () => Float32Array.of(1, 0, 0, 0) };
  expect(places(await search([garage], ask("EL-A", { mode: "hybrid" }), onlyCars))).toEqual(["0:2", "0:0"]);
  expect(places(await search([garage], ask("car EL-A", { mode: "hybrid" }), embedder)).sort()).toEqual(["0:0", "0:2"]);
  const { refusal } = await search([garage], ask("car XQZ-991", { mode: "hybrid" }), embedder);
  expect(refusal?.reason).toBe("below_floor");
});

test("passages without a vector yet are still found by their words", async () => {
  const partly = documentOf("partly", ["automobile repair", "tree repair"], {
    vectors: { ...vectorsOf(["automobile", "tree"]), ready: Uint8Array.of(1, 0) },
  });
  const outcome = await search([partly], ask("car repair", { mode: "hybrid" }), embedder);
  expect([outcome.vectors, places(outcome).sort()]).toEqual([{ ready: 1, of: 2 }, ["0:0", "0:1"]]);
});

test("vectors of another model or of a wrong size are refused", async () => {
  const other = documentOf("other", ["automobile"], { vectors: vectorsOf(["automobile"]), modelSha256: "another" });
  expect(await code(search([other], ask("car", { mode: "dense" }), embedder))).toBe("model_mismatch");
  const short = documentOf("short", ["automobile"], {
    vectors: { ...vectorsOf(["automobile"]), codes: new Int8Array(3) },
  });
  expect(await code(search([short], ask("car", { mode: "dense" }), embedder))).toBe("vector_invalid");
});

test("a passage under a heading that is the query comes before those that repeat its words", async () => {
  const manual = documentOf("manual", [
    { text: "Formatted output needs a format, and input is read.", heading: "14 Input" },
    { text: "Octave provides scanf.", heading: "14 Input\n14.2.11 Formatted Input" },
  ]);
  expect(places(await search([manual], ask("Formatted input")))).toEqual(["0:1", "0:0"]);
});

test("of the passages under such a heading the first comes first", async () => {
  const heading = "14.2.11 Formatted Input";
  const manual = documentOf("manual", [
    { text: "Octave provides scanf and its kin, which convert what they read.", heading },
    { text: "Formatted input is hard. Formatted input fails.", heading },
  ]);
  expect(places(await search([manual], ask("Formatted input")))).toEqual(["0:0", "0:1"]);
});

test("a passage with some of each word comes before one with much of one; a book's index comes last", async () => {
  const manual = documentOf("manual", [
    { text: "gregexec, 506\ngregexec matrix, 266\ngregexpr, 506\ngrep, 11, 81", heading: "Index" },
    { text: "gregexec gregexec gregexec gregexec gregexec gregexec", heading: "Examples" },
    { text: "With gregexec the positions of each match are made into columns of a matrix.", heading: "Value" },
    { text: "A matrix has rows and columns.", heading: "Matrices" },
  ]);
  expect(places(await search([manual], ask("gregexec matrix")))).toEqual(["0:2", "0:1", "0:0", "0:3"]);
});

test("running heads come last", async () => {
  expect(
    places(
      await search(
        [documentOf("d", [{ text: "parking", kind: "furniture" }, "parking of cars in a long street"])],
        ask("parking"),
      ),
    ),
  ).toEqual(["0:1", "0:0"]);
});
