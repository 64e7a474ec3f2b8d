/** The question files: set 1 chose and tuned the rules; set 2 was written later, without running the search, from pages drawn by chance. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SUFFIXES = new Map([
  ["1", ""],
  ["2", "-2"],
]);

/** The names of the sets that `--set` asks for: "1", "2" or "all". Throws an Error for another value. */
export function setsOf(asked: string): string[] {
  if (asked === "all") return [...SUFFIXES.keys()];
  if (!SUFFIXES.has(asked)) throw new Error(`--set is 1, 2 or all, not ${asked}`);
  return [asked];
}

/** The cells of every line of questions.tsv, off-topic.tsv or their second sets, comments left out. */
export function questionRows(kind: "questions" | "off-topic", set: string): string[][] {
  const lines = readFileSync(join(import.meta.dir, `${kind}${SUFFIXES.get(set)}.tsv`), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
}
