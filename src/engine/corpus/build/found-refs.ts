import { dirname, join as joinPath, normalize } from "node:path/posix";
import { percentDecoded } from "../../../foundation/text/percent.ts";
import { anchorSlug } from "./anchors.ts";
import type { FoundRef, MadeRow } from "./made-row.ts";
import type { FoundText, Reading } from "./reading.ts";

/** Edges kept on one row. */
const MOST = 64;
/** These stand for a part of their file, not for the file. */
const PARTS = new Set(["section", "entry", "release", "issue", "epic", "api"]);

/** A file with its rows in the order of its lines. */
export interface IndexedFile {
  readonly path: string;
  readonly rows: readonly MadeRow[];
  readonly found: readonly FoundText[];
  readonly labels: Reading["labels"];
}

/** Turns what lines point at into edges between rows: links to files and their parts, ids that belong to one row alone. */
export class References {
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #ids = new Map<string, MadeRow | "several">();
  readonly #labels = new Map<string, MadeRow | "several">();
  readonly #parts = new Map<string, ReadonlyMap<string, MadeRow>>();

  constructor(files: readonly IndexedFile[]) {
    this.#files = new Map(files.map((file) => [file.path, file]));
    const rows = files.flatMap((file) => file.rows);
    // A changelog names the ids of others.
    for (const isLog of [false, true]) {
      const known = new Set(this.#ids.keys());
      for (const row of rows.filter(({ family }) => (family === "changelog") === isLog))
        for (const id of idsOf(row)) if (!isLog || !known.has(id)) put(this.#ids, id, row);
    }
    for (const file of files)
      for (const { name, line } of file.labels) {
        const row = rowAt(file.rows, line);
        if (row === undefined) continue;
        put(this.#labels, name, row);
        put(this.#labels, `${file.path}\n${name}`, row);
      }
  }

  /** The edges of a file's rows, by anchor. */
  of(file: IndexedFile): Map<string, { refs: FoundRef[]; more: number }> {
    const edges = new Map<string, FoundRef[]>();
    for (const found of file.found) {
      const target = this.#target(found, file);
      const replaces = found.kind === "supersedes" || found.kind === "superseded_by";
      const place = rowAt(file.rows, found.line);
      const row = replaces ? (documentIn(file) ?? place) : place;
      if (target === undefined || row === undefined || target === row || isDeclared(row, target, found)) continue;
      // That a section names the document that it is part of says nothing.
      if (found.kind === "mention" && target.file === file.path && target === documentIn(file)) continue;
      const own = edges.get(row.anchor) ?? [];
      edges.set(row.anchor, own);
      if (own.some(({ kind, to }) => kind === found.kind && to === target.anchor)) continue;
      own.push({ kind: found.kind, to: target.anchor, line: found.line });
    }
    return new Map(
      [...edges].map(([anchor, all]) => {
        const linked = new Set(all.filter(({ kind }) => kind !== "mention").map(({ to }) => to));
        const refs = all
          .filter(({ kind, to }) => kind !== "mention" || !linked.has(to))
          .sort((a, b) => a.line - b.line);
        return [anchor, { refs: refs.slice(0, MOST), more: Math.max(0, refs.length - MOST) }];
      }),
    );
  }

  #target({ by, target }: FoundText, from: IndexedFile): MadeRow | undefined {
    if (by === "id") return one(this.#ids.get(normalId(target)));
    if (by === "path") return this.#byPath(target, from);
    return (
      one(this.#labels.get(`${from.path}\n${target}`)) ?? this.#part(from, target) ?? one(this.#labels.get(target))
    );
  }

  #byPath(target: string, from: IndexedFile): MadeRow | undefined {
    const [way = "", ...rest] = target.split("#");
    const fragment = percentDecoded(rest.join("#"));
    const path = percentDecoded(way.split("?")[0] ?? "");
    if (path === "") return fragment === "" ? undefined : this.#part(from, fragment);
    const file = this.#file(path, from.path);
    if (file === undefined) return undefined;
    return (fragment === "" ? undefined : this.#part(file, fragment)) ?? documentIn(file);
  }

  /** As hosts of repositories and builders of documentation read paths: relative to the file, or from the root of the repository or of the documentation. */
  #file(path: string, from: string): IndexedFile | undefined {
    const bases = path.startsWith("/") ? ancestors(from) : [dirname(from)];
    for (const base of bases) {
      const place = normalize(joinPath(base, path)).replace(/^\/+|\/+$/g, "");
      if (place === ".." || place.startsWith("../")) continue;
      const found = candidates(place === "." ? "" : place).find((one) => this.#files.has(one));
      if (found !== undefined) return this.#files.get(found);
    }
    return undefined;
  }

  #part(file: IndexedFile, fragment: string): MadeRow | undefined {
    const known = this.#parts.get(file.path) ?? partsOf(file);
    this.#parts.set(file.path, known);
    return (
      one(this.#labels.get(`${file.path}\n${fragment}`)) ??
      known.get(fragment.toLowerCase()) ??
      known.get(`~${anchorSlug(fragment)}`)
    );
  }
}

function put(map: Map<string, MadeRow | "several">, key: string, row: MadeRow): void {
  const known = map.get(key);
  map.set(key, known === undefined || known === row ? row : "several");
}

function one(row: MadeRow | "several" | undefined): MadeRow | undefined {
  return row === "several" ? undefined : row;
}

function idsOf({ id, gh_issue }: MadeRow): string[] {
  return [...(id === undefined ? [] : [normalId(id)]), ...(gh_issue === undefined ? [] : [`#${gh_issue}`])];
}

/** RFC-0007 and RFC-7 are the same. */
function normalId(id: string): string {
  return id.replace(/(?<=^|[-#])0+(?=\d)/g, "");
}

/** The last row that begins at or before a line. */
function rowAt(rows: readonly MadeRow[], line: number): MadeRow | undefined {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return rows[low - 1];
}

function documentIn(file: IndexedFile): MadeRow | undefined {
  const [first] = file.rows;
  return first !== undefined && !PARTS.has(first.kind) ? first : undefined;
}

function isDeclared(row: MadeRow, target: MadeRow, { by, target: said }: FoundText): boolean {
  if (by !== "id") return false;
  return (
    row.depends_on?.includes(target.id ?? said) === true ||
    row.epic === target.id ||
    row.doc_refs?.some((one) => one.includes(said)) === true
  );
}

/** Headings by their names on hosts of repositories, those that repeat with a number; and, marked, by their letters alone. */
function partsOf(file: IndexedFile): Map<string, MadeRow> {
  const parts = new Map<string, MadeRow>();
  const times = new Map<string, number>();
  for (const row of file.rows) {
    const slug = hostSlug(row.title);
    const time = times.get(slug) ?? 0;
    times.set(slug, time + 1);
    const name = time === 0 ? slug : `${slug}-${time}`;
    if (!parts.has(name)) parts.set(name, row);
    const letters = `~${anchorSlug(row.title)}`;
    if (!parts.has(letters)) parts.set(letters, row);
  }
  return parts;
}

function hostSlug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

/** The folders of a file from the root down. */
function ancestors(path: string): string[] {
  const parts = dirname(path).split("/");
  return ["", ...parts.map((_, at) => parts.slice(0, at + 1).join("/"))];
}

function candidates(place: string): string[] {
  const stem = place.replace(/\.(?:rst|md|html?)$/, "");
  const inside = place === "" ? "" : `${place}/`;
  return [
    place,
    ...[".md", ".rst", ".adoc", ".txt", ".rst.txt"].map((extension) => stem + extension),
    ...["README.md", "README.rst", "index.md", "index.rst", "README.adoc"].map((name) => inside + name),
  ];
}
