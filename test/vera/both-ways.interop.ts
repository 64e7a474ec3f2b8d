import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { emptyFolder, footnote as run } from "../e2e/binary.ts";
import { footnoteVera, startVera } from "./peer.ts";

const PDFS = join(import.meta.dir, "../../.cache/interop-pdfs");
const NAMES = ["fhs-3.0", "bash", "debian-faq-ru", "devref", "devref-ja", "R-data", "liboctave"];
const MODES = ["keyword", "semantic", "hybrid"];
/** Places in a document, as shares of its chunks, from which queries are taken. */
const SHARES = [0.1, 0.35, 0.6, 0.85];

interface Chunk {
  readonly chunk_id: string;
  readonly text: string;
  readonly page_start: number;
  readonly page_end: number;
  readonly regions: readonly { page_number: number; bbox: number[] }[];
  readonly score?: number;
}

interface Verdict {
  readonly verdict: string;
  readonly evidence: { readonly page: number; readonly regions: readonly { page: number; bbox: number[] }[] };
}

/** Boxes are kept to a fortieth of a point. */
const CLOSE = 0.1;

const folder = emptyFolder();
const footnote = (args: readonly string[]) => run(args, { cwd: folder.path });
const vera = startVera();
afterAll(() => vera.stop());

for (const name of NAMES) {
  const pdf = join(PDFS, `${name}.pdf`);
  const theirs = join(folder.path, `${name}-theirs.vera`);
  const ours = join(folder.path, `${name}-ours.vera`);

  describe(name, () => {
    const sums = new Map<string, string>();
    const sumOf = async (path: string): Promise<string> => sha256(await Bun.file(path).bytes());

    beforeAll(async () => {
      for (const [path, convert] of [
        [theirs, vera.call],
        [ours, footnoteVera],
      ] as const) {
        const { code, err } = await convert("convert", pdf, path, "--model", "hashing", "--json");
        if (code !== 0) throw new Error(err);
        sums.set(path, await sumOf(path));
      }
    }, 600_000);

    for (const [writer, path] of [
      ["VERA", theirs],
      ["Footnote", ours],
    ] as const) {
      describe(`what ${writer} writes`, () => {
        test("both find without an issue, and describe alike", async () => {
          for (const command of ["validate", "inspect"]) {
            const [one, other] = [
              await vera.call(command, path, "--json"),
              await footnoteVera(command, path, "--json"),
            ];
            expect(other.code).toBe(0);
            expect(JSON.parse(other.out)).toEqual(JSON.parse(one.out));
          }
          const report = JSON.parse((await vera.call("validate", path, "--json")).out);
          expect([report.ok, report.issues, report.warnings]).toEqual([true, [], []]);
        });

        test("both search with the same chunks, scores, pages and boxes", async () => {
          for (const query of await queriesOf(path)) {
            for (const mode of MODES) {
              const args = [
                "search",
                path,
                query,
                "--mode",
                mode,
                "--top-k",
                "5",
                "--context-chunks",
                "1",
                "--figures",
                "--json",
              ];
              const expected: { results: Chunk[] } = JSON.parse((await vera.call(...args)).out);
              const found: { results: Chunk[] } = JSON.parse((await footnoteVera(...args, "--strict-vera")).out);
              expect(found.results.map(withoutScores)).toEqual(expected.results.map(withoutScores));
              for (const [at, { score = 0 }] of expected.results.entries())
                expect(found.results[at]?.score ?? 0).toBeCloseTo(score, 6);
            }
          }
        }, 60_000);

        test("Footnote verifies a chunk's words, on its page and inside its boxes", async () => {
          let checked = 0;
          for (const { text, page_start, regions } of await chunksOf(path)) {
            const quote = quoteOf(text);
            if (quote === undefined) continue;
            checked++;
            const { out } = footnote(["verify", "--quote", quote, "--in", path, "--library", folder.path, "--json"]);
            const [found]: Verdict[] = JSON.parse(out).data.verdicts;
            expect([quote, found?.verdict]).toEqual([quote, "supported"]);
            if (found?.evidence.page !== page_start) continue;
            for (const { page, bbox } of found.evidence.regions)
              expect(regions.some((region) => region.page_number === page && isInside(bbox, region.bbox))).toBe(true);
          }
          expect(checked).toBeGreaterThan(0);
        }, 60_000);

        test("a round trip through a folio loses nothing that VERA sees", async () => {
          const folio = path.replace(".vera", ".folio");
          const back = path.replace(".vera", "-back.vera");
          expect(footnote(["convert", path, folio, "--json"]).code).toBe(0);
          expect(footnote(["convert", folio, back, "--json"]).code).toBe(0);
          const report = JSON.parse((await vera.call("validate", back, "--json")).out);
          expect([report.ok, report.issues, report.warnings]).toEqual([true, [], []]);
          for (const { chunk_id } of await chunksOf(path)) {
            const get = async (archive: string) => {
              const { out } = await vera.call("get", archive, chunk_id, "--regions", "--figures", "--json");
              return { ...JSON.parse(out), file: "", path: "" };
            };
            expect(await get(back)).toEqual(await get(path));
          }
          const exported = join(folder.path, `${name}-exported.pdf`);
          expect((await vera.call("export", back, exported, "--json")).code).toBe(0);
          expect(await sumOf(exported)).toBe(await sumOf(pdf));
        }, 60_000);

        test("nobody changes its bytes", async () => {
          expect(await sumOf(path)).toBe(sums.get(path) ?? "");
        });
      });
    }
  });
}

/** Some chunks over the whole document, as VERA gives them. */
async function chunksOf(path: string): Promise<Chunk[]> {
  const { chunks }: { chunks: number } = JSON.parse((await vera.call("inspect", path, "--json")).out);
  const found: Chunk[] = [];
  for (const share of SHARES) {
    const id = `chunk_${String(1 + Math.floor(share * chunks)).padStart(6, "0")}`;
    const { out } = await vera.call("get", path, id, "--regions", "--json");
    found.push(JSON.parse(out));
  }
  return found;
}

async function queriesOf(path: string): Promise<string[]> {
  const queries = (await chunksOf(path)).map(({ text }) => {
    const words = wordsOf(text).filter((word) => /^\p{L}{3,}$/u.test(word));
    return words
      .slice(words.length > 8 ? 3 : 0)
      .slice(0, 4)
      .join(" ");
  });
  return queries.filter((query) => query !== "");
}

/**
 * Words of a chunk that stand there as they are: behind those that VERA repeats from the chunk before, whose boxes it does not give, and without a
 * word cut at a line end or a drawn table.
 */
function quoteOf(text: string): string | undefined {
  const words = wordsOf(text);
  const some = words.slice(words.length > 100 ? 80 : 0).slice(0, 15);
  return some.length < 5 || some.some((word) => /[-\u00ad]$|\|/.test(word)) ? undefined : some.join(" ");
}

function isInside(
  [x0 = 0, y0 = 0, x1 = 0, y1 = 0]: number[],
  [left = 0, top = 0, right = 0, bottom = 0]: number[],
): boolean {
  return x0 >= left - CLOSE && y0 >= top - CLOSE && x1 <= right + CLOSE && y1 <= bottom + CLOSE;
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function withoutScores({ score, ...chunk }: Chunk & { semantic_score?: number; keyword_score?: number }) {
  const { semantic_score, keyword_score, ...kept } = chunk;
  return { ...kept, legs: [semantic_score !== undefined, keyword_score !== undefined] };
}
