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

        test("Footnote's own evidence stands on the chunk's pages, inside its boxes, and its quote is verified", async () => {
          for (const chunk of await chunksOf(path)) {
            const quote = wordsOf(chunk.text).slice(0, 12).join(" ");
            const { out } = footnote(["verify", quote, "--in", path, "--library", folder.path, "--json"]);
            const { data } = JSON.parse(out);
            expect([quote, data.verdicts[0].verdict]).toEqual([quote, "supported"]);
            const pages = data.verdicts[0].evidence.map((evidence: { page: number }) => evidence.page);
            expect(pages.some((page: number) => page >= chunk.page_start && page <= chunk.page_end)).toBe(true);
          }
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
  return (await chunksOf(path)).map(({ text }) =>
    wordsOf(text)
      .filter((word) => /^\p{L}{4,}$/u.test(word))
      .slice(3, 7)
      .join(" "),
  );
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function withoutScores({ score, ...chunk }: Chunk & { semantic_score?: number; keyword_score?: number }) {
  const { semantic_score, keyword_score, ...kept } = chunk;
  return { ...kept, legs: [semantic_score !== undefined, keyword_score !== undefined] };
}
