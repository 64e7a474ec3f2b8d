/**
 * Makes a folder of Markdown of a given size out of real text: paragraphs, code and tables of the Markdown that npm packages bring, and of the manuals of
 * bench/corpus, in runs as they stand there, under real headings. The same seed gives the same folder.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dir, "..");

interface Source {
  readonly blocks: readonly string[];
  readonly headings: readonly string[];
}

/** Mulberry32: small, and good enough to spread text. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sources(): Source[] {
  const found: Source[] = [];
  for (const path of [...new Bun.Glob("node_modules/**/*.md").scanSync({ cwd: ROOT, dot: false })].sort()) {
    const text = new TextDecoder().decode(new Uint8Array(Bun.mmap(join(ROOT, path))));
    const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== "");
    found.push({
      blocks: blocks.filter((block) => !/^#{1,6} /.test(block) && block.length < 6000 && (block.split("```").length & 1) === 1),
      headings: blocks.filter((block) => /^#{1,6} .+$/.test(block)).map((block) => block.replace(/^#+ /, "")),
    });
  }
  const pdfs = [...new Bun.Glob("*.pdf").scanSync({ cwd: join(import.meta.dir, "corpus") })].sort();
  for (const pdf of pdfs) {
    const text = Bun.spawnSync(["pdftotext", "-enc", "UTF-8", join(import.meta.dir, "corpus", pdf), "-"]).stdout.toString();
    const blocks = text.replaceAll("\f", "\n\n").split(/\n{2,}/).filter((block) => block.trim().length > 40);
    found.push({ blocks: blocks.map((block) => block.replace(/^([#>|-])/gm, "\\$1")), headings: [] });
  }
  return found.filter(({ blocks }) => blocks.length > 8);
}

export function makeNotesFolder(folder: string, files: number, bytes: number, seed = 1): { files: number; bytes: number } {
  const next = random(seed);
  const all = sources();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const titled = all.filter(({ headings }) => headings.length > 0);
  let written = 0;
  for (let at = 0; at < files; at++) {
    const wanted = (bytes / files) * 0.93 * (0.25 + 1.5 * next());
    let text = `# ${pick(pick(titled).headings)}\n\n`;
    while (Buffer.byteLength(text) < wanted) {
      const { blocks } = pick(all);
      const from = Math.floor(next() * blocks.length);
      text += `${"#".repeat(2 + Math.floor(next() * 2))} ${pick(pick(titled).headings)}\n\n`;
      text += `${blocks.slice(from, from + 2 + Math.floor(next() * 6)).join("\n\n")}\n\n`;
    }
    const below = join(folder, `part-${String(at % 100).padStart(2, "0")}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, `note-${String(at).padStart(5, "0")}.md`), text);
    written += Buffer.byteLength(text);
  }
  return { files, bytes: written };
}

if (import.meta.main) {
  const [folder = "", files = "10000", bytes = "200000000"] = process.argv.slice(2);
  console.log(makeNotesFolder(folder, Number(files), Number(bytes)));
}
