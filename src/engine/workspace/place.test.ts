import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, linkSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { CAN_PIN } from "./folder.ts";
import { makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

let root: string;
let outside: string;

beforeEach(() => {
  root = makeFolder({ "a.md": "inside", "sub/b.md": "inside", ".git/c.md": "git", ".footnote/d.md": "own" });
  outside = makeFolder({ "secret.md": "secret", "sub/b.md": "secret" });
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "secret.md"), join(root, "secret.md"));
  symlinkSync(join(root, "a.md"), join(root, "within.md"));
  symlinkSync(join(root, "sub"), join(root, "sub-link"));
  symlinkSync("/nowhere/at/all", join(root, "dangling.md"));
});
afterEach(() => {
  removeFolder(root);
  removeFolder(outside);
});

async function codeOf(run: () => unknown): Promise<string> {
  try {
    await run();
    return "done";
  } catch (error) {
    return String((error as { code: unknown }).code);
  }
}

const LINKS = [
  "out/secret.md",
  "secret.md",
  "within.md",
  "sub-link/b.md",
  "dangling.md",
  "out/new/deep.md",
  "dangling.md/x.md",
];
const OWN = [".git/c.md", ".footnote/d.md", ".FOOTNOTE/d.md", ".footnote-x.md", ".footnote/new.md"];

describe.each(CAN_PIN ? [true, false] : [false])("a workspace (open handles: %p)", (pin) => {
  let notes: Workspace;
  beforeEach(async () => {
    notes = await openWorkspace(root, { allowWrites: true, pin });
  });

  test.each([...LINKS, ...OWN])("refuses %s to every tool, and changes nothing", async (path) => {
    const hash = notes.load("a.md").sha256;
    expect(await codeOf(() => notes.load(path))).toBe("note_path");
    expect(await codeOf(() => notes.update(path, () => ({ text: "x" })))).toBe("note_path");
    expect(await codeOf(() => notes.create(path, "x"))).toBe("note_path");
    expect(await codeOf(() => notes.remove(path, hash))).toBe("note_path");
    expect(await codeOf(() => notes.move(path, "new.md", hash))).toBe("note_path");
    expect(await codeOf(() => notes.move("a.md", path, hash))).toBe("note_path");
    expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
    expect([existsSync(join(outside, "new")), existsSync("/nowhere"), existsSync(join(root, "new.md"))]).toEqual([
      false,
      false,
      false,
    ]);
    expect(notes.load("a.md").text).toBe("inside");
  });

  test("takes a target that does not exist yet, in folders that do not exist yet", async () => {
    await notes.create("x/y/z.md", "new");
    expect(notes.load("x/y/z.md").text).toBe("new");
  });

  test("takes a root that is a link itself", async () => {
    symlinkSync(root, `${outside}.index`);
    const linked = await openWorkspace(`${outside}.index`, { allowWrites: false, pin });
    expect(linked.load("sub/b.md").text).toBe("inside");
    expect(linked.root).toBe(root);
  });

  test("refuses a pipe and a device instead of waiting for it", async () => {
    Bun.spawnSync(["mkfifo", join(root, "pipe.md")]);
    expect(await codeOf(() => notes.load("pipe.md"))).toBe("note_not_found");
    expect(await codeOf(() => notes.create("pipe.md", "x"))).toBe("note_exists");
  });

  test("knows the index folder by its identity, not only its name", async () => {
    const other = await openWorkspace(root, { allowWrites: true, pin, indexFolder: join(root, "sub-link") });
    expect(await codeOf(() => other.load("sub/b.md"))).toBe("note_path");
  });

  test("names no path of the machine in its errors", async () => {
    for (const path of ["none.md", "secret.md", "a.md/x.md", `${"x".repeat(300)}.md`]) {
      const error = await notes.update(path, () => ({ text: "" })).catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).not.toMatch(/\/proc|\/tmp/);
    }
  });
});

test("a hard link is a name like any other: an edit gives the name its own file", async () => {
  linkSync(join(outside, "secret.md"), join(root, "hard.md"));
  const notes = await openFolder(root);
  await notes.update("hard.md", () => ({ text: "mine" }));
  expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("secret");
});
