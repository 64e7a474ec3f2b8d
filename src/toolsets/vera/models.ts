import type { Folio } from "../../engine/archive/open.ts";
import { passageText } from "../../engine/ingest/passages.ts";
import { embeddedText } from "../../engine/library/embedded-text.ts";
import type { Embedding } from "../../engine/vera/from-folio.ts";
import { hashingVectors } from "../../engine/vera/hashing.ts";
import { checkKnown, type Options, wholeNumber } from "./numbers.ts";
import { refusal } from "./refusal.ts";

/** The model inside Footnote, as an archive names it. */
export const BUILTIN_NAME = "footnote:bge-small-en-v1.5";
const BUILTIN_SPECS = ["bge-small-en-v1.5", BUILTIN_NAME];
const HASHING_SPECS = ["", "hashing", "hashing:hashing"];

/** A model that embeds the passages of a document. */
export interface Model {
  embed(folio: Folio, signal: AbortSignal): Promise<Embedding>;
}

/** The model that a spec of VERA's (`provider:model-id`, or a name of old) means. Refuses, as VERA does, what it has no model for. */
export function modelFor(spec: string, options: Options): Model {
  if (BUILTIN_SPECS.includes(spec)) {
    checkKnown(options, [], "Footnote embedding");
    return builtin;
  }
  const named = /^(?:hashing:)?vera-hashing-(\d+)$/.exec(spec)?.[1];
  if (named !== undefined || HASHING_SPECS.includes(spec)) {
    checkKnown(options, ["dimension"], "Hashing");
    const inName = named === undefined ? 384 : dimensionOf({ dimension: Number(named) });
    const dimension = options.dimension === undefined ? inName : dimensionOf(options);
    if (options.dimension !== undefined && dimension % 8 !== 0) throw refusal("dimension must be a multiple of 8");
    return hashing(dimension);
  }
  if (/^(sentence-transformers[:/]|all-MiniLM)/.test(spec))
    throw refusal(
      `${spec} is not inside Footnote, which downloads nothing. Use bge-small-en-v1.5, which is, or hashing.`,
      2,
    );
  if (spec.startsWith("openai:"))
    throw refusal(
      `${spec} is a service on the network, and Footnote opens no connection: OPENAI_API_KEY is not looked at. Use bge-small-en-v1.5 or hashing.`,
    );
  const [provider, id] = spec.split(":");
  if (id === undefined)
    throw refusal(
      `Unknown embedding model '${spec}'. Use hashing, vera-hashing-N or bge-small-en-v1.5; models of plugins have the form provider:model-id.`,
      2,
    );
  throw refusal(
    `Unknown embedding provider '${provider}' for model '${spec}'. Registered providers: footnote, hashing.`,
    2,
  );
}

function dimensionOf(options: Options): number {
  return wholeNumber(options, "dimension", 8, 4096) ?? 384;
}

function hashing(dimension: number): Model {
  return {
    async embed({ text, passages }) {
      const texts = passages.map((passage) => passageText(text, passage));
      return { model: `vera-hashing-${dimension}`, dimension, vectors: [...hashingVectors(texts, dimension)] };
    },
  };
}

const builtin: Model = {
  async embed(folio, signal) {
    const { openBuiltinEmbedder } = await import("../../engine/embed/builtin.ts");
    const texts = folio.passages.map((_, at) => embeddedText(folio, at));
    const embedder = await openBuiltinEmbedder();
    try {
      const vectors = await embedder.embedPassages(texts, { signal });
      return { model: BUILTIN_NAME, dimension: embedder.model.dimension, vectors };
    } finally {
      await embedder.close();
    }
  },
};
