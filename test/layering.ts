/**
 * Which room may import from which. Arrows point down only: faces → toolsets → engine → foundation; toolsets never import each other.
 * Rooms of the engine: what reads, embeds and stores knows nothing of the others; the library puts them together.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  main: ["faces", "foundation"],
  faces: ["toolsets", "viewer", "engine", "foundation"],
  toolsets: ["viewer", "engine", "foundation"],
  // The page that a browser shows; of the engine it knows the shapes.
  viewer: ["engine"],
  engine: ["foundation"],
  foundation: [],
};

const ENGINE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  ingest: [],
  embed: [],
  archive: [],
  markdown: [],
  workspace: ["markdown"],
  book: ["ingest", "markdown"],
  corpus: ["embed", "ingest", "markdown", "search", "workspace"],
  values: ["search"],
  memory: [],
  notes: ["embed", "ingest", "markdown", "search", "workspace"],
  edit: ["markdown"],
  search: ["archive", "embed"],
  evidence: ["archive", "search"],
  evaluate: ["evidence"],
  vera: ["ingest", "archive", "search"],
  pages: ["ingest", "archive", "evidence"],
  library: ["ingest", "embed", "archive", "search", "evidence", "vera"],
};

/** What is wrong with the imports of one file; paths are relative to src/, with slashes. Type imports count. */
export function wrongImports(path: string, source: string): string[] {
  return importsOf(path, source)
    .filter((target) => !allowed(path, target))
    .map((target) => `${path} imports ${target}`);
}

/** The files that a source imports by relative path, statically or not, as paths relative to src/. */
function importsOf(path: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g);
  return [...specifiers].map(([, specifier = ""]) =>
    new URL(specifier, `file:///src/${path}`).pathname.replace("/src/", ""),
  );
}

function allowed(from: string, to: string): boolean {
  // Outside src/: package.json's version, and the wasm and weights that get embedded.
  if (to.startsWith("/")) return to === "/package.json" || to.startsWith("/wasm/");
  const [layer = "", room = ""] = rooms(from);
  const [otherLayer = "", otherRoom = ""] = rooms(to);
  if (layer !== otherLayer) return MAY_IMPORT[layer]?.includes(otherLayer) === true;
  const shared = !to.includes("/", layer.length + 1);
  if (room === otherRoom || shared) return true;
  if (layer === "engine") return ENGINE_ROOMS[room]?.includes(otherRoom) === true;
  // toolsets/registry.ts gathers the toolsets; they themselves never meet.
  return layer === "toolsets" ? room === "registry.ts" : true;
}

function rooms(path: string): string[] {
  return path === "main.ts" ? ["main"] : path.split("/");
}
