import { version } from "../../../package.json";
import type { Folio } from "../archive/open.ts";
import { pathTo } from "../headings.ts";
import { passageText } from "../ingest/passages.ts";
import { attachmentsIn, type KeptAttachment } from "./attachments-section.ts";
import { compactJson, type Encodable, Float, spacedJson } from "./encode-json.ts";
import { figureLinks, type NewFigure } from "./figures.ts";
import { hashingVectors } from "./hashing.ts";
import { joinedWords } from "./tokens.ts";
import { veraIn } from "./vera-section.ts";
import { passageRegions, type ViewerBlock, viewerBlocks } from "./viewer-blocks.ts";
import { type NewAttachment, type VeraParts, veraTime } from "./write.ts";

const HASHING_DIMENSION = 384;

export interface FromFolioOptions {
  readonly now: Date;
  /** Pictures of the document, in reading order; of a folio that came from a `.vera` its own are written. */
  readonly figures?: readonly NewFigure[];
  /** Whether the original goes into the archive; true unless said otherwise. */
  readonly keepSource?: boolean;
  /** Added to the archive's metadata and to every chunk's. */
  readonly tags?: Readonly<Record<string, Encodable>>;
  /** How the passages were cut, in VERA's words; absent: as Footnote cuts them. */
  readonly chunking?: string;
  /** Vectors of length 1 (or 0), one a passage; absent: those of VERA's hashing model with 384 dimensions. */
  readonly embedding?: Embedding;
}

/** What embedded the passages, by the name that a reader resolves. */
export interface Embedding {
  readonly model: string;
  readonly dimension: number;
  readonly vectors: readonly Float32Array[];
}

/**
 * A `.vera` archive's parts from a folio: chunk n is passage n. A folio that came from a `.vera` gives the same chunks, links, vectors, attachments and
 * times again; any other is described with VERA's keys and embedded with its hashing model. Throws archive_damaged.
 */
export function folioToVera(folio: Folio, options: FromFolioOptions): VeraParts {
  return restored(folio) ?? described(folio, options);
}

function restored(folio: Folio): VeraParts | undefined {
  const kept = veraIn(folio);
  if (kept === undefined) return undefined;
  const vectors = kept.vectors();
  const attachments = attachmentsIn(folio);
  const known = new Set(attachments.map(({ id }) => id));
  return {
    createdAt: kept.metadata.created_at ?? "",
    metadata: kept.metadata,
    chunks: kept.chunks.map((chunk, at) => ({ ...chunk, ...optional("vector", vectors[at]) })),
    attachments: attachments.map((one) => attachmentOf(one, folio)),
    links: kept.links.filter(({ attachmentId }) => known.has(attachmentId)),
  };
}

function attachmentOf({ data, ...facts }: KeptAttachment, folio: Folio): NewAttachment {
  return { ...facts, data: () => data ?? folio.source() ?? new Uint8Array(0) };
}

function described(folio: Folio, options: FromFolioOptions): VeraParts {
  const { meta } = folio;
  const { now, figures = [], keepSource = true, tags = {}, chunking = `footnote_passages:${meta.pipeline}` } = options;
  const createdAt = veraTime(now);
  const source = keepSource ? folio.source() : undefined;
  const blocks = viewerBlocks(folio, figures);
  const texts = folio.passages.map((passage) => passageText(folio.text, passage));
  const { model, dimension, vectors } = options.embedding ?? hashed(texts);
  const regions = passageRegions(folio, blocks, source);
  const ids = folio.passages.map((_, at) => numbered("chunk", at + 1));
  return {
    createdAt,
    metadata: {
      format_name: "VERA",
      format_version: "0.2",
      created_at: createdAt,
      created_by: "footnote",
      creator_library: `footnote/${version}`,
      default_embedding_model: model,
      default_embedding_dimension: String(dimension),
      default_embedding_normalization: "l2",
      archive_metadata: compactJson({
        title: meta.title,
        source_file_name: meta.fileName,
        source_file_hash: meta.sha256,
        source_mime_type: meta.mediaType,
        chunking_strategy: chunking,
        parser_name: "footnote",
        parser_version: version,
        ocr: {},
        page_count: meta.pages,
        viewer_pages_attachment_id: "viewer_pages",
        viewer_blocks_attachment_id: "viewer_blocks",
        source_attachment_id: source === undefined ? null : "source_original",
        ...tags,
      }),
    },
    chunks: folio.passages.map(({ heading, firstPage, lastPage }, at) => ({
      id: ids[at] ?? "",
      text: texts[at] ?? "",
      metadataJson: compactJson({
        ...tags,
        document_id: "document_0001",
        source_filename: meta.fileName,
        page_start: firstPage,
        page_end: lastPage,
        heading_path: pathTo(folio.text, folio.headings, heading).join(" > "),
        token_count: wordCount(texts[at] ?? ""),
        regions: regions[at] ?? [],
      }),
      ...optional("vector", vectors[at]),
    })),
    attachments: [
      json("viewer_pages", "application/vnd.vera.pages+json", "pages.json", viewerPages(folio)),
      json("viewer_blocks", "application/vnd.vera.blocks+json", "blocks.json", blocks.map(encodableBlock)),
      ...blocks.flatMap(({ id, figure }) => (figure === undefined ? [] : [figureAttachment(id, figure)])),
      ...(source === undefined ? [] : [sourceAttachment(meta, source)]),
    ],
    links: [
      ...figureLinks(folio, blocks, ids),
      ...(source === undefined
        ? []
        : ids.map((chunkId) => ({ chunkId, attachmentId: "source_original", role: "source" }))),
    ],
  };
}

function hashed(texts: readonly string[]): Embedding {
  return {
    model: `vera-hashing-${HASHING_DIMENSION}`,
    dimension: HASHING_DIMENSION,
    vectors: [...hashingVectors(texts, HASHING_DIMENSION)],
  };
}

function numbered(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(6, "0")}`;
}

function wordCount(text: string): number {
  const words = joinedWords(text);
  return words === "" ? 0 : words.split(" ").length;
}

function viewerPages(folio: Folio): Encodable {
  return folio.pages.map(({ number, start, end, width, height }) => ({
    page_number: number,
    width: width > 0 ? new Float(width) : null,
    height: height > 0 ? new Float(height) : null,
    text: folio.text.slice(start, end).trim(),
  }));
}

function encodableBlock({ id, page, type, text, box, level }: ViewerBlock, at: number): Encodable {
  return {
    block_id: id,
    page_number: page,
    block_type: type,
    text,
    bbox: box === undefined ? null : box.map((edge) => new Float(Math.round(edge * 100) / 100)),
    heading_level: level ?? null,
    sort_order: at + 1,
  };
}

function json(id: string, mimeType: string, filename: string, value: Encodable): NewAttachment {
  const data = new TextEncoder().encode(spacedJson(value));
  return { id, mimeType, filename, metadataJson: compactJson({ role: id }), data: () => data };
}

function figureAttachment(blockId: string, { page, box, extension, data }: NewFigure): NewAttachment {
  return {
    id: `image_${blockId}`,
    mimeType: `image/${extension}`,
    filename: `page${String(page).padStart(4, "0")}_${blockId}.${extension}`,
    metadataJson: compactJson({ role: "figure", page_number: page, bbox: box.map((edge) => new Float(edge)) }),
    data: () => data,
  };
}

function sourceAttachment(meta: Folio["meta"], source: Uint8Array): NewAttachment {
  const { mediaType: mimeType, fileName: filename } = meta;
  return {
    id: "source_original",
    mimeType,
    filename,
    metadataJson: compactJson({ role: "source" }),
    data: () => source,
  };
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: V });
}
