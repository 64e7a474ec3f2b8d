import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, footnote } from "./binary.ts";

const SOUND = "# Größe\n\nDie Länge über alles beträgt fünf Meter.\n";

/** Bytes of each file, and what has to be said about them. */
const FILES: Readonly<Record<string, readonly [bytes: Buffer, note?: string]>> = {
  "damaged.md": [
    Buffer.concat([Buffer.from(SOUND), Buffer.from([0xff, 0xfe])]),
    "2 bytes not UTF-8, shown as U+FFFD, the first in line 4",
  ],
  "latin.txt": [
    Buffer.from(SOUND, "latin1"),
    "not UTF-8: read as Windows-1252 (6 bytes beyond ASCII, the first in line 1)",
  ],
  "sound.md": [Buffer.from(SOUND)],
  "wide.html": [
    Buffer.from(`\ufeff<h1>Größe</h1><p>Die Länge</p>`, "utf16le"),
    "read as UTF-16 (little endian), by its byte order mark",
  ],
};

test("text in old or damaged encodings is read, and add, sources and inspect say how", () => {
  using folder = emptyFolder();
  const run = (...args: string[]) => {
    const { code, out } = footnote([...args, "--library", "lib", "--json"], { cwd: folder.path });
    expect({ args, code }).toEqual({ args, code: 0 });
    return JSON.parse(out.trimEnd().split("\n").at(-1) ?? "").data;
  };
  for (const [name, [bytes]] of Object.entries(FILES)) writeFileSync(join(folder.path, name), bytes);
  const expected = Object.values(FILES).map(([, note]) => (note === undefined ? undefined : [note]));
  const notes = (items: readonly { notes?: string[] }[]) => items.map((item) => item.notes);
  for (const outcome of ["added", "unchanged"]) {
    const { files } = run("add", ".", "--vectors", "off");
    expect(files).toEqual(Object.keys(FILES).map(() => expect.objectContaining({ outcome })));
    expect(notes(files)).toEqual(expected);
  }
  expect(notes(run("sources").documents)).toEqual(expected);
  const archives = readdirSync(join(folder.path, "lib/archives")).sort();
  expect(archives.map((name) => run("inspect", `lib/archives/${name}`).problems)).toEqual(
    Object.values(FILES).map(([, note]) => (note === undefined ? [] : [{ page: 1, problem: note }])),
  );
  expect(run("search", "Länge", "--mode", "lexical").results).toHaveLength(4);
  expect(footnote(["add", "latin.txt", "--library", "fresh", "--vectors", "off"], { cwd: folder.path }).out).toContain(
    "not UTF-8: read as Windows-1252",
  );
});
