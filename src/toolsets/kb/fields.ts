import { z } from "zod";
import type { Notes } from "../../engine/notes/notes.ts";

export const path = z.string().describe("Path of a Markdown file, relative to the root, with /");
export const pointer = z
  .string()
  .describe(
    "document, a logical pointer (2.1.p3), or one with its hashes (2.1.p3~self~subtree) from an earlier result",
  );
export const expectedSourceHash = z.string().describe("SHA-256 of the file as it was read; another one is a conflict");

/** What every change of a file answers. */
export const Mutation = z.object({
  path: z.string(),
  sourceHash: z.string().nullable().describe("SHA-256 of the file now; null after a deletion"),
  indexSynchronized: z.boolean().describe("False: the index follows in the background"),
  indexError: z.string().nullable(),
  previousPath: z.string().nullable(),
});

export type MutationAnswer = z.input<typeof Mutation>;

/** Makes the answer of a change, which the index follows. */
export function mutated(
  changed: { readonly path: string; readonly sha256: string | null; readonly previousPath?: string | null },
  index: Pick<Notes, "schedule">,
): MutationAnswer {
  index.schedule(changed.path);
  const previousPath = changed.previousPath ?? null;
  if (previousPath !== null) index.schedule(previousPath);
  return { path: changed.path, sourceHash: changed.sha256, indexSynchronized: false, indexError: null, previousPath };
}
