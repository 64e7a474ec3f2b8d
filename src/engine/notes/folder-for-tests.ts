import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import type { Logger } from "../../foundation/log.ts";
import type { Embedder } from "../embed/embedder.ts";
import { type Notes, openNotes } from "./notes.ts";
import { DEFAULT_SETTINGS, type NotesSettings } from "./settings.ts";
import type { NotesSource } from "./source.ts";

const quiet: Logger = { debug() {}, warn() {} };

/** A folder of Markdown files, as plain as can be. */
export class NotesFolder {
  readonly root: string;
  readonly storage: string;
  readonly source: NotesSource;

  constructor(
    root = mkdtempSync(join(tmpdir(), "notes-")),
    storage = join(mkdtempSync(join(tmpdir(), "notes-index-")), "index.db"),
  ) {
    this.root = root;
    this.storage = storage;
    this.source = sourceOf(root);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  open(settings: Partial<NotesSettings> = {}, embedder: () => Promise<Embedder> = noModel, busyMs = 10_000): Notes {
    return openNotes({
      source: this.source,
      storage: this.storage,
      settings: { ...DEFAULT_SETTINGS, vectors: false, ...settings },
      embedder,
      busyMs,
      log: quiet,
    });
  }
}

function sourceOf(root: string): NotesSource {
  return {
    root: root,
    list: (below) =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter(
          (path) => path.endsWith(".md") && (below === undefined || path === below || path.startsWith(`${below}/`)),
        )
        .map((path) => {
          const { size, mtimeMs, ino } = statSync(join(root, path));
          return { path, size, modifiedMs: mtimeMs, inode: ino };
        }),
    load: (path) => {
      try {
        const bytes = readFileSync(join(root, path));
        const { mtimeMs, ino } = statSync(join(root, path));
        const [text, size] = [bytes.toString(), bytes.length];
        return { path, text, sha256: sha256(bytes), size, modifiedMs: mtimeMs, inode: ino };
      } catch {
        return undefined;
      }
    },
  };
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
