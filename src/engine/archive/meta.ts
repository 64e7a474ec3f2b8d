import { z } from "zod";
import type { ModelId } from "../document.ts";
import type { Damaged } from "./sections.ts";

const count = z.int().min(0).max(0x7fff_ffff);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Keys are written in this order, so that the same document gives the same bytes. */
const META = z.object({
  title: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  language: z.string().optional(),
  /** Hex SHA-256 of the source's bytes. */
  sha256,
  /** What made passages of the bytes, with its version. */
  pipeline: z.string(),
  producer: z.string().optional(),
  paged: z.boolean(),
  pages: count,
  passages: count,
  /** UTF-16 units in the canonical text. */
  textLength: count,
  /** The model of the vectors; absent without vectors. */
  model: z.object({ name: z.string(), sha256, dimension: z.int().min(1).max(65_536) }).optional(),
});

export interface FolioMeta {
  readonly title: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly language?: string;
  readonly sha256: string;
  readonly pipeline: string;
  readonly producer?: string;
  readonly paged: boolean;
  readonly pages: number;
  readonly passages: number;
  readonly textLength: number;
  readonly model?: ModelId;
}

/** JSON in UTF-8. Throws what zod throws when a value is not what the format allows. */
export function encodeMeta(meta: FolioMeta): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(META.parse(meta)));
}

export function decodeMeta(bytes: Uint8Array, damaged: Damaged): FolioMeta {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw damaged("it is not JSON in UTF-8");
  }
  const parsed = META.safeParse(json);
  if (!parsed.success)
    throw damaged(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "));
  const { language, producer, model, ...rest } = parsed.data;
  return {
    ...rest,
    ...(language === undefined ? {} : { language }),
    ...(producer === undefined ? {} : { producer }),
    ...(model === undefined ? {} : { model }),
  };
}
