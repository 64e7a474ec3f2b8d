import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ocrLanguages, refuseDownload } from "./ocr-languages.ts";

const NOWHERE = { env: {}, home: "/nowhere", platform: "linux" };

test("ocrLanguages() tells of the languages asked for, known or not", () => {
  expect(ocrLanguages("eng+zzz", NOWHERE)).toEqual([
    { code: "eng", name: "English", bundled: true, downloadable: true, cached: true },
    { code: "zzz", name: "zzz", bundled: false, downloadable: false, cached: false },
  ]);
});

test("ocrLanguages() lists all languages by code, with what the cache holds", () => {
  const cache = mkdtempSync(join(tmpdir(), "tessdata-"));
  writeFileSync(join(cache, "fra.traineddata"), "");
  const languages = ocrLanguages(undefined, { ...NOWHERE, env: { VERA_TESSDATA_CACHE: cache } });
  expect(languages.map(({ code }) => code)).toEqual(languages.map(({ code }) => code).sort());
  expect(languages.length).toBe(32);
  expect(languages.filter(({ cached }) => cached).map(({ code }) => code)).toEqual(["eng", "fra"]);
});

test("refuseDownload() names a language that nobody has", () => {
  expect(() => refuseDownload("eng+zzz")).toThrow("'zzz'");
  expect(() => refuseDownload("fra")).toThrow("Footnote has no OCR");
  expect(() => refuseDownload("a-b")).toThrow("Invalid OCR language code(s): 'a-b'");
});
