import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { appendFileSync, chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { everythingIn, makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";
import type { Workspace } from "./workspace.ts";

const SOURCE = "# One\r\n\r\nText.  \r\n";
let root: string;
let notes: Workspace;

beforeEach(async () => {
  root = makeFolder({ "a.md": SOURCE, "sub/b.MD": "B", "bom.md": "\ufeffmarked", "picture.png": "no note" });
  notes = await openFolder(root);
});
afterEach(() => removeFolder(root));

const read = (path: string) => readFileSync(join(root, path), "utf8");
const bytes = (text: string) => new TextEncoder().encode(text);

describe("load()", () => {
  test("gives the text without its byte order mark, the hash of the bytes with it", () => {
    const file = notes.load("bom.md");
    expect(file).toMatchObject({ path: "bom.md", text: "marked", hasByteOrderMark: true, lineEnding: "\n" });
    expect(file.sha256).toBe(sha256(bytes("\ufeffmarked")));
    expect(notes.load("a.md")).toMatchObject({ text: SOURCE, lineEnding: "\r\n", hasByteOrderMark: false });
  });

  test("takes the extension in any case, and “\\” and “.” on the way", () => {
    expect(notes.load(".\\sub\\.//b.MD").path).toBe("sub/b.MD");
  });

  test.each(["none.md", "none/none.md", "a.md/none.md"])("says of %s that it does not exist", (path) => {
    expect(() => notes.load(path)).toThrow(expect.objectContaining({ code: "note_not_found", details: { path } }));
  });

  test("refuses more than 10 MiB before reading it, and takes exactly 10 MiB", () => {
    writeFileSync(join(root, "big.md"), Buffer.alloc(10 * 1024 * 1024, "x"));
    expect(notes.load("big.md").text.length).toBe(10 * 1024 * 1024);
    appendFileSync(join(root, "big.md"), "x");
    expect(() => notes.load("big.md")).toThrow(expect.objectContaining({ code: "too_large" }));
  });

  test("says of a folder named like a note that there is no such note", () => {
    const folder = makeFolder({ "folder.md/x.md": "" });
    return openFolder(folder).then((other) => {
      expect(() => other.load("folder.md")).toThrow(expect.objectContaining({ code: "note_not_found" }));
      removeFolder(folder);
    });
  });
});

describe("update()", () => {
  test("writes what the transform gives and leaves byte order mark and permissions alone", async () => {
    chmodSync(join(root, "bom.md"), 0o640);
    const answer = await notes.update("bom.md", (file) => ({ text: `${file.text}!`, note: 7 }));
    expect(read("bom.md")).toBe("\ufeffmarked!");
    expect(answer).toMatchObject({
      path: "bom.md",
      sha256: sha256(bytes("\ufeffmarked!")),
      value: { note: 7 },
      change: 1,
    });
    expect(statSync(join(root, "bom.md")).mode & 0o777).toBe(0o640);
    expect(everythingIn(root)).toEqual(["a.md", "bom.md", "picture.png", "sub/", "sub/b.MD"]);
  });

  test("writes nothing for the same text", async () => {
    const before = statSync(join(root, "a.md"), { bigint: true });
    const answer = await notes.update("a.md", ({ text }) => ({ text }));
    expect(answer).toMatchObject({ sha256: sha256(bytes(SOURCE)), change: null });
    const after = statSync(join(root, "a.md"), { bigint: true });
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs]);
  });

  test("passes on what the transform throws, with the file untouched", async () => {
    await expect(
      notes.update("a.md", () => {
        throw new RangeError("no");
      }),
    ).rejects.toThrow(RangeError);
    expect(read("a.md")).toBe(SOURCE);
  });

  test("starts again from what another program wrote meanwhile", async () => {
    let calls = 0;
    const answer = await notes.update("a.md", (file) => {
      if (++calls < 3) writeFileSync(join(root, "a.md"), `foreign ${calls}`);
      return { text: `${file.text} and mine` };
    });
    expect([calls, read("a.md"), answer.before.text]).toEqual([3, "foreign 2 and mine", "foreign 2"]);
  });

  test("gives up after three attempts, with the foreign text in place and no temporary file", async () => {
    let calls = 0;
    const failed = notes.update("a.md", () => {
      writeFileSync(join(root, "a.md"), `foreign ${++calls}`);
      return { text: "mine" };
    });
    await expect(failed).rejects.toMatchObject({ code: "note_changed" });
    await failed.catch(() => {});
    expect([calls, read("a.md")]).toEqual([3, "foreign 3"]);
    expect(everythingIn(root)).toEqual(["a.md", "bom.md", "picture.png", "sub/", "sub/b.MD"]);
  });

  test("refuses to edit what is not UTF-8, and text that has none", async () => {
    writeFileSync(join(root, "latin.md"), Uint8Array.of(0x63, 0xe9));
    expect(notes.load("latin.md").text).toBe("c\ufffd");
    await expect(notes.update("latin.md", ({ text }) => ({ text: `${text}!` }))).rejects.toMatchObject({
      code: "edit_refused",
    });
    await expect(notes.update("a.md", () => ({ text: "\ud800" }))).rejects.toMatchObject({ code: "edit_refused" });
    expect([...readFileSync(join(root, "latin.md"))]).toEqual([0x63, 0xe9]);
  });

  test("loses none of many edits made at once", async () => {
    writeFileSync(join(root, "n.md"), "0");
    await Promise.all(
      Array.from({ length: 40 }, () => notes.update("n.md", ({ text }) => ({ text: String(Number(text) + 1) }))),
    );
    expect(read("n.md")).toBe("40");
  });
});

describe("preview()", () => {
  test("gives what update() would write, and writes nothing", () => {
    const { file, value } = notes.preview("bom.md", ({ text }) => ({ text: `${text}!`, note: 7 }));
    expect([file.text, value]).toEqual(["marked", { text: "marked!", note: 7 }]);
    expect(read("bom.md")).toBe("\ufeffmarked");
  });

  test("refuses what update() would: bytes that are not UTF-8, text that has none, and more than 10 MiB", () => {
    writeFileSync(join(root, "latin.md"), Uint8Array.of(0x63, 0xe9));
    const preview = (path: string, made: (text: string) => string) => () =>
      notes.preview(path, ({ text }) => ({ text: made(text) }));
    expect(preview("latin.md", (text) => `${text}!`)).toThrow(expect.objectContaining({ code: "edit_refused" }));
    expect(preview("latin.md", (text) => text)).not.toThrow();
    expect(preview("a.md", () => "\ud800")).toThrow(expect.objectContaining({ code: "edit_refused" }));
    expect(preview("a.md", () => "x".repeat(10 * 1024 * 1024 + 1))).toThrow(
      expect.objectContaining({ code: "too_large" }),
    );
    expect(preview("none.md", (text) => text)).toThrow(expect.objectContaining({ code: "note_not_found" }));
  });
});

describe("create()", () => {
  test("makes folders on the way and keeps the bytes as given", async () => {
    const answer = await notes.create("new/deep/c.md", "x\r\ny");
    expect(read("new/deep/c.md")).toBe("x\r\ny");
    expect(answer).toEqual({ path: "new/deep/c.md", sha256: sha256(bytes("x\r\ny")), previousPath: null, change: 1 });
  });

  test("never overwrites", async () => {
    await expect(notes.create("a.md", "mine")).rejects.toMatchObject({
      code: "note_exists",
      message: expect.stringContaining("already exists"),
    });
    expect(read("a.md")).toBe(SOURCE);
  });

  test("leaves no folder behind when it fails", async () => {
    await expect(notes.create("new/deep/c.md", "\ud800")).rejects.toMatchObject({ code: "edit_refused" });
    await expect(notes.create("a.md/c.md", "x")).rejects.toMatchObject({ code: "note_path" });
    await notes.update("a.md", ({ text }) => ({ text }));
    expect(everythingIn(root)).toEqual(["a.md", "bom.md", "picture.png", "sub/", "sub/b.MD"]);
  });
});

describe("move() and remove()", () => {
  test("move a file that has the hash, in any case, and remove it", async () => {
    const hash = sha256(bytes(SOURCE)).toUpperCase();
    expect(await notes.move("a.md", "x/y.md", hash)).toEqual({
      path: "x/y.md",
      sha256: hash.toLowerCase(),
      previousPath: "a.md",
      change: 1,
    });
    expect(everythingIn(root)).toEqual(["bom.md", "picture.png", "sub/", "sub/b.MD", "x/", "x/y.md"]);
    expect(await notes.remove("x/y.md", hash)).toEqual({ path: "x/y.md", sha256: null, previousPath: null, change: 2 });
    expect(everythingIn(root)).toEqual(["bom.md", "picture.png", "sub/", "sub/b.MD", "x/"]);
  });

  test("refuse a stale hash (CONFLICT) and a blank one, with the files untouched (kb.md §9 line 8)", async () => {
    const stale = "0".repeat(64);
    await expect(notes.move("a.md", "x/y.md", stale)).rejects.toMatchObject({
      code: "note_changed",
      details: { reason: "SOURCE_HASH_MISMATCH" },
    });
    await expect(notes.remove("a.md", stale)).rejects.toMatchObject({ code: "note_changed" });
    await expect(notes.remove("a.md", " ")).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(notes.move("a.md", "x/y.md", "")).rejects.toMatchObject({ code: "invalid_argument" });
    await notes.update("a.md", ({ text }) => ({ text }));
    expect(everythingIn(root)).toEqual(["a.md", "bom.md", "picture.png", "sub/", "sub/b.MD"]);
  });

  test("move checks the paths, then the source, then the target, then the hash", async () => {
    const stale = "0".repeat(64);
    const codeOf = (source: string, target: string) => notes.move(source, target, stale).catch((error) => error.code);
    expect(await codeOf("none.md", "../x.md")).toBe("note_path");
    expect(await codeOf("none.md", "bom.md")).toBe("note_not_found");
    expect(await codeOf("a.md", "bom.md")).toBe("note_exists");
    expect(await codeOf("a.md", "free.md")).toBe("note_changed");
  });

  test("only take Markdown", async () => {
    await expect(notes.remove("picture.png", "x")).rejects.toMatchObject({ code: "note_path" });
    await expect(notes.move("a.md", "a.png", "x")).rejects.toMatchObject({ code: "note_path" });
  });
});

describe("without permission to write (kb.md §9 line 9)", () => {
  test("every change says so before it looks at its path, and leaves no trace", async () => {
    const readOnly = await openFolder(root, { allowWrites: false, indexFolder: `${root}.none` });
    const changes = [
      readOnly.update("../none", ({ text }) => ({ text })),
      readOnly.create("../none", ""),
      readOnly.move("../none", "../none", ""),
      readOnly.remove("../none", ""),
    ];
    for (const change of changes)
      await expect(change).rejects.toMatchObject({ message: expect.stringContaining("Workspace writes are disabled") });
    await Promise.allSettled(changes);
    expect(() => statSync(`${root}.none`)).toThrow();
    expect(readOnly.load("a.md").text).toBe(SOURCE);
  });
});
