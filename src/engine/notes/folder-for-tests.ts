import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { stderrLogger } from "../../foundation/log.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type Notes, openNotes } from "./notes.ts";
import { DEFAULT_SETTINGS, type NotesSettings } from "./settings.ts";
import type { NotesSource } from "./source.ts";

/** A folder of Markdown files, as plain as can be. */
export class NotesFolder {
  readonly root = mkdtempSync(join(tmpdir(), "notes-"));
  readonly storage = join(mkdtempSync(join(tmpdir(), "notes-index-")), "index.db");

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  readonly source: NotesSource = {
    root: this.root,
    list: () =>
      readdirSync(this.root, { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".md"))
        .map((path) => {
          const { size, mtimeMs } = statSync(join(this.root, path));
          return { path, size, modifiedMs: mtimeMs };
        }),
    load: (path) => {
      try {
        const bytes = readFileSync(join(this.root, path));
        const { mtimeMs } = statSync(join(this.root, path));
        return { path, text: bytes.toString(), sha256: sha256(bytes), size: bytes.length, modifiedMs: mtimeMs };
      } catch {
        return undefined;
      }
    },
  };

  open(settings: Partial<NotesSettings> = {}, embedder: () => Promise<Embedder> = noModel): Notes {
    return openNotes({
      source: this.source,
      storage: this.storage,
      settings: { ...DEFAULT_SETTINGS, vectors: false, ...settings },
      embedder,
      log: stderrLogger(false),
    });
  }
}

function noModel(): Promise<Embedder> {
  return Promise.reject(new Error("no model is needed"));
}

/** Stands in for the model where only its place in the index is tested: each of its 384 numbers counts the words that fall on it. */
export function wordModel(): Embedder {
  const vector = (text: string): Float32Array => {
    const numbers = new Float32Array(384).fill(0.01);
    for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
      const at = Number(Bun.hash.xxHash32(word) % 384);
      numbers[at] = (numbers[at] ?? 0) + 1;
    }
    const length = Math.hypot(...numbers);
    return numbers.map((value) => value / length);
  };
  return {
    model: { name: "words", sha256: "00", dimension: 384 },
    denseWeight: 0.6,
    embedQuery: async (text) => vector(text),
    embedPassages: async (texts) => texts.map(vector),
    close: async () => {},
  };
}
