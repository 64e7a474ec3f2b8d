/**
 * What is refused and what is not: the questions of off-topic.tsv and off-topic-2.tsv, which no manual answers, and those of questions.tsv and
 * questions-2.tsv whose file is in the library. By set, mode and half, set 2 by kind as well; the rule was chosen on the tune
 * half of set 1. Usage: bun run bench:refusals LIBRARY [--set 1|2|all: 1 unless said] [--verbose]. Modes that need vectors
 * look only into documents that have them all.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { openEmbedder } from "../src/engine/embed/open.ts";
import { openLibrary } from "../src/engine/library/library.ts";
import { countReady } from "../src/engine/search/dense.ts";
import { SEARCH_MODES } from "../src/engine/search/outcome.ts";
import { search } from "../src/engine/search/search.ts";
import { anywhere } from "../src/foundation/fs/roots.ts";
import { questionRows, setsOf } from "./question-sets.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { set: { type: "string", default: "1" }, verbose: { type: "boolean" } } });
const [folder] = positionals;
if (folder === undefined) throw new Error("Which library? bun run bench:refusals LIBRARY");

const embedder = await openEmbedder({});
const { documents } = await openLibrary(folder).documents([], {
  cwd: process.cwd(),
  roots: anywhere(),
  signal: new AbortController().signal,
  progress: () => {},
  embedder: async () => embedder,
});
console.log("| set | mode | questions | passages | off topic | refused | answerable | wrongly refused |\n|---|---|---|---|---|---|---|---|");
for (const mode of SEARCH_MODES) {
  const scope = documents.filter((document) => {
    const { ready, of } = countReady([document]);
    return mode === "lexical" || ready === of;
  });
  const files = new Set(scope.map(({ path }) => basename(path)));
  for (const set of setsOf(values.set)) {
    const asked = [
      ...questionRows("off-topic", set).map(([kind = "", half = "", text = ""]) => ({ kind, half, text, off: true })),
      ...questionRows("questions", set).flatMap(([kind = "", half = "", file = "", , text = ""]) => (files.has(file) ? [{ kind, half, text, off: false }] : [])),
    ];
    const found = [];
    for (const question of asked) {
      const { refusal } = await search(scope, { text: question.text, mode, limit: 10 }, mode === "lexical" ? undefined : embedder);
      const refused = refusal !== undefined;
      found.push({ ...question, refused });
      if (values.verbose === true && refused !== question.off) console.log(`${set} ${mode} ${question.half} ${refused ? "refused" : "answered"}: ${question.text}`);
    }
    for (const group of ["tune", "held", "all", ...(set === "2" ? new Set(asked.map(({ kind }) => kind)) : [])]) {
      const some = found.filter(({ kind, half }) => group === "all" || half === group || kind === group);
      const tally = (off: boolean) => {
        const these = some.filter((one) => one.off === off);
        const refused = these.filter((one) => one.refused).length;
        return these.length === 0 ? ["", ""] : [these.length, `${refused} (${((100 * refused) / these.length).toFixed(0)} %)`];
      };
      console.log(`| ${[set, mode, group, countReady(scope).of, ...tally(true), ...tally(false)].join(" | ")} |`);
    }
  }
}
process.exit(0);
