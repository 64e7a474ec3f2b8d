import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { everythingIn, makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";
import { IMAGE_LIMIT } from "./image-format.ts";
import type { SaveImage } from "./save-image.ts";
import type { Workspace } from "./workspace.ts";

/** 2 × 1 pixels, two frames: the first red and blue, the second all blue. */
const GIF = Buffer.from(
  "R0lGODlhAgABAIABAP8AAAAA/yH5BAAKAAAALAAAAAACAAEAAAICRAoAIfkEAAoAAAAsAAAAAAIAAQAAAgKMUwA7",
  "base64",
);
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2, 3);
const WEBP = Buffer.from("RIFF\x04\0\0\0WEBPVP8 ", "latin1");

let root: string;
let imports: string;
let notes: Workspace;
beforeEach(async () => {
  imports = makeFolder({ "in.png": PNG, "deep/x.gif": GIF });
  root = makeFolder({ "notes/a.md": "" });
  notes = await openFolder(root, { importFolder: imports });
});
afterEach(() => {
  removeFolder(root);
  removeFolder(imports);
});

const base64 = (bytes: Uint8Array) => ({ dataBase64: Buffer.from(bytes).toString("base64") });
const save = (request: Partial<SaveImage> = {}) => notes.saveImage({ source: base64(PNG), ...request });
const put = (path: string, bytes: Uint8Array) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), bytes);
};

describe("saveImage()", () => {
  test("puts it into images/ under a name of the time and the hash, and gives the Markdown for it", async () => {
    const hash = sha256(PNG);
    const path = `images/image-19700101-000000-${hash.slice(0, 12)}.png`;
    expect(await save()).toEqual({
      path,
      mimeType: "image/png",
      bytes: PNG.length,
      sha256: hash,
      markdown: `![image-19700101-000000-${hash.slice(0, 12)}](${path})`,
      change: 1,
    });
    expect(readFileSync(join(root, path)).equals(PNG)).toBe(true);
    expect(everythingIn(root)).toEqual(["images/", path, "notes/", "notes/a.md"]);
  });

  test("numbers a name that is taken", async () => {
    const paths = [];
    for (let n = 0; n < 3; n++) paths.push((await save({ fileName: "name", directory: "pics" })).path);
    expect(paths).toEqual(["pics/name.png", "pics/name-2.png", "pics/name-3.png"]);
  });

  test("takes a whole path, never numbered, and says when it is taken (ALREADY_EXISTS)", async () => {
    expect((await save({ targetPath: "x/y.png", altText: "Y", documentPath: "notes/a.md" })).markdown).toBe(
      "![Y](../x/y.png)",
    );
    await expect(save({ targetPath: "x/y.png" })).rejects.toMatchObject({
      code: "note_exists",
      details: { reason: "IMAGE_EXISTS" },
    });
    await expect(save({ targetPath: "x/z.gif" })).rejects.toMatchObject({ code: "image_unsupported" });
    await expect(save({ targetPath: "x/z.png", fileName: "z" })).rejects.toMatchObject({ code: "invalid_argument" });
    for (const targetPath of ["../z.png", "x\\z.png", "x//z.png", ".git/z.png"]) {
      await expect(save({ targetPath })).rejects.toMatchObject({ code: "note_path" });
    }
  });

  test("goes by the content: a name of the client is mended, a stated type must agree", async () => {
    expect((await save({ clientName: "Photo.jpeg" })).path).toBe("images/Photo.png");
    await expect(save({ mimeType: "image/jpeg" })).rejects.toMatchObject({ code: "image_unsupported" });
    await expect(save({ source: base64(Buffer.from("<svg/>")) })).rejects.toMatchObject({ code: "image_unsupported" });
    expect((await save({ source: base64(JPEG), mimeType: "image/jpg; q=1", fileName: "j" })).path).toBe("images/j.jpg");
  });

  test("imports from the import folder, by relative and by absolute path, and from nowhere else", async () => {
    expect((await save({ source: { localPath: "deep/x.gif" }, fileName: "g" })).mimeType).toBe("image/gif");
    expect((await save({ source: { localPath: join(imports, "in.png") }, fileName: "p" })).path).toBe("images/p.png");
    put("own.png", PNG);
    symlinkSync(join(root, "own.png"), join(imports, "link.png"));
    for (const localPath of [join(root, "own.png"), "../x.png", "link.png", "deep"]) {
      await expect(save({ source: { localPath } })).rejects.toMatchObject({
        code: expect.stringMatching(/^note_(path|not_found)$/),
      });
    }
    const closed = await openFolder(root);
    await expect(closed.saveImage({ source: { localPath: "in.png" } })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  test("says of a URL why it cannot be fetched and what to give instead", async () => {
    const refused = save({ source: { downloadUrl: "https://example.org/a.png?secret=1" } });
    await expect(refused).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringMatching(/no network.*dataBase64.*localPath/),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining("secret") });
  });

  test("takes base64 to the letter, and at most 25 MiB of it", async () => {
    for (const dataBase64 of [
      "",
      "iVBO=Rw0",
      "iVBORw0",
      " iVBORw0",
      "data:image/png;base64,iVBO",
      "iVBO\niVBO",
      "iV-_",
    ]) {
      await expect(save({ source: { dataBase64 } })).rejects.toMatchObject({ code: "invalid_argument" });
    }
    const most = new Uint8Array(IMAGE_LIMIT);
    most.set(JPEG);
    expect((await save({ source: base64(most) })).bytes).toBe(IMAGE_LIMIT);
    await expect(save({ source: base64(new Uint8Array(IMAGE_LIMIT + 1)) })).rejects.toMatchObject({
      code: "too_large",
    });
    await expect(save({ source: base64(new Uint8Array(IMAGE_LIMIT + 99)) })).rejects.toMatchObject({
      code: "too_large",
    });
  });

  test("changes nothing without permission", async () => {
    const readOnly = await openFolder(root, { allowWrites: false });
    await expect(readOnly.saveImage({ source: { downloadUrl: "" } })).rejects.toMatchObject({
      code: "note_writes_disabled",
    });
    await expect(readOnly.deleteImage("../x")).rejects.toMatchObject({ code: "note_writes_disabled" });
    await expect(readOnly.moveImage("../x", "../y")).rejects.toMatchObject({ code: "note_writes_disabled" });
  });
});

describe("listImages()", () => {
  test("pages in the order of listings; what goes between two pages does no harm", async () => {
    for (const path of ["b.png", "A.gif", "a.GIF", "c/d.webp", "e.jpeg", "f.txt", ".git/g.png"]) put(path, PNG);
    const first = notes.listImages({ pageSize: 2 });
    expect(first.items.map(({ path, mimeType }) => [path, mimeType])).toEqual([
      ["A.gif", "image/gif"],
      ["a.GIF", "image/gif"],
    ]);
    unlinkSync(join(root, "a.GIF"));
    const second = notes.listImages({ pageSize: 3, cursor: first.nextCursor as string });
    expect([second.items.map(({ path }) => path), second.nextCursor]).toEqual([["b.png", "c/d.webp", "e.jpeg"], null]);
  });

  test("refuses page sizes and cursors that are none", () => {
    for (const pageSize of [0, 201, 1.5, -1, Number.NaN]) {
      expect(() => notes.listImages({ pageSize })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
    const v1 = Buffer.from("v1\na.png").toString("base64url");
    for (const cursor of ["", "x", v1, "%%"]) {
      expect(() => notes.listImages({ cursor })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    }
    expect(notes.listImages({ pageSize: 200 })).toEqual({ items: [], nextCursor: null });
  });
});

describe("loadImage()", () => {
  test("passes PNG, JPEG and WebP through, by signature alone", async () => {
    for (const [path, bytes, mimeType] of [
      ["a.png", PNG.subarray(0, 10), "image/png"],
      ["b.JPG", JPEG, "image/jpeg"],
      ["c.webp", WEBP, "image/webp"],
    ] as const) {
      put(path, bytes);
      const loaded = await notes.loadImage(path);
      expect(loaded).toMatchObject({
        path,
        mimeType,
        bytes: bytes.length,
        sha256: sha256(bytes),
        preview: { mimeType },
      });
      expect(Buffer.compare(loaded.preview.data, bytes)).toBe(0);
    }
  });

  test("shows a GIF as a PNG of its first frame, and tells of the original (kb.md §9 line 43)", async () => {
    put("a.gif", GIF);
    const loaded = await notes.loadImage("a.gif");
    expect(loaded).toMatchObject({
      mimeType: "image/gif",
      bytes: GIF.length,
      sha256: sha256(GIF),
      preview: { mimeType: "image/png" },
    });
    const raw = Bun.spawnSync(["convert", "png:-", "-depth", "8", "rgb:-"], { stdin: loaded.preview.data });
    const first = Bun.spawnSync(["convert", "gif:-[0]", "-depth", "8", "rgb:-"], { stdin: GIF });
    expect([...raw.stdout]).toEqual([...first.stdout]);
    expect(raw.stdout.length).toBe(6);
    expect(readFileSync(join(root, "a.gif")).equals(GIF)).toBe(true);
  });

  test("refuses a malformed GIF, and one that would need too many pixels", async () => {
    put("short.gif", GIF.subarray(0, 22));
    await expect(notes.loadImage("short.gif")).rejects.toMatchObject({
      code: "image_unsupported",
      message: expect.stringContaining("cannot be decoded"),
    });
    const huge = Buffer.from(GIF);
    const frame = huge.indexOf(0x2c);
    for (const at of [6, 8, frame + 5, frame + 7]) huge.writeUInt16LE(0xffff, at);
    put("huge.gif", huge);
    await expect(notes.loadImage("huge.gif")).rejects.toMatchObject({
      code: "image_unsupported",
      message: expect.stringContaining("pixels"),
    });
  });

  test("refuses other extensions, other contents, what is too large, and what is not there", async () => {
    put("a.svg", Buffer.from("<svg/>"));
    put("b.png", JPEG);
    put("folder.png/x", PNG);
    put("big.png", new Uint8Array(IMAGE_LIMIT + 1));
    const codeOf = (path: string) => notes.loadImage(path).catch((error) => error.code);
    expect(await Promise.all(["a.svg", "b.png", "folder.png", "big.png", "none.png", "a\\b.png"].map(codeOf))).toEqual([
      "image_unsupported",
      "image_unsupported",
      "note_not_found",
      "too_large",
      "note_not_found",
      "note_path",
    ]);
  });
});

describe("deleteImage() and moveImage()", () => {
  test("delete by extension, and undo gives it back", async () => {
    put("x/a.png", JPEG);
    expect(await notes.deleteImage("x/a.png")).toEqual({ path: "x/a.png", deleted: true, change: 1 });
    expect(existsSync(join(root, "x/a.png"))).toBe(false);
    await expect(notes.deleteImage("x/a.png")).rejects.toMatchObject({ code: "note_not_found" });
    await expect(notes.deleteImage("notes/a.md")).rejects.toMatchObject({ code: "image_unsupported" });
    await notes.undo("x/a.png");
    expect(Buffer.compare(readFileSync(join(root, "x/a.png")), JPEG)).toBe(0);
  });

  test("move to an extension of the same format, making folders", async () => {
    put("a.jpg", JPEG);
    const hash = sha256(JPEG);
    expect(await notes.moveImage("a.jpg", "x/y/b.JPEG", hash.toUpperCase())).toEqual({
      previousPath: "a.jpg",
      path: "x/y/b.JPEG",
      sha256: hash,
      change: 1,
    });
    expect(everythingIn(root)).toEqual(["notes/", "notes/a.md", "x/", "x/y/", "x/y/b.JPEG"]);
  });

  test("move nothing over anything, with another hash, to another format, or what is not what it says", async () => {
    put("a.png", PNG);
    put("b.png", PNG);
    put("false.png", JPEG);
    const refusalOf = (...args: Parameters<Workspace["moveImage"]>) =>
      notes.moveImage(...args).catch((error) => error.code);
    expect(await refusalOf("a.png", "b.png")).toBe("note_exists");
    expect(await refusalOf("a.png", "a.png")).toBe("invalid_argument");
    expect(await refusalOf("a.png", "c.gif")).toBe("image_unsupported");
    expect(await refusalOf("false.png", "c.png")).toBe("image_unsupported");
    expect(await refusalOf("a.png", "new/c.png", "0".repeat(64))).toBe("note_changed");
    expect(await refusalOf("a.png", "new/c.png", "abc")).toBe("invalid_argument");
    expect(await refusalOf("none.png", "new/c.png")).toBe("note_not_found");
    expect(everythingIn(root)).toEqual(["a.png", "b.png", "false.png", "notes/", "notes/a.md"]);
  });
});

describe("readWhole()", () => {
  test("gives any file with its type and hash, without permission to write", async () => {
    put("x/data.bin", Uint8Array.of(0, 255));
    const readOnly = await openFolder(root, { allowWrites: false });
    const found = readOnly.readWhole("x/data.bin");
    expect(found).toMatchObject({
      path: "x/data.bin",
      fileName: "data.bin",
      mimeType: "application/octet-stream",
      sha256: sha256(Uint8Array.of(0, 255)),
    });
    expect([...found.bytes]).toEqual([0, 255]);
    expect(readOnly.readWhole("notes/a.md").mimeType).toBe("text/markdown");
  });

  test("refuses folders, links, Git's and Footnote's own, what is too large and what is not there", async () => {
    put(".git/config", PNG);
    put("big.bin", new Uint8Array(IMAGE_LIMIT + 1));
    symlinkSync(join(root, "notes"), join(root, "link"));
    const own = await openFolder(root, { indexFolder: join(root, "idx") });
    put("idx/journal.db", PNG);
    const codeOf = (path: string) => {
      try {
        return own.readWhole(path).path;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(
      ["notes", "link/a.md", "link", ".git/config", "idx/journal.db", "/etc/passwd", "../x", "big.bin", "none"].map(
        codeOf,
      ),
    ).toEqual(["invalid_argument", ...Array.from({ length: 6 }, () => "note_path"), "too_large", "note_not_found"]);
  });
});
