import { VERA_MODES } from "../../../toolsets/vera/strict-ranking.ts";
import { defineTool, object } from "./tool.ts";

/** What this server opens, for clients that do not know. */
export const libraryTools = [
  defineTool({
    name: "vera_library_info",
    description:
      "Tell which library this server opens and what limits it has. Ask it first when you have no archive's path.",
    parameters: {},
    gives: object,
    run(_, { access: { policy }, offered }) {
      const supported_modes = ["hybrid", ...VERA_MODES.filter((mode) => mode !== "hybrid")];
      if (policy === undefined)
        return {
          library_root: null,
          supported_modes,
          unrestricted: true,
          message: "There is no library root: give the absolute path of an archive, or of a folder of archives.",
        };
      return {
        library_root: policy.root,
        supported_modes,
        max_top_k: policy.maxTopK,
        max_context_chunks: policy.maxContextChunks,
        max_sources: policy.maxSources,
        tools: [...offered].sort(),
        disclosure:
          "Passages, figures and pages of the archives below library_root are given to whoever asks; nothing is changed, converted or exported.",
      };
    },
  }),
];
