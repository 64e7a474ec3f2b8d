import type { Access } from "../../../toolsets/vera/access.ts";
import { deniedLeftOut } from "./denied.ts";
import { choice, either, listOf, recordOf, text, truth, whole } from "./kinds.ts";
import { nullable, optional, required } from "./parameters.ts";
import { defineTool, object } from "./tool.ts";

const where = nullable(recordOf(either(text, listOf(text))));

const COMMON = {
  query: required(text),
  mode: optional(text, "hybrid"),
  top_k: optional(whole, 10),
  include_figures: optional(truth, false),
  include_regions: optional(truth, false),
  context_chunks: optional(whole, 0),
};

const FORMS = { pretty: optional(truth, false), output: optional(choice("full", "compact"), "full") };

/** VERA's search tools. What searches is loaded with the first search. */
export const searchTools = [
  defineTool({
    name: "vera_search",
    description: "Search one .vera archive and give the chunks that answer, with what is needed to cite them.",
    parameters: { file: required(text), ...COMMON, where, ...FORMS },
    gives: object,
    async run(values, { access, context, strict }) {
      const { veraSearch } = await import("./search-answers.ts");
      const allowed = { file: access.archive(values.file), ...limited(values, access) };
      return veraSearch({ ...values, ...allowed, strict }, context);
    },
  }),
  defineTool({
    name: "vera_corpus_search",
    description: "Search the .vera archives of a folder, by its index where that is up to date.",
    parameters: {
      directory: required(text),
      ...COMMON,
      recursive: nullable(truth),
      excludes: nullable(listOf(text)),
      includes: nullable(listOf(text)),
      where,
      ...FORMS,
    },
    gives: object,
    async run(values, { access, context, strict }) {
      const { veraCorpusSearch } = await import("./search-answers.ts");
      const allowed = { directory: access.folder(values.directory), ...limited(values, access) };
      return deniedLeftOut(await veraCorpusSearch({ ...values, ...allowed, strict }, context), access);
    },
  }),
];

function limited(
  { top_k, context_chunks }: { readonly top_k: number; readonly context_chunks: number },
  access: Access,
) {
  return { top_k: access.topK(top_k), context_chunks: access.contextChunks(context_chunks) };
}
