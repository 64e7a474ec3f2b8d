import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";
import { defineOperation } from "../operation.ts";
import { absolute } from "./scope.ts";

export const remove = defineOperation({
  name: "remove",
  title: "Take documents out of the library",
  description:
    "Takes sources (or whole folders of them) out of the library and deletes their archives. The source files themselves stay.",
  input: z.strictObject({
    paths: z.array(z.string().min(1)).min(1).describe("Sources or folders, as `sources` lists them"),
    wait: z.number().min(0).default(10).describe("Seconds to wait for another writer"),
  }),
  output: z.object({ removed: z.array(z.string()), library: z.string() }),
  effects: { reads: true, writes: true, destroys: true },
  faces: ["cli", "mcp"],
  commandLine: { positionals: ["paths"], examples: ["footnote remove old-manual.pdf"] },
  async run(input, context) {
    const library = await context.library();
    const removed = await library.remove(
      input.paths.map((path) => absolute(path, context)),
      input.wait * 1000,
    );
    if (removed.length === 0) throw new FootnoteError("path_not_found", { path: input.paths.join(", ") });
    return { removed, library: library.folder };
  },
  render({ removed, library }) {
    return `Removed from ${library}:\n${removed.map((path) => `- ${path}`).join("\n")}`;
  },
  exitCode: () => 0,
});
