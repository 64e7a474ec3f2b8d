import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type JournalKey,
  journalKeyOf,
  journalPath,
  openJournal,
  readJournal,
  removeJournal,
} from "./vectors-journal.ts";

let archive = "";
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
  archive = join(folder, "a.folio");
});
afterEach(() => rmSync(folder, { recursive: true }));

const key: JournalKey = { model: { name: "m", sha256: "ff", dimension: 4 }, passages: 3, archive: "aa" };
const record = (passage: number) => ({ passage, scale: passage + 0.5, codes: Int8Array.of(passage, -1, 127, -127) });

function write(records: readonly ReturnType<typeof record>[]): void {
  const journal = openJournal(archive, key);
  journal.append(records);
  journal.close();
}

test("readJournal() gives back what was appended over several openings", () => {
  write([record(2)]);
  write([record(0)]);
  const found = readJournal(archive, key);
  expect([...found.ready]).toEqual([1, 0, 1]);
  expect(found.count).toBe(2);
  expect(found.scales[2]).toBe(2.5);
  expect([...found.codes.subarray(8, 12)]).toEqual([2, -1, 127, -127]);
  expect(journalKeyOf(archive)).toEqual(key);
  expect(journalKeyOf(join(folder, "none.folio"))).toBeUndefined();
});

test("readJournal() keeps the whole records of a journal cut anywhere, and nothing false", () => {
  write([record(0), record(1)]);
  const whole = readFileSync(journalPath(archive));
  for (let length = 0; length < whole.length; length++) {
    writeFileSync(journalPath(archive), whole.subarray(0, length));
    expect(readJournal(archive, key).count).toBe(length < 512 + 16 ? 0 : 1);
  }
});

test("openJournal() drops a torn record, so that the ones appended after it count", () => {
  write([record(0), record(1)]);
  const whole = readFileSync(journalPath(archive));
  writeFileSync(journalPath(archive), whole.subarray(0, whole.length - 5));
  write([record(2)]);
  expect([...readJournal(archive, key).ready]).toEqual([1, 0, 1]);
});

test("readJournal() ignores a flipped record and a passage that does not exist", () => {
  write([record(0), record(1), record(7)]);
  const bytes = readFileSync(journalPath(archive));
  bytes[512 + 9]! ^= 1;
  writeFileSync(journalPath(archive), bytes);
  expect([...readJournal(archive, key).ready]).toEqual([0, 1, 0]);
});

test("a journal of another model or archive counts as absent, and openJournal() starts it anew", () => {
  write([record(0)]);
  const other = { ...key, archive: "bb" };
  expect(readJournal(archive, other).count).toBe(0);
  const journal = openJournal(archive, other);
  journal.append([record(1)]);
  journal.close();
  expect([...readJournal(archive, other).ready]).toEqual([0, 1, 0]);
  expect(readJournal(archive, key).count).toBe(0);
  removeJournal(archive);
  expect(existsSync(journalPath(archive))).toBe(false);
});
