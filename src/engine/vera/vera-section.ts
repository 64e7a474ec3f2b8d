import { z } from "zod";
import type { Folio } from "../archive/open.ts";
import { type Damaged, damagedSection } from "../archive/sections.ts";
import type { Extra } from "../archive/write.ts";
import { passageText } from "../ingest/passages.ts";
import type { VeraArchive, VeraChunk, VeraLink } from "./archive.ts";
import { decodeFramed, encodeFramed } from "./framed.ts";
import { hashingDimension, hashingVectors } from "./hashing.ts";
import { joinedWords } from "./tokens.ts";
import { decodeVector, encodeVector } from "./vectors.ts";

/** What a `.vera` archive held that has no other place in a folio. Chunk n is passage n. */
export interface KeptVera {
  /** The rows of `vera_metadata`. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly chunks: readonly Omit<VeraChunk, "metadata">[];
  readonly links: readonly VeraLink[];
  /** Undefined for a chunk without one. */
  vectors(): (Float32Array | undefined)[];
}

/** What of an open archive is kept; without vectors for who only searches: they stay in the archive, and are neither read nor compared. */
export function keptVera(archive: VeraArchive, chunks: readonly VeraChunk[], withVectors = true): KeptVera {
  const vectors = (): (Float32Array | undefined)[] => {
    if (!withVectors) return chunks.map(() => undefined);
    const { dimension, rows, present } = archive.vectors();
    return chunks.map((_, at) => (present[at] === 1 ? rows.subarray(at * dimension, (at + 1) * dimension) : undefined));
  };
  return { metadata: archive.metadata, chunks, links: archive.links(), vectors };
}

const strings = z.array(z.string());

const HEAD = z.object({
  metadata: z.array(z.tuple([z.string(), z.string()])),
  ids: strings,
  texts: z.array(z.union([z.literal(0), z.literal(1), z.string()])),
  chunkMetadata: strings,
  created: strings,
  updated: strings,
  links: z.array(z.tuple([z.int().min(0), z.string(), z.string()])),
  vectors: z.enum(["hashing", "stored"]),
});

/** The section `vera` (docs/folio-format.md §12). `passages` are the texts of the folio's passages, one a chunk. */
export function encodeVera({ metadata, chunks, links, vectors: read }: KeptVera, passages: readonly string[]): Extra {
  const indexOf = new Map(chunks.map(({ id }, at) => [id, at]));
  const vectors = read();
  const hashed = areHashed(metadata, chunks, vectors);
  const head: z.input<typeof HEAD> = {
    metadata: Object.entries(metadata),
    ids: chunks.map(({ id }) => id),
    texts: chunks.map(({ text }, at) => shortened(text, passages[at] ?? "")),
    chunkMetadata: chunks.map(({ metadataJson }) => metadataJson),
    created: chunks.map(({ createdAt }) => createdAt),
    updated: chunks.map(({ updatedAt }) => updatedAt),
    links: links.map(({ chunkId, attachmentId, role }) => [indexOf.get(chunkId) ?? 0, attachmentId, role]),
    vectors: hashed ? "hashing" : "stored",
  };
  const present = Uint8Array.from(vectors, (vector) => (vector === undefined ? 0 : 1));
  const stored = hashed
    ? []
    : [present, ...vectors.flatMap((vector) => (vector === undefined ? [] : [encodeVector(vector)]))];
  return { kind: "vera", count: chunks.length, bytes: encodeFramed(head, stored) };
}

/** Undefined for a folio that did not come from a `.vera` archive. Throws archive_damaged. */
export function veraIn(folio: Folio): KeptVera | undefined {
  const bytes = folio.extra("vera");
  if (bytes === undefined) return undefined;
  const damaged = damagedSection(folio.path, "vera");
  const { json, rest } = decodeFramed(bytes, damaged);
  const parsed = HEAD.safeParse(json);
  if (!parsed.success) throw damaged(`${parsed.error.issues[0]?.path.join(".")}: ${parsed.error.issues[0]?.message}`);
  const head = parsed.data;
  const { ids, texts, chunkMetadata, created, updated } = head;
  const odd = [ids, texts, chunkMetadata, created, updated].find((list) => list.length !== folio.meta.passages);
  if (odd !== undefined) throw damaged(`a list of ${odd.length} for ${folio.meta.passages} passages`);
  const metadata = Object.fromEntries(head.metadata);
  const chunks = folio.passages.map((passage, at) => ({
    id: ids[at] ?? "",
    text: restored(texts[at] ?? 0, () => passageText(folio.text, passage)),
    metadataJson: chunkMetadata[at] ?? "{}",
    createdAt: created[at] ?? "",
    updatedAt: updated[at] ?? "",
  }));
  const links = head.links.map(([chunk, attachmentId, role]) => {
    const chunkId = ids[chunk];
    if (chunkId === undefined) throw damaged(`a link from chunk ${chunk} of ${ids.length}`);
    return { chunkId, attachmentId, role };
  });
  return { metadata, chunks, links, vectors: () => readVectors(head.vectors, metadata, chunks, rest, damaged) };
}

function shortened(text: string, passage: string): 0 | 1 | string {
  if (text === passage) return 0;
  return text === joinedWords(passage) ? 1 : text;
}

function restored(text: 0 | 1 | string, passage: () => string): string {
  if (typeof text === "string") return text;
  return text === 0 ? passage() : joinedWords(passage());
}

/** Whether every vector is what the archive's hashing model gives for its text, so that none needs to be kept. */
function areHashed(
  metadata: Readonly<Record<string, string>>,
  chunks: KeptVera["chunks"],
  vectors: readonly (Float32Array | undefined)[],
): boolean {
  const dimension = hashingDimension(metadata.default_embedding_model ?? "");
  if (dimension === undefined || dimension !== Number(metadata.default_embedding_dimension)) return false;
  let at = 0;
  for (const wanted of hashingVectors(textsOf(chunks), dimension)) {
    const vector = vectors[at++];
    if (vector === undefined || !Buffer.from(encodeVector(wanted)).equals(encodeVector(vector))) return false;
  }
  return true;
}

function* textsOf(chunks: readonly { readonly text: string }[]): Generator<string> {
  for (const { text } of chunks) yield text;
}

function readVectors(
  kind: "hashing" | "stored",
  metadata: Readonly<Record<string, string>>,
  chunks: readonly { readonly text: string }[],
  rest: Uint8Array,
  damaged: Damaged,
): (Float32Array | undefined)[] {
  const dimension = Number(metadata.default_embedding_dimension);
  if (kind === "hashing") {
    if (hashingDimension(metadata.default_embedding_model ?? "") !== dimension)
      throw damaged("its model is no hashing model");
    return [...hashingVectors(textsOf(chunks), dimension)];
  }
  const present = rest.subarray(0, chunks.length);
  const count = present.reduce((sum, one) => sum + one, 0);
  if (rest.length !== chunks.length + count * dimension * 4) throw damaged(`${rest.length} bytes of vectors`);
  let at = chunks.length;
  return chunks.map((_, chunk) => {
    if (present[chunk] !== 1) return undefined;
    at += dimension * 4;
    return decodeVector(rest.subarray(at - dimension * 4, at));
  });
}
