import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as mupdf from "mupdf";
import { testPdf, text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

interface FileResult {
  readonly outcome: string;
  readonly pages?: number;
  readonly passages?: number;
  readonly statuses?: Readonly<Record<string, number>>;
  readonly error?: { readonly code: string; readonly message: string; readonly remedy: string };
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const DEEP = 10_000;

const page = (words: string) => text(72, 400, words);
const cutOff = readFileSync(join(FIXTURES, "pdf/apssamp.pdf"));

function encrypted(options: string): Uint8Array {
  const document = mupdf.Document.openDocument(testPdf([page("The harbour master keeps the key.")]), "application/pdf");
  if (!(document instanceof mupdf.PDFDocument)) throw new Error("not a PDF");
  return document.saveToBuffer(options).asUint8Array().slice();
}

/** Bytes of each bad file, and what a batch has to say about it: an error's code and a part of its message, or the pages by status. */
const BAD: Readonly<Record<string, readonly [bytes: string | Uint8Array, ...outcome: (string | object)[]]>> = {
  "a-password.pdf": [
    encrypted("encrypt=aes-256,user-password=sesame,owner-password=boss"),
    "password_required",
    "is encrypted and needs a password to open",
  ],
  "b-owner-only.pdf": [encrypted("encrypt=aes-256,owner-password=boss"), { text: 1 }],
  "c-cut-off.pdf": [cutOff.subarray(0, cutOff.length >> 1), "damaged_document", "it seems to be cut off"],
  "d-empty.pdf": ["", "empty_file", "is empty (0 bytes)"],
  "e-picture.pdf": [
    Buffer.from(PNG, "base64"),
    "mislabelled_document",
    "is named like a PDF, but its content is a PNG",
  ],
  "f-text.pdf": [
    "only words\n".repeat(99),
    "mislabelled_document",
    "is named like a PDF, but its content is plain text",
  ],
  "g-no-pages.pdf": [testPdf([]), "no_pages", "has no pages"],
  "h-boxes.pdf": [
    testPdf(
      ["0 0 1e12 1e12", "-1e38 -1e38 1e38 1e38", "0 0 0 0", "612 792 0 0"].map((mediaBox) => ({
        content: page("A page of any size."),
        mediaBox,
      })),
    ),
    { text: 4 },
  ],
  "i-recursive.pdf": [
    testPdf([
      {
        content: `${page("Words before the loop.")}/X Do\n`,
        forms: { X: "/X Do /Y Do\n", Y: "/Y Do /X Do\n" },
      },
    ]),
    { text: 1 },
  ],
  "j-deep-quotes.md": [`${"> ".repeat(DEEP)}bottom\n`, { text: 1 }],
  "k-deep-lists.md": [`${"- ".repeat(DEEP)}bottom\n`, { text: 1 }],
  "l-deep-brackets.md": [`${"[".repeat(DEEP)}bottom${"]".repeat(DEEP)}\n`, { text: 1 }],
  "m-deep-emphasis.md": [`${"*a _b ".repeat(DEEP)}\n`, { text: 1 }],
  "n-deep.html": [`${"<div>".repeat(DEEP)}bottom${"</div>".repeat(DEEP)}`, { text: 1 }],
  "o-deep-tables.html": [`${"<table><tr><td>".repeat(DEEP)}bottom`, { text: 1 }],
  "p-not-utf8.txt": [Buffer.from("Caf\xe9 by the harbour: \xff\xfe\xc0\xaf\n", "latin1"), { text: 1 }],
  "q-not-zip.docx": ["not a zip", "mislabelled_document", "but its content is plain text"],
  "r-good.md": ["# Good\n\nThe good document stands at the end.\n", { text: 1 }],
};

const folder = emptyFolder();
const bad = join(folder.path, "bad");
const run = (library: string, args: readonly string[]) =>
  footnote([...args, "--library", join(folder.path, library)], { cwd: folder.path });

beforeAll(() => {
  mkdirSync(bad);
  for (const [name, [bytes]] of Object.entries(BAD)) writeFileSync(join(bad, name), bytes);
});
afterAll(() => folder[Symbol.dispose]());

/** What the last line says of each file. */
function filesIn(out: string): Record<string, FileResult> {
  const { data } = JSON.parse(out.trimEnd().split("\n").at(-1) ?? "");
  return Object.fromEntries(data.files.map((file: FileResult & { path: string }) => [basename(file.path), file]));
}

test("a batch of bad files: each has its code, message and remedy, the others are added, and the exit code is 3", () => {
  const { code, out, err } = run("batch", ["add", bad, "--vectors", "off", "--json"]);
  expect({ code, err }).toEqual({ code: 3, err: "" });
  const files = filesIn(out);
  expect(Object.keys(files).sort()).toEqual(Object.keys(BAD));
  for (const [name, [, expected, message]] of Object.entries(BAD)) {
    const { outcome, statuses, error } = files[name] ?? {};
    if (typeof expected === "string") {
      expect({ name, outcome, code: error?.code }).toEqual({ name, outcome: "failed", code: expected });
      expect(error?.message).toContain(join(bad, name));
      expect(error?.message).toContain(String(message));
      expect(error?.remedy).toMatch(/^\S.{10,}/);
    } else {
      expect({ name, outcome, statuses, error }).toEqual({
        name,
        outcome: "added",
        statuses: expected as Record<string, number>,
        error: undefined,
      });
    }
  }
  const added = Object.values(BAD).filter(([, expected]) => typeof expected !== "string").length;
  const status = JSON.parse(run("batch", ["status", "--json"]).out);
  expect(status.data).toMatchObject({ documents: added });
  expect(status.data.failed).toHaveLength(Object.keys(BAD).length - added);
  const read = JSON.parse(run("batch", ["read", join(bad, "r-good.md"), "--json"]).out);
  expect(JSON.stringify(read.data)).toContain("The good document stands at the end.");
}, 60_000);

test("a user password: the right one opens, a wrong one says so, and the file is not lost in between", () => {
  const path = join(bad, "a-password.pdf");
  const add = (...more: string[]) => filesIn(run("password", ["add", path, "--vectors", "off", "--json", ...more]).out);
  writeFileSync(join(folder.path, "wrong"), "open sesame\n");
  writeFileSync(join(folder.path, "right"), "sesame\n");
  const withPassword = (name: string) => add("--password-file", join(folder.path, name))["a-password.pdf"];
  expect(withPassword("wrong")).toMatchObject({ outcome: "failed", error: { code: "password_wrong" } });
  expect(withPassword("right")).toMatchObject({ outcome: "added", pages: 1 });
  const { code, out } = run("password", ["read", path, "--json"]);
  expect(code).toBe(0);
  expect(out).toContain("The harbour master keeps the key.");
});

test("a page that never ends is given up; the pages around it and the next documents are read", () => {
  // Each form draws the next one twice: 2^29 drawings.
  const forms = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`N${at}`, at < 29 ? `/N${at + 1} Do /N${at + 1} Do\n` : text(1, 1, "x")]),
  );
  const path = join(folder.path, "bomb.pdf");
  writeFileSync(path, testPdf([page("Before."), { content: "/N0 Do\n", forms }, page("Afterwards.")]));
  const { code, out } = run("bomb", ["add", path, join(bad, "r-good.md"), "--vectors", "off", "--json"]);
  expect(code).toBe(0);
  expect(filesIn(out)).toMatchObject({
    "bomb.pdf": { outcome: "added", pages: 3, statuses: { text: 2, failed: 1 }, notes: ["1 page could not be read"] },
    "r-good.md": { outcome: "added" },
  });
  expect(run("bomb", ["read", path, "--pages", "3"]).out).toContain("Afterwards.");
}, 90_000);

test("a source larger than can be read whole is refused by its size, before it is read", () => {
  const path = join(folder.path, "huge.txt");
  writeFileSync(path, "");
  truncateSync(path, 5 * 2 ** 30);
  const { code, out } = run("huge", ["add", path, "--vectors", "off", "--json"]);
  expect(code).toBe(3);
  expect(filesIn(out)["huge.txt"]?.error).toMatchObject({
    code: "too_large",
    message: `${path} is 5368709120 bytes; the limit for documents is 1073741824.`,
  });
});

test("twenty thousand pages are read in bounded memory", () => {
  const path = join(folder.path, "long.pdf");
  const words = (at: number) => `Berth ${at} is ${(at * 7919) % 20_000} fathoms from the pier.`;
  writeFileSync(path, testPdf(Array.from({ length: 20_000 }, (_, at) => text(72, 100 + (at % 500), words(at)))));
  const args = ["add", path, "--vectors", "off", "--json", "--quiet", "--library", join(folder.path, "long")];
  const { exitCode, stdout, resourceUsage } = Bun.spawnSync([BINARY, ...args], {
    cwd: folder.path,
    env: { HOME: folder.path },
  });
  expect(exitCode).toBe(0);
  expect(filesIn(stdout.toString())["long.pdf"]).toMatchObject({ pages: 20_000, statuses: { text: 20_000 } });
  expect(resourceUsage.maxRSS).toBeLessThan(700 * 2 ** 20);
  expect(run("long", ["read", path, "--pages", "19999"]).out).toContain(words(19_998));
}, 180_000);
