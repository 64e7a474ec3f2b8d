/**
 * The five kinds of query of the cited corpus once more, as the specification puts them (corpus.md §3 and §4.1): row by row, without an index, to compare the product with. It shares no
 * code with it on purpose.
 */
interface Row {
  readonly anchor: string;
  readonly family: string;
  readonly kind: string;
  readonly id?: string | null;
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly status?: string | null;
  readonly guarantee_tag?: string | null;
  readonly summary?: string | null;
  readonly depends_on?: readonly string[] | null;
  readonly doc_refs?: readonly string[] | null;
  readonly tag: string;
}

export type View = "full" | "citations" | "trace";
export type Query =
  | { readonly kind: "id" | "status" | "kind" | "text"; readonly value: string }
  | { readonly kind: "cross_ref"; readonly start: string; readonly depth?: string | number };

interface Found {
  readonly query: string;
  readonly scanned: number;
  readonly matched: number;
  readonly order: readonly string[];
  readonly hits: readonly { readonly row: Row; readonly score: number; readonly why: string }[];
  readonly unresolved: readonly string[];
}
interface Refused {
  readonly refusal: object;
  readonly message: string;
}

const RANKS = ["doc", "research", "issue", "changelog", "skill"];
const CANONICAL = "canonical index order (family, file, line, anchor)";

export class Oracle {
  readonly rows: readonly Row[];
  readonly #resolved = new Map<string, Row | undefined>();

  constructor(index: { readonly items: readonly Row[] }) {
    const rank = ({ family }: Row) => (RANKS.includes(family) ? RANKS.indexOf(family) : 5);
    const bytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
    this.rows = [...index.items].sort(
      (a, b) => rank(a) - rank(b) || bytes(a.file, b.file) || a.line - b.line || bytes(a.anchor, b.anchor),
    );
  }

  /** The serialised envelope of each view. */
  ask(query: Query): Readonly<Record<View, string>> {
    const found = this.#run(query);
    if ("message" in found) {
      const refused = JSON.stringify({ kind: "refusal", refusal: found.refusal, message: found.message });
      return { full: refused, citations: refused, trace: refused };
    }
    const citations = found.hits.map(({ row }) => ({
      anchor: row.anchor,
      id: row.id ?? null,
      family: row.family,
      kind: row.kind,
      file: row.file,
      line: row.line,
      item_tag: row.tag,
      guarantee_tag: row.guarantee_tag ?? null,
    }));
    const explain = {
      query: found.query,
      candidates_scanned: found.scanned,
      candidates_matched: found.matched,
      order_by: found.order,
      hits: found.hits.map(({ row, score, why }) => ({ anchor: row.anchor, score, why })),
      unresolved_edges: found.unresolved,
    };
    const items = found.hits.map(({ row }) => row);
    return {
      full: JSON.stringify({ kind: "answer", items, citations, explain }),
      citations: JSON.stringify({ kind: "citations", citations }),
      trace: JSON.stringify({ kind: "explain", explain }),
    };
  }

  #run(query: Query): Found | Refused {
    if (query.kind === "cross_ref") return this.#walk(query.start, query.depth);
    return query.kind === "text" ? this.#text(query.value) : this.#exact(query.kind, query.value);
  }

  /** §3.2 */
  #exact(kind: "id" | "status" | "kind", value: string): Found | Refused {
    const lower = value.toLowerCase();
    const matching = this.rows.filter((row) => {
      const field = row[kind];
      if (field === undefined || field === null || field === "") return false;
      return kind === "id" ? field === value : field.toLowerCase() === lower;
    });
    const query = `${kind} == ${repr(value)}${kind === "id" ? "" : " (case-insensitive)"}`;
    const total = this.rows.length;
    if (matching.length === 0)
      return {
        refusal: { variant: "no_match", query, candidates_scanned: total },
        message: `refusing to answer ${query} — 0 of ${total} row(s) matched, so there is no resolvable citation to answer with`,
      };
    const why = kind === "id" ? "exact id match" : `${kind} field == ${repr(value)}`;
    return {
      query,
      scanned: total,
      matched: matching.length,
      order: [`${CANONICAL} — every match is an equally exact hit, so no ranking signal is applied`],
      hits: matching.map((row) => ({ row, score: 0, why })),
      unresolved: [],
    };
  }

  /** §3.3 */
  #text(value: string): Found | Refused {
    const terms: string[] = [];
    for (const piece of pieces(value)) if (!terms.includes(piece.toLowerCase())) terms.push(piece.toLowerCase());
    const hits: { row: Row; score: number; why: string }[] = [];
    for (const row of this.rows) {
      let score = 0;
      const why: string[] = [];
      for (const term of terms) {
        for (const [field, points] of [
          ["id", 4],
          ["title", 3],
          ["summary", 1],
        ] as const) {
          if (!(row[field] ?? "").toLowerCase().includes(term)) continue;
          score += points;
          why.push(`${field}~${repr(term)}`);
        }
      }
      if (score > 0) hits.push({ row, score, why: why.join(", ") });
    }
    const total = this.rows.length;
    if (hits.length === 0)
      return {
        refusal: { variant: "no_text_match", query: value, candidates_scanned: total },
        message: `refusing to answer text query ${repr(value)} — 0 of ${total} row(s) matched any query term in id/title/summary`,
      };
    return {
      query: `text(${repr(value)}) — terms [${terms.map(repr).join(", ")}]`,
      scanned: total,
      matched: hits.length,
      order: [
        "match score, descending (id match x4 + title match x3 + summary match x1, per matched term)",
        `then ${CANONICAL}`,
      ],
      hits: hits.sort((a, b) => b.score - a.score).slice(0, 20),
      unresolved: [],
    };
  }

  /** §3.4 */
  #walk(start: string, asked: string | number = 1): Found | Refused {
    const total = this.rows.length;
    const first = this.rows.find(({ id }) => id === start) ?? this.rows.find(({ anchor }) => anchor === start);
    if (first === undefined)
      return {
        refusal: { variant: "unknown_anchor", start, candidates_scanned: total },
        message: `refusing to walk cross-references from ${repr(start)} — no row with that id or anchor in the Layer-1 index (${total} row(s) scanned)`,
      };
    const requested = Number(asked);
    const depth = Math.min(requested, 6);
    const reached = [{ row: first, hop: 0, why: "start node" }];
    const unresolved: string[] = [];
    let edges = 0;
    for (let hop = 1; hop <= depth; hop++) {
      const frontier = reached.filter((one) => one.hop === hop - 1);
      for (const { row } of frontier) {
        const walked = [
          ...(row.depends_on ?? []).map((ref) => ({ name: "depends_on", ref, target: this.#issue(ref) })),
          ...(row.doc_refs ?? []).map((ref) => ({ name: "doc_refs", ref, target: this.#resolve(ref) })),
        ];
        for (const { name, ref, target } of walked) {
          edges += 1;
          if (target === undefined)
            unresolved.push(
              name === "depends_on"
                ? `${row.anchor} --depends_on--> ${ref} (no issue with that id in the Layer-1 index)`
                : `${row.anchor} --doc_refs--> ${ref} (unresolved within Layer 1 — an api:/src: reference, or a corpus: doc/anchor this index does not carry)`,
            );
          else if (!reached.some((one) => one.row === target))
            reached.push({ row: target, hop, why: `${name}: ${row.anchor} -> ${target.anchor}` });
        }
      }
    }
    const place = (row: Row) => this.rows.indexOf(row);
    return {
      query: `cross_ref(start=${repr(start)}, depth=${requested}${requested > 6 ? " -> clamped to 6" : ""})`,
      scanned: edges,
      matched: reached.length,
      order: ["hop distance from start, ascending", `then ${CANONICAL}`],
      hits: reached
        .sort((a, b) => a.hop - b.hop || place(a.row) - place(b.row))
        .map(({ row, hop, why }) => ({ row, score: hop === 0 ? 0 : -hop, why })),
      unresolved,
    };
  }

  #issue(id: string): Row | undefined {
    return this.#once(`issue ${id}`, () => {
      const row = this.rows.find((one) => one.id === id);
      return row?.family === "issue" ? row : undefined;
    });
  }

  /** §3.6 */
  #resolve(reference: string): Row | undefined {
    return this.#once(`doc ${reference}`, () => {
      if (!reference.startsWith("corpus:")) return undefined;
      const documents = this.rows.filter(({ family }) => family === "doc" || family === "research");
      const rest = reference.slice(7);
      const hash = rest.indexOf("#");
      const document = documents.find(({ id }) => id === (hash < 0 ? rest : rest.slice(0, hash)));
      if (document === undefined || hash < 0) return document;
      const wanted = `${document.anchor}--${rest.slice(hash + 1)}`;
      const exact = documents.find(({ anchor }) => anchor === wanted);
      if (exact !== undefined) return exact;
      const numbered = documents.filter(
        ({ anchor }) => anchor.startsWith(`${wanted}-`) && /^[0-9]+$/.test(anchor.slice(wanted.length + 1)),
      );
      return numbered.length === 1 ? numbered[0] : undefined;
    });
  }

  #once(key: string, find: () => Row | undefined): Row | undefined {
    if (!this.#resolved.has(key)) this.#resolved.set(key, find());
    return this.#resolved.get(key);
  }
}

/** §3.3, 1: the white space named there, one code point after the other. */
function pieces(value: string): string[] {
  const blank = (code: number) =>
    (code >= 0x09 && code <= 0x0d) ||
    (code >= 0x1c && code <= 0x20) ||
    [0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(code) ||
    (code >= 0x2000 && code <= 0x200a);
  const found: string[] = [];
  let piece = "";
  for (const character of `${value} `) {
    if (!blank(character.codePointAt(0) ?? 0)) piece += character;
    else if (piece !== "") {
      found.push(piece);
      piece = "";
    }
  }
  return found;
}

/** §3.1 */
function repr(value: string): string {
  const single = value.includes("'");
  const double = value.includes('"');
  const mark = single && !double ? '"' : "'";
  let text = mark;
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (character === "\\") text += "\\\\";
    else if (character === "'" && mark === "'") text += "\\'";
    else if (character === "\n") text += "\\n";
    else if (character === "\r") text += "\\r";
    else if (character === "\t") text += "\\t";
    else if (character !== " " && /[\p{C}\p{Z}]/u.test(character)) {
      const hex = code.toString(16);
      text +=
        code < 0x100
          ? `\\x${hex.padStart(2, "0")}`
          : code < 0x10000
            ? `\\u${hex.padStart(4, "0")}`
            : `\\U${hex.padStart(8, "0")}`;
    } else text += character;
  }
  return text + mark;
}
