import { sha256 } from "../../foundation/bytes/sha256.ts";
import { memoryFile } from "../archive/folio-file.ts";
import { type Folio, readFolio } from "../archive/open.ts";
import type { ExtraKind } from "../archive/sections.ts";
import { type Extra, repackFolio } from "../archive/write.ts";
import { passageText } from "../ingest/passages.ts";
import type { OwnTables, VeraArchive, VeraAttachment, VeraChunk, VeraLink } from "./archive.ts";
import { attachmentsIn, encodeAttachments, keptAttachment } from "./attachments-section.ts";
import { sourceOf } from "./source.ts";
import { wordsOf } from "./tokens.ts";
import { encodeVera, keptVera, veraIn } from "./vera-section.ts";
import type { VeraParts } from "./write.ts";

const PART = 65_536;

type Kind = "source" | ExtraKind;

/**
 * What an archive made from a folio keeps of it: the whole folio but what the archive's own tables give back to the byte, and a digest of those tables. So a reader
 * knows whether anybody has changed them since.
 */
export function ownTables(file: Uint8Array, parts: VeraParts): OwnTables {
  const folio = readFolio(memoryFile("the folio", file));
  const left = leftOut(folio, file);
  const bytes = left.length === 0 ? file : repackFolio(folio, left, {});
  const rows = Array.from({ length: Math.ceil(bytes.length / PART) }, (_, at) =>
    bytes.subarray(at * PART, (at + 1) * PART),
  );
  const attachments = parts.attachments.map(({ data, ...facts }): Attached => {
    const read = data();
    return { ...facts, hash: sha256(read), bytes: read.length };
  });
  return {
    facts: { digest: digestOf(parts.chunks, attachments, parts.links), left_out: left.join(" ") },
    folio: rows,
  };
}

/** The folio that an archive was made from, byte for byte; undefined when it was made otherwise, or its tables were changed since. */
export function embeddedFolio(archive: VeraArchive): Uint8Array | undefined {
  const found = strippedFolio(archive);
  if (found === undefined) return undefined;
  const { file, folio, left, chunks, attachments } = found;
  const source = sourceOf(archive, attachments);
  const extras: Extra[] = [];
  if (left.includes("attachments"))
    extras.push(
      encodeAttachments(
        attachments.map((one) => keptAttachment(archive, one, left.includes("source") && one.id === source?.id)),
      ),
    );
  if (left.includes("vera")) extras.push(encodeVera(keptVera(archive, chunks), textsOf(folio)));
  const bytes = left.includes("source") && source !== undefined ? archive.attachment(source.id) : undefined;
  if (left.length === 0) return file;
  return repackFolio(folio, [], { extras, ...(bytes === undefined ? {} : { source: bytes }) });
}

interface Stripped {
  readonly file: Uint8Array;
  readonly folio: Folio;
  readonly left: readonly Kind[];
  readonly chunks: readonly VeraChunk[];
  readonly attachments: readonly VeraAttachment[];
}

/** The embedded folio as it lies there, if it still tells of the same chunks. */
export function strippedFolio(archive: VeraArchive): Stripped | undefined {
  const own = archive.own();
  if (own === undefined) return undefined;
  const chunks = archive.chunks();
  const attachments = archive.attachments();
  if (own.facts.digest !== digestOf(chunks, attachments, archive.links())) return undefined;
  const file = Buffer.concat(own.folio);
  const folio = readFolio(memoryFile(archive.path, file));
  const texts = textsOf(folio);
  // The digest is the writer's word; the words themselves must be the chunks', or two programs would show two documents.
  const same = texts.length === chunks.length && chunks.every(({ text }, at) => sameWords(text, texts[at] ?? ""));
  const left = (own.facts.left_out ?? "").split(" ").filter(isKind);
  return same ? { file, folio, left, chunks, attachments } : undefined;
}

/** The texts of a folio's passages. */
export function textsOf(folio: Folio): string[] {
  return folio.passages.map((passage) => passageText(folio.text, passage));
}

function sameWords(a: string, b: string): boolean {
  return a === b || wordsOf(a.toWellFormed()).join(" ") === wordsOf(b).join(" ");
}

const KINDS: readonly Kind[] = ["source", "attachments", "vera"];

function isKind(kind: string): kind is Kind {
  return KINDS.some((one) => one === kind);
}

/** The sections that can be left out: those that come out the same when they are made again. */
function leftOut(folio: Folio, file: Uint8Array): Kind[] {
  const has = { source: folio.source(), attachments: folio.extra("attachments"), vera: folio.extra("vera") };
  const again = (kind: Kind): Uint8Array | undefined => {
    if (kind === "source") return has.source;
    if (kind === "attachments") return encodeAttachments(attachmentsIn(folio)).bytes;
    const kept = veraIn(folio);
    return kept && encodeVera(kept, textsOf(folio)).bytes;
  };
  const same = (a: Uint8Array, b: Uint8Array | undefined): boolean => b !== undefined && Buffer.from(a).equals(b);
  const left = KINDS.filter((kind) => {
    const bytes = has[kind];
    return bytes !== undefined && same(bytes, again(kind));
  });
  const back = repackFolio(folio, left, {
    ...(left.includes("source") && has.source !== undefined ? { source: has.source } : {}),
    extras: folio.entries.flatMap(({ code, count }): Extra[] => {
      const kind = code === "atch" ? "attachments" : code === "vera" ? "vera" : undefined;
      const bytes = kind === undefined ? undefined : has[kind];
      return kind !== undefined && bytes !== undefined && left.includes(kind) ? [{ kind, count, bytes }] : [];
    }),
  });
  return same(back, file) ? left : [];
}

type Attached = Pick<VeraAttachment, "id" | "mimeType" | "filename" | "hash" | "metadataJson" | "bytes">;

/** SHA-256 over what an archive says of its chunks, attachments and links. */
function digestOf(
  chunks: readonly Pick<VeraChunk, "id" | "text" | "metadataJson">[],
  attachments: readonly Attached[],
  links: readonly VeraLink[],
): string {
  const hash = new Bun.CryptoHasher("sha256");
  for (const { id, text, metadataJson } of chunks) hash.update(JSON.stringify([id, text, metadataJson]));
  for (const { id, mimeType, filename, hash: sum, metadataJson, bytes } of attachments)
    hash.update(JSON.stringify([id, mimeType, filename ?? null, sum, metadataJson, bytes]));
  const lines = links.map(({ chunkId, attachmentId, role }) => JSON.stringify([chunkId, attachmentId, role]));
  for (const line of lines.sort()) hash.update(line);
  return hash.digest("hex");
}
