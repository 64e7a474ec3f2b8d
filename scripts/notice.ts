/**
 * Writes NOTICE: every package that can end up in the executable (the production dependencies and theirs), with version, licence and
 * copyright lines from its own files, after a fixed part for weights and data. `--check` fails when NOTICE is out of date.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

interface Manifest {
  name: string;
  version: string;
  license?: string;
  author?: string | { name: string };
  dependencies?: Record<string, string>;
}

const ROOT = resolve(import.meta.dir, "..");

/** transformers.js names these for Node; the web build that we bundle uses neither. */
const NOT_BUNDLED = new Set(["onnxruntime-node", "sharp"]);

const HEAD = `Footnote
Copyright (C) 2026 The Footnote authors

This program is free software under the GNU Affero General Public License, version 3 or later (see LICENSE).
It contains the following works of others.

== Model weights

bge-small-en-v1.5 (BAAI, FlagEmbedding): MIT. Packed to int8 by wasm/model/pack.py; origin and hashes in wasm/model/README.md.

== Fonts (wasm/fonts; licence texts beside them)

Noto Serif, Sans Arabic, Sans Hebrew, Sans Devanagari, Sans Math, Sans Symbols2: SIL OFL 1.1. Copyright 2010-2020 Google LLC
Nanum Gothic Coding: SIL OFL 1.1. Copyright 2010 NAVER Corporation, with Reserved Font Name Nanum
Droid Sans Fallback: Apache-2.0. Copyright 2006-2014 Google Inc.
DejaVu Sans Mono: Bitstream Vera licence. Copyright 2003 Bitstream, Inc.; DejaVu changes are in the public domain

== Runtime

Bun 1.4.5: MIT, with JavaScriptCore (LGPL-2.0-or-later, BSD) and the libraries that Bun's own licence page lists.

== Test data (not in the executable)

Examples of the CommonMark specification 0.31.2, in test/fixtures/markdown: CC-BY-SA 4.0.
  Copyright (C) 2014-16 John MacFarlane
Examples of tables from the GitHub Flavored Markdown specification 0.29 and the tests of cmark-gfm, there: CC-BY-SA 4.0.
  John MacFarlane, GitHub, Yuki Izumi
The tero-index of Mycelium (github.com/tzervas/mycelium), in test/fixtures/corpus: MIT, licence text beside it.
  Copyright (c) 2026 Tyler Zervas

== Packages
`;

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function locate(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return candidate;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed (needed by ${from})`);
  }
}

function collect(folder: string, found: Map<string, string>): void {
  for (const name of Object.keys(manifestOf(folder).dependencies ?? {})) {
    if (NOT_BUNDLED.has(name)) continue;
    const place = locate(name, folder);
    const facts = manifestOf(place);
    const key = `${facts.name} ${facts.version}`;
    if (found.has(key)) continue;
    found.set(key, entry(place, facts));
    collect(place, found);
  }
}

function entry(folder: string, facts: Manifest): string {
  const licence = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = licence === undefined ? "" : readFileSync(join(folder, licence), "utf8");
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^(copyright|\(c\)|©)\s.*\d{4}/i.test(line));
  const author = typeof facts.author === "string" ? facts.author : facts.author?.name;
  const credit =
    lines.length > 0
      ? [...new Set(lines)].slice(0, 4)
      : author === undefined
        ? []
        : [`Author: ${author.replace(/\s*[<(].*/, "")}`];
  return [
    `${facts.name} ${facts.version}: ${facts.license ?? "see its licence file"}`,
    ...credit.map((line) => `  ${line}`),
  ].join("\n");
}

const found = new Map<string, string>();
collect(ROOT, found);
const notice = `${HEAD}\n${[...found]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([, text]) => text)
  .join("\n")}\n`;
const path = join(ROOT, "NOTICE");
if (process.argv.includes("--check")) {
  if (!existsSync(path) || readFileSync(path, "utf8") !== notice) {
    console.error("NOTICE is out of date: run `bun run notice`.");
    process.exit(1);
  }
} else {
  writeFileSync(path, notice);
  console.log(`NOTICE: ${found.size} packages`);
}
