import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";
import type { VeraBlock, VeraPage } from "./archive.ts";
import { parseJson } from "./json.ts";
import { LIMITS } from "./limits.ts";

const pageNumber = z.int().min(1).max(LIMITS.pages);

const PAGES = z.array(
  z.object({
    page_number: pageNumber,
    width: z.number().nullable().default(null),
    height: z.number().nullable().default(null),
    text: z.string().default(""),
  }),
);

const BLOCKS = z.array(
  z.object({
    block_id: z.string(),
    page_number: pageNumber,
    block_type: z.string(),
    text: z.string().default(""),
    bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable().default(null),
    heading_level: z.int().nullable().default(null),
    sort_order: z.number().default(0),
  }),
);

export function readPages(data: Uint8Array | undefined, path: string): VeraPage[] {
  return parse(PAGES, data, "viewer_pages", path).sort((a, b) => a.page_number - b.page_number);
}

export function readBlocks(data: Uint8Array | undefined, path: string): VeraBlock[] {
  return parse(BLOCKS, data, "viewer_blocks", path).sort((a, b) => a.sort_order - b.sort_order);
}

function parse<T>(schema: z.ZodType<T[]>, data: Uint8Array | undefined, name: string, path: string): T[] {
  if (data === undefined) return [];
  const parsed = schema.safeParse(parseJson(new TextDecoder().decode(data)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem = `attachment ${name}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`;
  throw new FootnoteError("vera_invalid", { path, problem });
}
