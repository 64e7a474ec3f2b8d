import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { memoryFile } from "../../engine/archive/folio-file.ts";
import { readFolio } from "../../engine/archive/open.ts";
import { WordsPacker } from "../../engine/archive/words.ts";
import { encodeFolio } from "../../engine/archive/write.ts";
import type { ParsedDocument } from "../../engine/document.ts";
import type { DocumentInput, DocumentReader } from "../../engine/ingest/parse.ts";
import { PIPELINE } from "../../engine/ingest/pipeline.ts";
import { buildParts } from "../../engine/library/build.ts";
import { writeBytesAsVera } from "../../engine/vera/convert.ts";
import type { NewFigure } from "../../engine/vera/figures.ts";
import { windowPassages } from "../../engine/vera/windows.ts";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import { type FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import { collector } from "../../foundation/memory.ts";
import { checkTags, type Scalar } from "./metadata.ts";
import { type Model, modelFor } from "./models.ts";
import type { Options } from "./numbers.ts";
import { type Parser, parserFor, readingOf } from "./parsers.ts";
import { refusal } from "./refusal.ts";

/** What `vera convert` can be told about how to make archives. */
export interface ConvertOptions {
  /** `provider:model-id`, or one of the short names. */
  readonly model: string;
  /** `provider[:variant]`; absent: by the file's extension. */
  readonly parser?: string;
  readonly pipeline: Options;
  readonly embedder: Options;
  /** Tags of the caller, for the archive and each of its chunks. */
  readonly tags: Readonly<Record<string, Scalar>>;
  readonly keepSource: boolean;
  readonly password?: string;
}

/** What a conversion needs of its surroundings. */
export interface ConvertContext {
  readonly reader: DocumentReader;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  readonly timing: Timing;
}

/** Is told of each step when it begins; the function that comes back is to be called when it ends. */
export type Timing = (step: string, facts: Readonly<Record<string, string | number>>) => () => void;

/** The archive beside a document: its name with another extension. */
export function archiveBeside(source: string): string {
  return `${source.slice(0, source.length - extname(source).length)}.vera`;
}

/**
 * Makes a `.vera` archive of a document; one that is there is replaced when the new one is whole, and kept when anything fails. Throws vera_refused in
 * VERA's words, and what reading a document and writing an archive can.
 */
export async function convertDocument(
  source: string,
  output: string,
  options: ConvertOptions,
  context: ConvertContext,
): Promise<void> {
  if (!isFile(source)) throw refusal(source);
  checkTags(options.tags);
  const { parser, model } = await resolved(source, options, context.timing);
  const { file, windows, figures } = await timed(
    context.timing("ingest", { parser: parser.name, file: basename(source) }),
    () => ingest(source, parser, options, context),
  );
  const collect = collectorFor(file);
  collect();
  const folio = readFolio(memoryFile(source, file));
  const { passages } = folio.meta;
  const embedding = await timed(context.timing("embed", { model: options.model, chunks: passages }), () =>
    model.embed(folio, context.signal),
  );
  collect();
  await timed(context.timing("write_archive", { file: basename(output), chunks: passages }), async () => {
    mkdirSync(dirname(output) || ".", { recursive: true });
    writeBytesAsVera(file, source, output, {
      now: context.now(),
      overwrite: true,
      figures,
      tags: options.tags,
      embedding,
      ...(windows === undefined ? {} : { chunking: `heading_block_sliding_window:${windows.size}:${windows.overlap}` }),
    });
  });
}

/** What a stage left behind of a long document goes before the next; of short ones it is not worth the time. */
function collectorFor(file: Uint8Array): () => void {
  return file.length > LARGE_FILE ? collector(1) : () => {};
}

const LARGE_FILE = 2_000_000;
const NO_TEXT_IN_PDF = "No searchable text or chunks were extracted; the PDF may be scanned and requires OCR.";
const NO_TEXT = "No searchable text or chunks were extracted from this file.";

async function resolved(
  source: string,
  options: ConvertOptions,
  timing: Timing,
): Promise<{ parser: Parser; model: Model }> {
  const parser = parserFor(source, options.parser);
  timing("resolve_pipeline", { parser: parser.name })();
  const model = await timed(timing("resolve_embedder", { model: options.model }), async () =>
    modelFor(options.model, options.embedder),
  );
  return { parser, model };
}

/** The document as a folio, and what no folio has. */
async function ingest(source: string, parser: Parser, options: ConvertOptions, context: ConvertContext) {
  const { windows } = readingOf(parser, options.pipeline);
  const bytes = read(source);
  const { password } = options;
  const input: DocumentInput = { path: source, bytes, ...(password === undefined ? {} : { password }) };
  const words = new WordsPacker();
  const document = await context.reader.parse(input, {
    signal: context.signal,
    onWords: (page) => words.add(page),
  });
  for (const page of document.words) words.add(page);
  const figures = await figuresIn(document, input);
  const identity = { fileName: basename(source), sha256: sha256(bytes), pipeline: PIPELINE };
  const passages = windows === undefined ? undefined : windowPassages(document, windows);
  const parts = buildParts(document, identity, options.keepSource ? bytes : undefined, passages);
  if (parts.passages.length === 0) throw refusal(document.mediaType === "application/pdf" ? NO_TEXT_IN_PDF : NO_TEXT);
  return { file: encodeFolio({ ...parts, words }), windows, figures };
}

async function figuresIn({ mediaType }: ParsedDocument, input: DocumentInput): Promise<NewFigure[]> {
  if (mediaType !== "application/pdf" || !mayHaveImages(input.bytes)) return [];
  const { pdfFigures } = await import("../../engine/ingest/pdf/figures.ts");
  return pdfFigures(input);
}

/** Images are streams, and those have their dictionaries in plain sight (ISO 32000-1 §7.5.7): most PDFs without any need no second look. */
function mayHaveImages(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = file.indexOf("/Image"); at >= 0; at = file.indexOf("/Image", at + 1)) {
    // Not /ImageB and the like, which many pages name without having any.
    if (!/[A-Za-z]/.test(String.fromCharCode(file[at + 6] ?? 0))) return true;
  }
  return false;
}

async function timed<T>(end: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    end();
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw toFootnoteError(error, path);
  }
}

/** What VERA would say went wrong: its own words where it has some, else ours. */
export function veraText(error: FootnoteError): string {
  return error.code === "vera_refused" ? String(error.details.problem) : error.message;
}
