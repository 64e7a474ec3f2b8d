/**
 * What is refused and what is not: the questions of off-topic.tsv, which no manual answers, and those of questions.tsv whose file is in the
 * library. By mode and half; the rule was chosen on the tune half. Usage: bun run bench:refusals LIBRARY [--verbose]. Modes that need vectors
 * look only into documents that have them all.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { openEmbedder } from "../src/engine/embed/open.ts";
import { openLibrary } from "../src/engine/library/library.ts";
import { countReady } from "../src/engine/search/dense.ts";
import { SEARCH_MODES } from "../src/engine/search/outcome.ts";
import { search } from "../src/engine/search/search.ts";
import { anywhere } from "../src/foundation/fs/roots.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { verbose: { type: "boolean" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("Which library? bun run bench:refusals LIBRARY");

function rows(file: string): string[][] {
  const lines = readFileSync(join(import.meta.dir, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
}

const embedder = await openEmbedder({});
const { documents } = await openLibrary(folder).documents([], {
  cwd: process.cwd(),
  roots: anywhere(),
  signal: new AbortController().signal,
  progress: () => {},
  embedder: async () => embedder,
});
console.log("| mode | half | passages | off topic | refused | answerable | wrongly refused |\n|---|---|---|---|---|---|---|");
for (const mode of SEARCH_MODES) {
  const scope = documents.filter((document) => {
    const { ready, of } = countReady([document]);
    return mode === "lexical" || ready === of;
  });
  const files = new Set(scope.map(({ path }) => basename(path)));
  const asked = [
    ...rows("off-topic.tsv").map(([, half = "", text = ""]) => ({ half, text, off: true })),
    ...rows("questions.tsv").flatMap(([, half = "", file = "", , text = ""]) => (files.has(file) ? [{ half, text, off: false }] : [])),
  ];
  const found = [];
  for (const question of asked) {
    const { refusal } = await search(scope, { text: question.text, mode, limit: 10 }, mode === "lexical" ? undefined : embedder);
    const refused = refusal !== undefined;
    found.push({ ...question, refused });
    if (values.verbose === true && refused !== question.off) console.log(`${mode} ${question.half} ${refused ? "refused" : "answered"}: ${question.text}`);
  }
  for (const half of ["tune", "held", "all"]) {
    const some = found.filter((one) => half === "all" || one.half === half);
    const tally = (off: boolean) => {
      const these = some.filter((one) => one.off === off);
      const refused = these.filter((one) => one.refused).length;
      return [these.length, `${refused} (${((100 * refused) / these.length).toFixed(0)} %)`];
    };
    console.log(`| ${[mode, half, countReady(scope).of, ...tally(true), ...tally(false)].join(" | ")} |`);
  }
}
process.exit(0);
