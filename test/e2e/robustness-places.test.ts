import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

setDefaultTimeout(60_000);

let folder: ReturnType<typeof emptyFolder>;
let notes = "";
let library = "";
beforeEach(() => {
  folder = emptyFolder();
  notes = join(folder.path, "notes");
  library = join(folder.path, "library");
  mkdirSync(notes);
  for (const name of ["alder", "birch", "cedar"])
    writeFileSync(join(notes, `${name}.md`), `# The ${name}\n\nThe ${name} stands by the harbour wall.\n`);
});
afterEach(() => folder[Symbol.dispose]());

const run = (...args: string[]) => footnote([...args, "--library", library], { cwd: folder.path });
const add = (...args: string[]) => run("add", ...args, "--vectors", "off", "--json");
const last = (out: string) => JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
const temporary = (at: string) =>
  readdirSync(at, { recursive: true, encoding: "utf8" }).filter((name) => /\.tmp$|lock/.test(name));

/** Lends a small file system of its own; says loudly where that is not allowed. */
function onTmpfs(options: string, use: (path: string) => void): void {
  const path = join(folder.path, "disk");
  mkdirSync(path);
  const mounted = process.platform === "linux" && Bun.spawnSync(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]);
  if (mounted === false || mounted.exitCode !== 0) {
    console.warn("NOT TESTED: a small file system cannot be mounted here (needs root on Linux).");
    return;
  }
  try {
    use(path);
  } finally {
    Bun.spawnSync(["umount", path]);
  }
}

describe("disks", () => {
  test("a full disk is disk_full; nothing is half-written, what was there is kept, and later it goes on", () => {
    onTmpfs("size=1m", (disk) => {
      library = join(disk, "library");
      expect(add(join(notes, "alder.md")).code).toBe(0);
      writeFileSync(join(disk, "ballast"), Buffer.alloc(statfsFree(disk) - 100_000));
      const pdf = join(FIXTURES, "pdf/ieeepes_doc.pdf");
      const { code, out } = add(pdf, notes);
      expect(code).toBe(4);
      expect(last(out)).toMatchObject({
        ok: false,
        error: { code: "disk_full", remedy: expect.stringMatching(/space/) },
      });
      expect(temporary(disk)).toEqual([]);
      const archives = readdirSync(join(library, "archives")).map((name) => join(library, "archives", name));
      expect(run("validate", ...archives).code).toBe(0);
      expect(last(run("status", "--json").out).data).toMatchObject({ documents: archives.length, failed: [] });
      rmSync(join(disk, "ballast"));
      expect(add(pdf, notes).code).toBe(0);
      expect(last(run("status", "--json").out).data).toMatchObject({ documents: 4, failed: [] });
    });
  });

  test("a full disk while vectors are written leaves the archives as they were", () => {
    onTmpfs("size=1m", (disk) => {
      library = join(disk, "library");
      const pdf = join(FIXTURES, "pdf/ieeepes_doc.pdf");
      expect(add(pdf).code).toBe(0);
      writeFileSync(join(disk, "ballast"), Buffer.alloc(statfsFree(disk) - 20_000));
      const { code, out } = run("add", pdf, "--json");
      expect({ code, answer: last(out) }).toMatchObject({ code: 4, answer: { error: { code: "disk_full" } } });
      expect(temporary(disk)).toEqual([]);
      const archive = readdirSync(join(library, "archives")).find((name) => name.endsWith(".folio")) ?? "";
      expect(run("validate", join(library, "archives", archive)).code).toBe(0);
      rmSync(join(disk, "ballast"));
      const { vectors } = last(run("add", pdf, "--json").out).data;
      expect(vectors.of).toBeGreaterThan(20);
      expect(vectors.ready).toBe(vectors.of);
    });
  });

  test("a library on a read-only file system can be read, and says read_only when it is added to", () => {
    onTmpfs("size=4m", (disk) => {
      library = join(disk, "library");
      expect(add(join(notes, "alder.md")).code).toBe(0);
      expect(Bun.spawnSync(["mount", "-o", "remount,ro", disk]).exitCode).toBe(0);
      const { code, out } = add(notes);
      expect({ code, answer: last(out) }).toMatchObject({ code: 4, answer: { error: { code: "read_only" } } });
      expect(run("search", "harbour wall", "--mode", "lexical").code).toBe(0);
      library = join(disk, "elsewhere");
      expect(last(add(notes).out)).toMatchObject({ error: { code: "read_only" } });
      Bun.spawnSync(["mount", "-o", "remount,rw", disk]);
    });
  });
});

function statfsFree(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

describe("who writes", () => {
  test("a lock of a living process is named; one of a process that is gone is taken over", () => {
    expect(add(join(notes, "alder.md")).code).toBe(0);
    const owner = { pid: process.pid, host: hostname(), command: "footnote add", token: "t" };
    writeFileSync(join(library, "lock"), JSON.stringify(owner));
    const { code, out } = add(notes, "--wait", "0.2");
    expect(code).toBe(4);
    expect(last(out).error).toMatchObject({
      code: "library_locked",
      message: `The library ${library} is being written by process ${process.pid} on ${hostname()} (footnote add).`,
    });
    // Readers are never blocked.
    expect(run("search", "harbour wall", "--mode", "lexical").code).toBe(0);
    const { pid } = Bun.spawnSync(["true"]);
    writeFileSync(join(library, "lock"), JSON.stringify({ ...owner, pid }));
    expect(add(notes).code).toBe(0);
    expect(temporary(library)).toEqual([]);
  });

  test("two processes that add to one library at once both succeed", async () => {
    const spawn = (name: string) =>
      Bun.spawn([BINARY, "add", join(notes, name), "--vectors", "off", "--wait", "60", "--library", library], {
        cwd: folder.path,
        env: { HOME: folder.path },
        stdout: "ignore",
        stderr: "ignore",
      });
    const codes = await Promise.all(["alder.md", "birch.md", "cedar.md"].map((name) => spawn(name).exited));
    expect(codes).toEqual([0, 0, 0]);
    expect(last(run("status", "--json").out).data).toMatchObject({ documents: 3, failed: [] });
    expect(temporary(library)).toEqual([]);
  });
});

describe("damage", () => {
  test("a damaged manifest is library_damaged; the archives stay, and are taken up again without it", () => {
    expect(add(notes).code).toBe(0);
    const archives = readdirSync(join(library, "archives"));
    const before = archives.map((name) => statSync(join(library, "archives", name)).mtimeMs);
    const manifest = join(library, "manifest.json");
    writeFileSync(manifest, readFileSync(manifest).subarray(0, 200));
    for (const { code, out } of [add(notes), run("status", "--json"), run("search", "harbour", "--json")]) {
      expect({ code, answer: last(out) }).toMatchObject({ code: 4, answer: { error: { code: "library_damaged" } } });
    }
    expect(readdirSync(join(library, "archives"))).toEqual(archives);
    rmSync(manifest);
    expect(add(notes).code).toBe(0);
    expect(archives.map((name) => statSync(join(library, "archives", name)).mtimeMs)).toEqual(before);
  });

  test("an archive with flipped bytes is left out with the reason while the others answer; adding mends it", () => {
    expect(add(notes).code).toBe(0);
    const archive = join(
      library,
      "archives",
      readdirSync(join(library, "archives")).find((n) => /^birch/.test(n)) ?? "",
    );
    const sound = readFileSync(archive);
    for (const at of [3, 40, 100, sound.length >> 1, sound.length - 9]) {
      const bytes = Buffer.from(sound);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
      writeFileSync(archive, bytes);
      const found = run("search", "harbour wall", "--mode", "lexical", "--json");
      expect(found.code).toBe(0);
      expect(found.out).toContain("The alder stands by the harbour wall.");
      if (run("validate", archive).code === 0) throw new Error(`a flip at ${at} goes unnoticed`);
    }
    // The last flip is in a section: the search names the archive and why it has nothing of it.
    writeFileSync(archive, sound.subarray(0, 100));
    const status = last(run("status", "--json").out).data;
    expect(status.failed).toMatchObject([{ path: join(notes, "birch.md"), code: "archive_damaged" }]);
    expect(run("search", "harbour wall", "--mode", "lexical", "--json").out).toContain("archive_damaged");
    expect(add(notes).code).toBe(0);
    expect(readFileSync(archive).equals(sound)).toBe(true);
  });
});

describe("roots", () => {
  test("no path leads out of the roots over MCP: dots, a link, a folder whose name begins alike", async () => {
    const root = join(folder.path, "root");
    mkdirSync(root);
    cpSync(notes, join(root, "notes"), { recursive: true });
    cpSync(notes, `${root}-evil`, { recursive: true });
    symlinkSync(join(notes, "birch.md"), join(root, "link.md"));
    symlinkSync(notes, join(root, "linked"));
    const args = ["mcp", "--allow-write", "--root", root, "--library", join(root, "library")];
    await using connected = await connect("v2 modern", [BINARY, ...args], root);
    const call = async (name: string, input: Record<string, unknown>) =>
      JSON.stringify(await connected.client.callTool({ name, arguments: input }));
    const outside = ["../notes", "../notes/alder.md", "notes/../../notes/alder.md", "link.md", "linked/alder.md"];
    for (const path of [...outside, `${root}-evil/alder.md`, "/etc/passwd", "../nowhere/x.md"]) {
      expect(await call("add", { paths: [path], vectors: "off" })).toContain("path_outside_root");
      expect(await call("read", { target: path })).toContain("path_outside_root");
    }
    expect(await call("add", { paths: ["notes"], vectors: "off", into: "../other" })).toContain("path_outside_root");
    expect(existsSync(join(folder.path, "other"))).toBe(false);
    const added = await call("add", { paths: [root], recursive: true, vectors: "off" });
    expect(added).toContain("path_outside_root");
    expect(added).toContain(join(root, "notes", "cedar.md"));
    expect(await call("sources", {})).not.toContain(join(notes, "birch.md"));
  });

  test("a folder that disappears while it is walked costs only itself", async () => {
    const many = join(notes, "many");
    for (let at = 0; at < 300; at++) {
      mkdirSync(join(many, `${at}`), { recursive: true });
      writeFileSync(join(many, `${at}`, "n.md"), `# Note ${at}\n\nNumber ${at}.\n`);
    }
    const args = ["add", "-r", notes, "--vectors", "off", "--json", "--library", library];
    const adding = Bun.spawn([BINARY, ...args], { cwd: folder.path, env: { HOME: folder.path }, stderr: "ignore" });
    let out = "";
    for await (const chunk of adding.stdout.pipeThrough(new TextDecoderStream())) {
      if (out === "") rmSync(many, { recursive: true });
      out += chunk;
    }
    const { data } = last(out);
    const of = (outcome: string) => data.files.filter((file: { outcome: string }) => file.outcome === outcome);
    expect(await adding.exited).toBe(of("failed").length > 0 ? 3 : 0);
    for (const { error } of of("failed")) expect(error.code).toBe("path_not_found");
    expect(of("added").length + of("failed").length).toBe(303);
    expect(run("read", join(notes, "cedar.md")).code).toBe(0);
  });
});
