import { basename } from "node:path/posix";
import { anchorSlug } from "./anchors.ts";
import { FoundTexts, noLinks } from "./found-text.ts";
import { type CodePart, type Declaration, LineNumbers } from "./languages/declaration.ts";
import { goDeclarations, parseGo } from "./languages/go.ts";
import { javascriptDeclarations, parseJavascript } from "./languages/javascript.ts";
import { parsePython, pythonDeclarations } from "./languages/python.ts";
import { parseRust, rustDeclarations } from "./languages/rust.ts";
import type { CorpusFile } from "./made-row.ts";
import { NOTHING, type Reading } from "./reading.ts";
import { firstSentence, withoutLinks } from "./texts.ts";

interface Language {
  readonly name: RegExp;
  readonly shown: string;
  /** Without any of these there is nothing to read. */
  readonly marks: readonly string[];
  readonly parse: (path: string, text: string) => { readonly parts: readonly CodePart[]; readonly isWhole: boolean };
  readonly declarations: (part: CodePart) => readonly Declaration[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: /\.rs$/,
    shown: "Rust",
    marks: ["///", "//!", "/**", "/*!"],
    parse: parseRust,
    declarations: rustDeclarations,
  },
  {
    name: /\.[cm]?[jt]sx?$/,
    shown: "JavaScript or TypeScript",
    marks: ["/**"],
    parse: parseJavascript,
    declarations: javascriptDeclarations,
  },
  {
    name: /\.pyi?$/,
    shown: "Python",
    marks: ['"""', "'''"],
    parse: parsePython,
    declarations: pythonDeclarations,
  },
  { name: /\.go$/, shown: "Go", marks: ["//", "/*"], parse: parseGo, declarations: goDeclarations },
];

/** Code that tests code, or was made by a program. */
const NO_SOURCE =
  /(?:[._-](?:test|spec)\.\w+|\.min\.[cm]?js|_test\.go|\.pb\.go|_pb2\.pyi?|\.generated\.\w+)$|(?:^|\/)(?:test_[^/]*\.py|conftest\.py)$|(?:^|\/)(?:tests?|__tests__|benches|testdata)\//;

export function isCode(path: string): boolean {
  return LANGUAGES.some(({ name }) => name.test(path)) && !NO_SOURCE.test(path);
}

/** Rows of what code says of its public declarations: title is the name within its module, the line that of the comment. */
export function readCode({ path, text }: CorpusFile): Reading {
  const language = LANGUAGES.find(({ name }) => name.test(basename(path)));
  if (language === undefined || !language.marks.some((mark) => text.includes(mark))) return NOTHING;
  const { parts, isWhole } = language.parse(path, text);
  const numbers = new LineNumbers(text);
  const found = new FoundTexts();
  const made = parts.flatMap((part) =>
    language.declarations(part).map((one) => ({ ...one, from: part.start + one.from, to: part.start + one.to })),
  );
  const rows = made.map(({ name, comment, from, to }) => {
    const [line, end] = [numbers.at(from), numbers.last(to)];
    const lines = comment.split("\n");
    for (const [at, one] of lines.slice(0, 200).entries()) found.line(one, line + at, noLinks);
    const [paragraph = ""] = comment.trim().split(/\n[ \t]*\n/, 1);
    return {
      name,
      within: anchorSlug(path),
      family: "doc" as const,
      kind: "api",
      title: name,
      line,
      end,
      summary: firstSentence(withoutLinks(paragraph.replace(/^#+ /, ""))) || undefined,
    };
  });
  const reason = `${language.shown} with errors — comments near them have no rows`;
  return { rows, flagged: isWhole ? [] : [{ item: path, reason }], found: found.all, labels: [] };
}
