import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { isRecord } from "../../foundation/is-record.ts";
import { CorpusIndex } from "./index.ts";
import { type IndexFile, readIndexFile } from "./read-index.ts";
import { compareRows, type Row } from "./row.ts";

/** Bytes of an index: rows are kept whole in memory. */
const LIMIT = 512 * 1024 * 1024;

/** Reads an index (index.json of tero). Throws corpus_invalid, `problem` in the words of the servers that this replaces, and too_large. */
export function loadCorpus(path: string): CorpusIndex {
  const { value, sha256 } = read(path);
  if (!isRecord(value) || !("items" in value))
    throw invalid(
      path,
      `${path} does not look like a tero index.json (expected a top-level object with an \`items\` array — see GENERATING-AN-INDEX.md for the schema)`,
    );
  const { items } = value;
  if (!Array.isArray(items)) throw invalid(path, `${path}: \`items\` must be a JSON array`);
  const rows = items.map((item, at) => checkedRow(item, at, path)).sort(compareRows);
  return new CorpusIndex({
    path,
    rows,
    siblings: Array.isArray(value.siblings) ? value.siblings : [],
    flagged: Array.isArray(value.flagged) ? value.flagged : [],
    sha256,
    root: typeof value.root === "string" ? value.root : undefined,
    generated: typeof value.generated === "string" ? value.generated : undefined,
  });
}

function read(path: string): IndexFile {
  try {
    return readIndexFile(path, LIMIT);
  } catch (error) {
    if (error instanceof RangeError)
      throw new FootnoteError("too_large", { path, size: Number(error.message), limit: LIMIT, format: "an index" });
    if (error instanceof SyntaxError || error instanceof TypeError) throw invalid(path, error.message);
    const known = toFootnoteError(error, path);
    if (known.code !== "path_not_found") throw invalid(path, known.message);
    throw invalid(
      path,
      `tero index not found at ${path} — generate one (see GENERATING-AN-INDEX.md) or pass --index/TERO_INDEX_PATH to point at an existing index.json`,
    );
  }
}

const TEXTS = ["anchor", "family", "kind", "title", "file", "tag"] as const;

/** A row without what every row needs would make each query fail: it is named at once. */
function checkedRow(item: unknown, at: number, path: string): Row {
  if (!isRecord(item)) throw invalid(path, `${path}: row ${at} of \`items\` is no object`);
  for (const key of TEXTS)
    if (typeof item[key] !== "string")
      throw invalid(path, `${path}: row ${at} of \`items\` (${String(item.anchor)}) has no text \`${key}\``);
  if (!Number.isInteger(item.line))
    throw invalid(path, `${path}: row ${at} of \`items\` (${String(item.anchor)}) has no whole number \`line\``);
  return item as Row;
}

function invalid(path: string, problem: string): FootnoteError {
  return new FootnoteError("corpus_invalid", { path, problem });
}
