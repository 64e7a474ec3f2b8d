import { frontMatterEnd } from "../../../engine/markdown/front-matter.ts";
import { FootnoteError } from "../../../foundation/errors.ts";

/** What front matter may be given: what YAML writes on one line. */
export type FrontMatterValue = string | number | boolean | null | readonly (string | number | boolean | null)[];

export interface FrontMatterEdit {
  readonly set: Readonly<Record<string, FrontMatterValue>>;
  readonly remove: readonly string[];
}

/**
 * A text with keys of its front matter set or removed; keys that are not named keep their bytes, comments and order. Front matter is made where there is none. Refused
 * (edit_refused) when what would come out is not the YAML that was meant, for instance where a key stands in a flow mapping.
 */
export function editFrontMatter(file: { readonly path: string; readonly text: string }, edit: FrontMatterEdit): string {
  const { text } = file;
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const block = blockOf(text);
  const before = readYaml(block?.yaml ?? "", file.path);
  const lines = linesOf(block?.yaml ?? "");
  for (const key of edit.remove) takeOut(lines, key);
  for (const [key, value] of Object.entries(edit.set)) {
    const at = takeOut(lines, key);
    if (at === undefined && lines.length > 0 && !lines[lines.length - 1]?.endsWith("\n")) lines.push(ending);
    lines.splice(at ?? lines.length, 0, `${scalar(key)}: ${written(value)}${ending}`);
  }
  const yaml = lines.join("");
  const expected = new Map(Object.entries(before).filter(([key]) => !edit.remove.includes(key)));
  for (const [key, value] of Object.entries(edit.set)) expected.set(key, value);
  if (!Bun.deepEquals(readYaml(yaml, file.path), Object.fromEntries(expected)))
    throw refused(file.path, "its front matter is written in a way that cannot be edited by key");
  if (block !== undefined) return text.slice(0, block.start) + yaml + text.slice(block.end);
  return yaml === "" ? text : `---${ending}${yaml}---${ending}${text === "" ? "" : ending}${text}`;
}

/** The YAML between the fences, as it stands in the text. */
function blockOf(text: string): { start: number; end: number; yaml: string } | undefined {
  // Fences are found in a text with plain line ends, and lie in the same lines in this one.
  const normal = text.replace(/\r\n/g, "\n");
  const end = frontMatterEnd(normal);
  if (end === 0) return undefined;
  const closing = normal.slice(0, end).split("\n").length - 1;
  const all = linesOf(text);
  const start = all[0]?.length ?? 0;
  const yaml = all.slice(1, closing).join("");
  return { start, end: start + yaml.length, yaml };
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Takes a top-level key with what belongs to it out of the lines, and says where it stood. */
function takeOut(lines: string[], key: string): number | undefined {
  const at = lines.findIndex((line) => keyOf(line) === key);
  if (at < 0) return undefined;
  let end = at + 1;
  while (end < lines.length && /^(?:[ \t]+\S|- |-\r?\n)/.test(lines[end] ?? "")) end++;
  // Blank lines inside a block of text belong to it when more of it follows.
  while (end + 1 < lines.length && (lines[end] ?? "").trim() === "" && /^[ \t]+\S/.test(lines[end + 1] ?? "")) {
    end += 2;
    while (end < lines.length && /^[ \t]+\S/.test(lines[end] ?? "")) end++;
  }
  lines.splice(at, end - at);
  return at;
}

function keyOf(line: string): string | undefined {
  const found = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'{[:-][^:\n]*?|-[^\s:][^:\n]*?)[ \t]*:(?=\s|$)/.exec(line);
  const raw = found?.[1];
  if (raw === undefined) return undefined;
  if (raw.startsWith("'")) return raw.slice(1, -1).replaceAll("''", "'");
  if (!raw.startsWith('"')) return raw;
  try {
    return String(JSON.parse(raw));
  } catch {
    return undefined;
  }
}

function written(value: FrontMatterValue): string {
  return Array.isArray(value) ? `[${value.map(scalar).join(", ")}]` : scalar(value as string);
}

/** Plain where YAML reads a plain word back as itself, else as JSON, which YAML reads, too. */
function scalar(value: string | number | boolean | null): string {
  if (typeof value !== "string") return JSON.stringify(value);
  const plain = /^[\p{L}][\p{L}\p{N} _./-]*$/u.test(value) && value.trim() === value && Bun.YAML.parse(value) === value;
  return plain ? value : JSON.stringify(value);
}

function readYaml(yaml: string, path: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = yaml.trim() === "" ? {} : (Bun.YAML.parse(yaml) ?? {});
  } catch (error) {
    throw refused(path, `its front matter is no YAML (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refused(path, "its front matter is no mapping of keys");
  return { ...value };
}

function refused(path: string, problem: string): FootnoteError {
  const remedy = "Edit it as text with kb_patch on the pointer frontmatter.";
  return new FootnoteError("edit_refused", { path, problem, reason: "FRONT_MATTER", pointer: "frontmatter", remedy });
}
