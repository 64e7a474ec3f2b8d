const TOKEN = { type: "string", description: "bearer token (from TERO_TOKENS)" };
const STR = { type: "string" };
const described = (description: string) => ({ type: "string", description });

/** A tool as its clients know it, to the letter and in the order of its keys. */
export interface TeroTool {
  readonly name: string;
  readonly description: string;
  readonly category: "introspection" | "query" | "explain" | "maintenance";
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

const ASKED = { value: STR, start: STR, depth: STR };

/** The nine tools of tero-mcp-lite 0.2.0. */
export const TERO_TOOLS: readonly TeroTool[] = [
  tool("identify", "Server identity, version, and whether the Layer-2 gate is open.", "introspection", {}, []),
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
  tool(
    "cross_ref",
    "Breadth-first walk of depends_on/doc_refs edges from a start id/anchor.",
    "query",
    { start: STR, depth: described("hop count (default 1)") },
    ["start"],
  ),
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
  tool("refresh", "Reload the served index from disk (requires the `refresh` scope).", "maintenance", {}, []),
];
