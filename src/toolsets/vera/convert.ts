import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
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
  const { document, words, passages, windows, figures, bytes } = await timed(
    context.timing("ingest", { parser: parser.name, file: basename(source) }),
    () => ingest(source, parser, options, context),
  );
  if (passages.length === 0) throw refusal(document.mediaType === "application/pdf" ? NO_TEXT_IN_PDF : NO_TEXT);
  const embedding = await timed(context.timing("embed", { model: options.model, chunks: passages.length }), () =>
    model.embed(document, passages, context.signal),
  );
  await timed(context.timing("write_archive", { file: basename(output), chunks: passages.length }), async () => {
    const identity = { fileName: basename(source), sha256: sha256(bytes), pipeline: PIPELINE };
    const kept = options.keepSource ? bytes : undefined;
    const folio = encodeFolio({ ...buildParts(document, identity, kept, passages), words });
    mkdirSync(dirname(output) || ".", { recursive: true });
    writeBytesAsVera(folio, source, output, {
      now: context.now(),
      overwrite: true,
      figures,
      tags: options.tags,
      embedding,
      ...(windows === undefined ? {} : { chunking: `heading_block_sliding_window:${windows.size}:${windows.overlap}` }),
    });
  });
}

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
  const { makePassages } = await import("../../engine/ingest/passages.ts");
  const passages = windows === undefined ? makePassages(document) : windowPassages(document, windows);
  const figures = await figuresIn(document, input);
  return { document, words, passages, windows, figures, bytes };
}

async function figuresIn({ mediaType }: ParsedDocument, input: DocumentInput): Promise<NewFigure[]> {
  if (mediaType !== "application/pdf") return [];
  const { pdfFigures } = await import("../../engine/ingest/pdf/figures.ts");
  return pdfFigures(input);
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
