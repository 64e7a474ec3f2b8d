import { FootnoteError } from "../../foundation/errors.ts";
import { foldQuote } from "../../foundation/text/fold.ts";
import type { PassageKind } from "../document.ts";
import type { SearchDocument } from "./document.ts";

export interface SearchFilters {
  /** Globs, or paths of a document or of a folder above it. Any of them. */
  readonly paths?: readonly string[] | undefined;
  /** Physical pages, first and last, from 1. */
  readonly pages?: readonly [number, number] | undefined;
  /** key=value on the documents' metadata; all of them. Values compare folded; a glob's * is allowed. */
  readonly where?: readonly string[] | undefined;
  readonly kinds?: readonly PassageKind[] | undefined;
  /** Any other choice, by the index of the document and of the passage. */
  readonly chosen?: ((document: number, passage: number) => boolean) | undefined;
}

/** Globs, or paths of a file or of a folder above it; any of them. */
export function pathFilter(wanted: readonly string[]): (path: string) => boolean {
  const tests = wanted.map((one) => ({ own: one.replace(/\/+$/, ""), glob: new Bun.Glob(one) }));
  return (path) => tests.some(({ own, glob }) => path === own || path.startsWith(`${own}/`) || glob.match(path));
}

export function documentFilter({ paths = [], where = [] }: SearchFilters): (document: SearchDocument) => boolean {
  const isWanted = pathFilter(paths);
  const conditions = where.map(condition);
  return ({ path, meta }) => (paths.length === 0 || isWanted(path)) && conditions.every((holds) => holds(meta));
}

export function passageFilter({ pages, kinds }: SearchFilters): (document: SearchDocument, passage: number) => boolean {
  return (document, at) => {
    const passage = document.passages[at];
    if (passage === undefined) return false;
    if (kinds !== undefined && kinds.length > 0 && !kinds.includes(passage.kind)) return false;
    return pages === undefined || (passage.lastPage >= pages[0] && passage.firstPage <= pages[1]);
  };
}

function condition(text: string): (meta: SearchDocument["meta"]) => boolean {
  const [, key, value] = /^\s*([\p{L}\w-]+)\s*=(.*)$/su.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new FootnoteError("invalid_argument", {
      what: "where",
      problem: `“${text}” is not of the form key=value`,
      command: "search",
    });
  }
  const wanted = foldQuote(value);
  const glob = wanted.includes("*") ? new Bun.Glob(wanted.replaceAll("/", "\u0000")) : undefined;
  return (meta) => {
    const [, found] = Object.entries(meta).find(([name]) => name.toLowerCase() === key.toLowerCase()) ?? [];
    if (found === undefined) return false;
    const folded = foldQuote(found);
    return folded === wanted || (glob?.match(folded.replaceAll("/", "\u0000")) ?? false);
  };
}
