import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";

/** A question and how a right answer is told. */
export interface QueryCase {
  readonly query: string;
  /** Physical pages, one of which an answer has to touch; empty: any page. */
  readonly pages: readonly number[];
  /** All of these have to stand in an answer's text; empty: any text. */
  readonly terms: readonly string[];
  /** The file name of the document that answers, where several are searched. */
  readonly source?: string;
  readonly note: string;
}

const MAX_BYTES = 16 * 2 ** 20;

const CaseSchema = z.looseObject({
  query: z.string(),
  expected_pages: z.array(z.int()).nullish(),
  expected_page: z.int().nullish(),
  expected_terms: z.array(z.string()).nullish(),
  expected_source: z.string().nullish(),
  note: z.string().nullish(),
});

/** Reads a list of cases, as VERA has them: JSON, or YAML when the file is named so. Throws queries_invalid, with the problem in VERA's words where it has some. */
export function readQueries(bytes: Uint8Array, path: string): QueryCase[] {
  const invalid = (problem: string): FootnoteError => new FootnoteError("queries_invalid", { path, problem });
  if (bytes.length > MAX_BYTES) throw invalid(`${bytes.length} bytes; the limit is ${MAX_BYTES}`);
  const data = parse(bytes, path, invalid);
  if (!Array.isArray(data) || data.length === 0)
    throw invalid("Query file must contain a non-empty list of query cases");
  return data.map((item: unknown, at) => {
    const parsed = CaseSchema.safeParse(item);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      if (issue?.path[0] === "query") throw invalid("Query case is missing 'query' text");
      throw invalid(`case ${at + 1}: ${issue?.path.join(".")}: ${issue?.message}`);
    }
    return caseOf(parsed.data, invalid);
  });
}

function parse(bytes: Uint8Array, path: string, invalid: (problem: string) => FootnoteError): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return /\.ya?ml$/i.test(path) ? Bun.YAML.parse(text) : JSON.parse(text);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

function caseOf(data: z.output<typeof CaseSchema>, invalid: (problem: string) => FootnoteError): QueryCase {
  const { query, expected_pages, expected_page, expected_terms, expected_source, note } = data;
  if (query.trim() === "") throw invalid("Query case is missing 'query' text");
  const pages = [...new Set([...(expected_pages ?? []), ...(expected_page == null ? [] : [expected_page])])];
  const terms = expected_terms ?? [];
  if (pages.length === 0 && terms.length === 0)
    throw invalid(`Query case '${query}' needs expected_pages and/or expected_terms`);
  return { query, pages, terms, note: note ?? "", ...(expected_source == null ? {} : { source: expected_source }) };
}
