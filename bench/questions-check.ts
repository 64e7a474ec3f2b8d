/**
 * Finds by program the pages that hold the answers: those whose text (pdftotext, with and without -layout), folded, contains the folded quote
 * or one of the further quotes (seventh column, parted by " || "). Compares them with the page column; with --write, fills it in.
 * With --twins, names other manuals of the corpus that hold the first quote as well (minutes).
 * Usage: bun bench/questions-check.ts FILE.tsv [--write] [--twins].
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const CORPUS = join(import.meta.dir, "corpus");
const manuals = readdirSync(CORPUS).filter((name) => name.endsWith(".pdf"));
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: "boolean" }, twins: { type: "boolean" } } });
const [path] = positionals;
if (path === undefined) throw new Error("Which questions? bun bench/questions-check.ts bench/questions-2.tsv");

/** Compatibility forms, straight quotes, no white space, no hyphens or dashes: what line breaks and fonts change. */
const fold = (text: string) => text.normalize("NFKC").replace(/[“”]/g, '"').replace(/[‘’`]/g, "'").replace(/[\s\p{Pd}\u00ad\u2212]/gu, "");

const texts = new Map<string, string[][]>();
const pagesOf = (file: string) => {
  const read = texts.get(file) ?? [[], ["-layout"]].map((layout) => Bun.spawnSync(["pdftotext", ...layout, join(CORPUS, file), "-"]).stdout.toString().split("\f").map(fold));
  texts.set(file, read);
  return read;
};

const holding = (file: string, quotes: string[]) => {
  const [plain = [], laidOut = []] = pagesOf(file);
  return plain.flatMap((text, index) => (quotes.some((quote) => text.includes(quote) || laidOut[index]?.includes(quote) === true) ? [index + 1] : []));
};

let wrong = 0;
const lines = readFileSync(path, "utf8").split("\n").map((line) => {
  if (line === "" || line.startsWith("#")) return line;
  const [kind = "", half = "", file = "", pages = "", text = "", quote = "", ...more] = line.split("\t");
  const quotes = [quote, ...more.flatMap((others) => others.split(" || "))].filter((one) => one !== "").map(fold);
  const missing = quotes.filter((one) => holding(file, [one]).length === 0);
  const found = holding(file, quotes).join(",");
  const elsewhere = values.twins === true ? manuals.filter((other) => other !== file && holding(other, quotes.slice(0, 1)).length > 0) : [];
  if (elsewhere.length > 0) console.log(`also in ${elsewhere.join(", ")}: ${text}`);
  if (missing.length > 0) console.log(`stands nowhere in ${file}: ${missing.join(" || ")}`);
  if (found !== pages) console.log(`${file} pages ${pages || "none"}, found ${found || "none"}: ${text}`);
  if (missing.length > 0 || found !== pages) wrong += 1;
  return [kind, half, file, found, text, quote, ...more].join("\t");
});
if (values.write === true) writeFileSync(path, lines.join("\n"));
console.log(`${wrong} of ${lines.filter((line) => line !== "" && !line.startsWith("#")).length} lines differ`);
process.exit(wrong > 0 && values.write !== true ? 1 : 0);
