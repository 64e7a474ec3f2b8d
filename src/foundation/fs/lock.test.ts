import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { takeLock } from "./lock.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const noWait = { command: "footnote add", waitMs: 100, sleep: async () => {} };

test("takeLock() holds until given back and leaves nothing behind", async () => {
  const path = join(folder, "lock");
  const release = await takeLock(path, folder, noWait);
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
    pid: process.pid,
    host: hostname(),
    command: "footnote add",
  });
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test("takeLock() names the owner when a living process holds it", async () => {
  const path = join(folder, "lock");
  const release = await takeLock(path, folder, noWait);
  expect(takeLock(path, folder, noWait)).rejects.toMatchObject({
    code: "library_locked",
    message: `The library ${folder} is being written by process ${process.pid} on ${hostname()} (footnote add).`,
  });
  release();
});

test("takeLock() takes over from a dead process, but not from another host", async () => {
  const path = join(folder, "lock");
  const owner = { pid: 77, host: hostname(), command: "footnote add", token: "t" };
  writeFileSync(path, JSON.stringify(owner));
  const release = await takeLock(path, folder, { ...noWait, alive: () => false });
  expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
  release();
  writeFileSync(path, JSON.stringify({ ...owner, host: "elsewhere" }));
  await expect(takeLock(path, folder, { ...noWait, alive: () => false })).rejects.toMatchObject({
    code: "library_locked",
  });
  expect(existsSync(path)).toBe(true);
});

test("takeLock() gives a lock back only if it is its own", async () => {
  const path = join(folder, "lock");
  const release = await takeLock(path, folder, noWait);
  writeFileSync(path, JSON.stringify({ pid: 1, host: "h", command: "c", token: "other" }));
  release();
  expect(existsSync(path)).toBe(true);
});

test("takeLock() takes over from a process that had this one's pid, as in a container that starts again", async () => {
  const path = join(folder, "lock");
  writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname(), command: "footnote add", token: "t" }));
  const release = await takeLock(path, folder, noWait);
  expect(JSON.parse(readFileSync(path, "utf8")).token).not.toBe("t");
  release();
});

test("takeLock() clears what was left by a process that was killed while it took the lock", async () => {
  const dead = { pid: 77, host: hostname(), command: "footnote add", token: "t" };
  writeFileSync(join(folder, "lock.t"), JSON.stringify(dead));
  writeFileSync(join(folder, "lock.dead.77"), JSON.stringify(dead));
  writeFileSync(join(folder, "lock.u"), JSON.stringify({ ...dead, pid: 78, token: "u" }));
  const release = await takeLock(join(folder, "lock"), folder, { ...noWait, alive: (pid) => pid === 78 });
  release();
  expect(readdirSync(folder)).toEqual(["lock.u"]);
});

test("takeLock() stops waiting when it is cancelled", async () => {
  const path = join(folder, "lock");
  const release = await takeLock(path, folder, noWait);
  const stop = new AbortController();
  const sleep = async () => stop.abort();
  await expect(takeLock(path, folder, { ...noWait, sleep, signal: stop.signal })).rejects.toMatchObject({
    code: "cancelled",
  });
  release();
  expect(readdirSync(folder)).toEqual([]);
});
