import { CHUNKER_VERSION, EMBEDDING_TEXT_VERSION, SCHEMA_VERSION } from "./database.ts";
import type { NotesSettings } from "./settings.ts";
import type { Store } from "./store.ts";

/** The model whose vectors an index has: the one inside. */
export const MODEL = { name: "bge-small-en-v1.5-int8", dimension: 384 } as const;

/** What an index depends on (kb.md §5.5). */
function manifestOf(settings: NotesSettings): Map<string, string> {
  return new Map<string, string>([
    ["schema_version", String(SCHEMA_VERSION)],
    ["chunker_version", String(CHUNKER_VERSION)],
    ["embedding_text_builder_version", String(EMBEDDING_TEXT_VERSION)],
    ["index_mode", settings.vectors ? "vector-enabled" : "lexical"],
    ...(settings.vectors
      ? ([
          ["embedding_model", MODEL.name],
          ["embedding_dimensions", String(MODEL.dimension)],
        ] as const)
      : []),
    ["chunking_max_chunk_bytes", String(settings.maxBytes)],
    ["chunking_max_elements", String(settings.maxElements)],
    ["chunking_include_heading_context", String(settings.includeHeadingContext !== false)],
    ["chunking_include_front_matter", String(settings.includeFrontMatter)],
  ]);
}

/** Where an index is not what these settings would make, one sentence a key; none for an empty index. */
export function problemsOf(store: Store, settings: NotesSettings): string[] {
  const found = store.manifest();
  if (!found.has("schema_version")) return [];
  return [...manifestOf(settings)].flatMap(([key, value]) => {
    const indexed = found.get(key);
    // Vectors can be added to an index of words, and be left unused.
    if (indexed === value || (/^(?:index_mode|embedding_(?:model|dimensions))$/.test(key) && indexed === undefined))
      return [];
    if (key === "index_mode") return [];
    return [`${key}: the index has ${indexed ?? "none"}, the settings say ${value}`];
  });
}

export function writeManifest(store: Store, settings: NotesSettings): void {
  const kept = [...store.manifest()].filter(([key]) => /^(?:last_segment|vectors_generation)$/.test(key));
  store.writeManifest(new Map([...kept, ...manifestOf(settings)]));
}
