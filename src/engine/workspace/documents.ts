import { FootnoteError } from "../../foundation/errors.ts";
import type { MarkdownFile } from "../markdown/element.ts";
import { CHANGED_MEANWHILE, type Changes } from "./changes.ts";
import { decodeMarkdown, encodeMarkdown, requireUtf8, writtenMarkdown } from "./markdown-file.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace, type Place, requireFree } from "./place.ts";
import { type ReadBytes, readFile } from "./read-file.ts";
import { requireSameHash } from "./same-hash.ts";
import type { Site } from "./site.ts";

/** kb.md §6.2. */
const MARKDOWN_LIMIT = 10 * 1024 * 1024;
/** How often an edit starts again when another program writes to the file meanwhile (kb.md §3.4 step 7). */
const ATTEMPTS = 3;

/** What a change answers. */
export interface Mutated {
  /** Spelt as the folders hold it. */
  readonly path: string;
  /** Of the bytes that are there now; null after a removal. */
  readonly sha256: string | null;
  readonly previousPath: string | null;
  /** The journal's id, to undo it by; null when nothing was written, as nothing changed. */
  readonly change: number | null;
}

export interface Updated<T> extends Mutated {
  readonly sha256: string;
  readonly before: MarkdownFile;
  readonly file: MarkdownFile;
  /** What the transform gave in the attempt that was written. */
  readonly value: T;
}

export interface Previewed<T> {
  readonly file: MarkdownFile;
  readonly value: T;
}

/** The Markdown files of a workspace. */
export interface Documents {
  /** Reads a file. Throws note_path, note_not_found, too_large (10 MiB), permission_denied. */
  load(path: string): MarkdownFile;
  /**
   * Reads, transforms, writes, alone among all writers; again when another program writes meanwhile, at most three times, then note_changed. What `transform`
   * throws passes through and nothing is written. The same text again writes nothing.
   */
  update<T extends { readonly text: string }>(path: string, transform: (file: MarkdownFile) => T): Promise<Updated<T>>;
  /** What `update` would make of a file, with its refusals; nothing is written, and no permission to write is needed. */
  preview<T extends { readonly text: string }>(path: string, transform: (file: MarkdownFile) => T): Previewed<T>;
  /** Writes a new file, UTF-8 without a byte order mark but as given, making folders on the way. Throws note_exists. */
  create(path: string, markdown: string): Promise<Mutated & { readonly sha256: string }>;
  /** Moves a file that has this hash, never over another one. Links in it and to it stay as they are. */
  move(source: string, target: string, expectedSha256: string): Promise<Mutated & { readonly sha256: string }>;
  remove(path: string, expectedSha256: string): Promise<Mutated>;
}

export function documentsOf(site: Site): Documents {
  const { ground } = site;
  const segmentsOf = (path: string) => parsePath(path, "markdown", site.extensions);
  return {
    load: (path) => atPlace(ground, segmentsOf(path), path, (place) => loadAt(place).file),

    preview: (path, transform) =>
      atPlace(ground, segmentsOf(path), path, (place) => {
        const { file } = loadAt(place);
        const value = transform(file);
        if (value.text !== file.text) bytesOf(file, value.text);
        return { file, value };
      }),

    async update(path, transform) {
      site.requireWrites();
      const segments = segmentsOf(path);
      return site.mutate((changes) =>
        withRetries(() => atPlace(ground, segments, path, (place) => updateAt(changes, place, transform))),
      );
    },

    async create(path, markdown) {
      site.requireWrites();
      const segments = segmentsOf(path);
      return site.mutate((changes) =>
        atPlace(ground, segments, path, (place) => createAt(changes, place, markdown), { makeFolders: true }),
      );
    },

    async move(source, target, expectedSha256) {
      site.requireWrites();
      const [from, to] = [segmentsOf(source), segmentsOf(target)];
      return site.mutate((changes) =>
        atPlace(ground, from, source, (old) => {
          const was = loadAt(old);
          const move = (place: Place) => moveAt(changes, old, place, was, expectedSha256);
          return atPlace(ground, to, target, move, { makeFolders: true });
        }),
      );
    },

    async remove(path, expectedSha256) {
      site.requireWrites();
      const segments = segmentsOf(path);
      return site.mutate((changes) =>
        atPlace(ground, segments, path, (place) => removeAt(changes, place, expectedSha256)),
      );
    },
  };
}

interface Loaded {
  readonly file: MarkdownFile;
  readonly read: ReadBytes;
}

function loadAt(place: Place): Loaded {
  const read = readFile(place, MARKDOWN_LIMIT, "Markdown");
  return { read, file: decodeMarkdown(place.path, read.bytes) };
}

function withRetries<T>(run: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return run();
    } catch (error) {
      const again = error instanceof FootnoteError && error.details.reason === CHANGED_MEANWHILE && attempt < ATTEMPTS;
      if (!again) throw error;
    }
  }
}

function updateAt<T extends { readonly text: string }>(
  changes: Changes,
  place: Place,
  transform: (file: MarkdownFile) => T,
): Updated<T> {
  const { file: before, read } = loadAt(place);
  const value = transform(before);
  const answer = { path: place.path, previousPath: null, before, value };
  if (value.text === before.text) return { ...answer, sha256: before.sha256, file: before, change: null };
  const bytes = bytesOf(before, value.text);
  const file = writtenMarkdown(before, value.text, bytes);
  const hashes = { before: before.sha256, after: file.sha256 };
  const change = changes.replace(place, read, bytes, { hashes });
  return { ...answer, sha256: file.sha256, file, change };
}

/** The bytes of a file whose text becomes `text`. Throws edit_refused, too_large. */
function bytesOf(before: MarkdownFile, text: string): Uint8Array {
  requireUtf8(before);
  const bytes = encodeMarkdown(before, text);
  requireSize(before.path, bytes);
  return bytes;
}

function createAt(changes: Changes, place: Place, markdown: string): Mutated & { sha256: string } {
  requireFree(place);
  const bytes = encodeMarkdown({ path: place.path, hasByteOrderMark: false }, markdown);
  requireSize(place.path, bytes);
  const change = changes.create(place, bytes);
  return { path: place.path, sha256: decodeMarkdown(place.path, bytes).sha256, previousPath: null, change };
}

function moveAt(changes: Changes, from: Place, to: Place, was: Loaded, expected: string): Mutated & { sha256: string } {
  requireFree(to);
  requireSha256(was.file, expected);
  const change = changes.move(from, to, was.read);
  return { path: to.path, sha256: was.file.sha256, previousPath: from.path, change };
}

function removeAt(changes: Changes, place: Place, expected: string): Mutated {
  const { file, read } = loadAt(place);
  requireSha256(file, expected);
  const change = changes.remove(place, read);
  return { path: place.path, sha256: null, previousPath: null, change };
}

function requireSize(path: string, bytes: Uint8Array): void {
  if (bytes.length <= MARKDOWN_LIMIT) return;
  throw new FootnoteError("too_large", { path, size: bytes.length, limit: MARKDOWN_LIMIT, format: "Markdown" });
}

function requireSha256(file: MarkdownFile, expected: string): void {
  if (expected.trim() === "") {
    throw new FootnoteError("invalid_argument", { what: "expectedSourceHash", problem: "is blank", command: "kb" });
  }
  requireSameHash(file.path, file.sha256, expected);
}
