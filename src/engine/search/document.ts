import type { Passage } from "../document.ts";
import type { LexicalIndex } from "./open-index.ts";

/** int8 vectors of a document's passages: component = code × scale of its passage. */
export interface PassageVectors {
  readonly scales: Float32Array;
  readonly codes: Int8Array;
  /** How many passages have their vector, from the first; or 1 for each that has. */
  readonly ready: number | Uint8Array;
}

/** What search ranks. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** What `where` can ask for: title, fileName, mediaType, language … */
  readonly meta: Readonly<Record<string, string>>;
  readonly index: LexicalIndex;
  readonly passages: readonly Passage[];
  passageText(passage: number): string;
  headingPath(passage: number): readonly string[];
  readonly vectors?: PassageVectors | undefined;
  /** Hex SHA-256 of the model that made the vectors; must be the embedder's. */
  readonly modelSha256?: string | undefined;
}
