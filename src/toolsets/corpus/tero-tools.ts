const TOKEN = { type: "string", description: "bearer token (from TERO_TOKENS)" };
const STR = { type: "string" };
const described = (description: string) => ({ type: "string", description });

/** A tool as its clients know it, to the letter and in the order of its keys. */
export interface TeroTool {
  readonly name: string;
  readonly description: string;
  readonly category: "introspection" | "query" | "explain" | "maintenance" | "memory";
  readonly inputSchema: {
    readonly type: "object";
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
  };
}

function tool(
  name: string,
  description: string,
  category: TeroTool["category"],
  properties: Readonly<Record<string, object>>,
  required: readonly string[],
): TeroTool {
  return {
    name,
    description,
    category,
    inputSchema: { type: "object", properties: { ...properties, token: TOKEN }, required: [...required, "token"] },
  };
}

const IDENTIFY = tool(
  "identify",
  "Server identity, version, and whether the Layer-2 gate is open.",
  "introspection",
  {},
  [],
);
const CROSS_REF = tool(
  "cross_ref",
  "Breadth-first walk of depends_on/doc_refs edges from a start id/anchor.",
  "query",
  { start: STR, depth: described("hop count (default 1)") },
  ["start"],
);
const REFRESH = tool(
  "refresh",
  "Reload the served index from disk (requires the `refresh` scope).",
  "maintenance",
  {},
  [],
);

const ASKED = { value: STR, start: STR, depth: STR };

/** The nine tools of tero-mcp-lite 0.2.0. */
const NINE: readonly TeroTool[] = [
  IDENTIFY,
  tool(
    "query_by_id",
    "Exact lookup by corpus id (RFC-0034, M-1015, DN-87, an issue id).",
    "query",
    { value: described("the id to match") },
    ["value"],
  ),
  tool("query_by_status", "All rows with a given status (Accepted, todo, done, …).", "query", { value: STR }, [
    "value",
  ]),
  tool("query_by_kind", "All rows of a given kind (rfc, adr, note, issue, section, …).", "query", { value: STR }, [
    "value",
  ]),
  CROSS_REF,
  tool(
    "text_search",
    "Ranked free-text search over id/title/summary.",
    "query",
    { value: described("the query text") },
    ["value"],
  ),
  tool(
    "cite",
    "Citations only for a query (kind + its args, as query_*).",
    "explain",
    { kind: described("id|status|kind|cross_ref|text"), ...ASKED },
    ["kind"],
  ),
  tool("explain", "EXPLAIN trace only for a query (kind + its args, as query_*).", "explain", { kind: STR, ...ASKED }, [
    "kind",
  ]),
  REFRESH,
];

const INT = { type: "integer" };
const ADVANCED = {
  type: "object",
  description: "rare/paging options — most calls don't need this object at all",
  properties: {
    status: described("exact status match, case-insensitive (e.g. Accepted, todo, done)"),
    tag: described("exact match on the row's extraction-honesty tag"),
    offset: { ...INT, description: "paging offset into the *matched* set, default 0" },
    fields: {
      type: "array",
      items: STR,
      description:
        "project each returned row to only these field names (anchor is always included); default in format=compact is [anchor,title,kind,score]",
    },
    format: described(
      "'compact' (default: trimmed fields, no per-hit EXPLAIN detail) or 'full' (every row field, full EXPLAIN hits) — citations are always full-shape in either format",
    ),
    order: described(
      "'auto' (default: relevance when `text` is given, else canonical), 'relevance', or 'canonical' (force stable family/file/line/anchor order even with `text`)",
    ),
  },
  required: [],
};
const REFERENCE = {
  ref: described("the common case: a known anchor or id (e.g. from an earlier search/cross_ref hit)"),
  query: {
    type: "object",
    description:
      "the same shape `search` takes (or `start`/`depth` for a cross_ref trace) — only for the rarer 'cite/explain a fresh query' case",
    properties: {
      text: STR,
      id: STR,
      kind: STR,
      family: STR,
      status: STR,
      tag: STR,
      limit: INT,
      offset: INT,
      start: described("set this for a cross_ref trace instead of a search"),
      depth: INT,
    },
  },
};

/** Those of its 0.3.0. */
const SIX: readonly TeroTool[] = [
  IDENTIFY,
  tool(
    "search",
    "Composable corpus search: search(text) alone answers ~most calls. Add id/kind/family/limit for common filters (all AND-ed with text); everything rarer (offset, field projection, output format, explicit ordering, status/tag filters) lives in `advanced`. Returns compact, field-projected hits with resolvable citations by default — pass advanced.format='full' for complete rows.",
    "query",
    {
      text: described(
        'free-text over id/title/summary, ranked — the common case: search(text="runner isolation") is a complete call on its own',
      ),
      id: described("exact corpus id filter (e.g. RFC-0034, M-1015)"),
      kind: described("exact kind filter, case-insensitive (rfc, adr, note, section, issue, …)"),
      family: described("exact family filter: doc|research|issue|changelog|skill"),
      limit: { ...INT, description: "max rows returned (default 10, hard cap 50)" },
      advanced: ADVANCED,
    },
    [],
  ),
  CROSS_REF,
  tool(
    "cite",
    "Citations only, no item bodies — the cheapest way to get a resolvable citation. cite(ref=<anchor-or-id>) for a row you already found; cite(query={...}) (same shape as search, or start/depth for cross_ref) only for citing a fresh query's results.",
    "explain",
    REFERENCE,
    [],
  ),
  tool(
    "explain",
    "The EXPLAIN trace only (why these rows, in what order) — no item bodies. explain(ref=<anchor-or-id>) or explain(query={...}), same shape as `cite`.",
    "explain",
    REFERENCE,
    [],
  ),
  REFRESH,
];

export const TERO_SURFACES = ["0.2", "0.3"] as const;
/** Which release's tools are served. */
export type TeroSurface = (typeof TERO_SURFACES)[number];

/** The three of tero-rs, and two of ours: what is kept can be seen, and let go. */
const MEMORY: readonly TeroTool[] = [
  tool(
    "memory_store",
    "Persist learned content via memory-gate (requires `memory-write`; runtime: TERO_MEMORY_ENABLED + TERO_MEMORY_DB).",
    "memory",
    {
      content: described("text to store"),
      anchors: described("optional comma-separated L1 anchors (metadata only)"),
      importance: { type: "number", description: "optional importance in [0,1]" },
    },
    ["content"],
  ),
  tool(
    "memory_retrieve",
    "Dense memory retrieval (memory_hits envelope — not L1 citations; requires `memory-read`).",
    "memory",
    { query: described("retrieval query"), k: { ...INT, description: "max hits (optional)" } },
    ["query"],
  ),
  tool("memory_consolidate", "Run memory-gate consolidation once (requires `memory-write`).", "memory", {}, []),
  tool(
    "memory_list",
    "What is kept in memory, newest first, in pages (requires `memory-read`).",
    "memory",
    {
      limit: { ...INT, description: "max memories (default 10, hard cap 100)" },
      offset: { ...INT, description: "how many to pass over" },
    },
    [],
  ),
  tool(
    "memory_forget",
    "Delete one memory by its key (requires `memory-write`).",
    "memory",
    { key: described("key of a memory, from memory_store, memory_retrieve or memory_list") },
    ["key"],
  ),
];

/** Tools of memory stand behind the others, and only where it is on: launchers compare the names with the nine. */
export function toolsOf(surface: TeroSurface, memory = false): readonly TeroTool[] {
  return [...(surface === "0.3" ? SIX : NINE), ...(memory ? MEMORY : [])];
}
