import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CAN_PIN } from "./folder.ts";
import { everythingIn, makeFolder, openFolder, removeFolder } from "./folder-for-tests.ts";

const WRITER = join(import.meta.dir, "writer-for-tests.ts");
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

function temporaryFolder(files: Readonly<Record<string, string>>): string {
  const root = makeFolder(files);
  folders.push(root);
  return root;
}

function start(...args: readonly string[]) {
  return Bun.spawn([process.execPath, WRITER, ...args], { stdout: "pipe", stderr: "inherit" });
}

/** Waits until the process has said so. */
async function ready(process: ReturnType<typeof start>): Promise<void> {
  const { value } = await process.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe("ready\n");
}

describe("two processes", () => {
  test("that edit one file lose no update in 1,000 tries", async () => {
    const root = temporaryFolder({ "n.md": "0" });
    const writers = [start("count", root, "500"), start("count", root, "500")];
    expect(await Promise.all(writers.map((writer) => writer.exited))).toEqual([0, 0]);
    expect(readFileSync(join(root, "n.md"), "utf8")).toBe("1000");
    expect(everythingIn(root)).toEqual(["n.md"]);
  }, 120_000);

  test("of which one keeps the lock: the other says who", async () => {
    const root = temporaryFolder({ "n.md": "0" });
    const notes = await openFolder(root, { waitMs: 0 });
    await notes.update("n.md", () => ({ text: "1" }));
    const parent = {
      pid: process.ppid,
      host: (await import("node:os")).hostname(),
      command: "/usr/bin/other",
      token: "t",
    };
    writeFileSync(join(`${root}.index`, "write.lock"), JSON.stringify(parent));
    const update = notes.update("n.md", () => ({ text: "2" }));
    await expect(update).rejects.toMatchObject({
      code: "note_busy",
      message: expect.stringContaining(`process ${process.ppid}`),
    });
    expect(notes.load("n.md").text).toBe("1");
  });

  test("of which one is killed in the middle of writing leave whole files, and no debris after the next opening", async () => {
    const root = temporaryFolder({ "a.md": "-".repeat(200_000) });
    for (let round = 0; round < 25; round++) {
      const writer = start("rewrite", root);
      await ready(writer);
      // Not a wait for something, but a spread of the moments of death.
      await Bun.sleep(round * 3);
      writer.kill("SIGKILL");
      await writer.exited;
      const notes = await openFolder(root);
      const { text } = notes.load("a.md");
      expect([text.length, new Set(text).size]).toEqual([200_000, 1]);
      const rest = everythingIn(root).filter((path) => !["a.md", "new/"].includes(path));
      expect([[], ["c.md"], ["new/b.md"]]).toContainEqual(rest);
      for (const path of rest) await notes.remove(path, notes.load(path).sha256);
      await notes.update("a.md", () => ({ text: "-".repeat(200_000) }));
    }
  }, 120_000);

  test.if(CAN_PIN)(
    "of which one swaps a folder for a link out: nothing is read or written outside",
    async () => {
      const root = temporaryFolder({ "sub/b.md": "inside" });
      const outside = temporaryFolder({ "b.md": "secret" });
      const notes = await openFolder(root);
      const swapper = start("swap", root, outside);
      await ready(swapper);
      const seen = new Set<string>();
      for (let n = 0; n < 400; n++) {
        for (const run of [
          () => notes.load("sub/b.md").text,
          () =>
            notes
              .update("sub/b.md", ({ text }) => ({ text: text === "inside" ? "inside " : "inside" }))
              .then(({ before }) => before.text),
          () => notes.create("sub/new.md", "new").then(({ path }) => path),
          () => [...new Set(notes.list().map(({ path }) => path.replace("away/", "sub/")))].sort().join(),
        ]) {
          try {
            seen.add(await run());
          } catch (error) {
            seen.add(String((error as { code: unknown }).code));
          }
        }
      }
      swapper.kill("SIGKILL");
      await swapper.exited;
      expect(everythingIn(outside)).toEqual(["b.md"]);
      expect(readFileSync(join(outside, "b.md"), "utf8")).toBe("secret");
      const allowed = [
        "inside",
        "inside ",
        "sub/new.md",
        "note_path",
        "note_not_found",
        "note_exists",
        "",
        "sub/b.md",
        "sub/b.md,sub/new.md",
      ];
      expect([...seen].filter((result) => !allowed.includes(result))).toEqual([]);
      // The swap was met in the middle, or this proves nothing.
      expect(seen).toContain("note_path");
      expect(seen).toContain("inside");
    },
    120_000,
  );
});
