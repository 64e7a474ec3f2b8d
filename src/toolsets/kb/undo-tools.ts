import { z } from "zod";
import { FootnoteError } from "../../foundation/errors.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

export const history = objectTool({
  name: "kb_history",
  title: "Changes that can be undone",
  description: "Lists what was changed in the folder of Markdown, the newest first. kb_undo takes a change back.",
  wrapped: true,
  effect: "reads",
  input: z.object({ limit: z.int().min(1).max(500).default(20) }),
  output: z.object({
    changes: z.array(
      z.object({
        change: z.int(),
        at: z.string(),
        action: z.enum(["created", "edited", "moved", "deleted"]),
        path: z.string(),
        previousPath: z.string().nullable(),
        undone: z.boolean(),
        undoes: z.int().nullable(),
      }),
    ),
  }),
  run({ limit }, { workspace }) {
    const changes = workspace.history(limit).map(({ id, at, before, after, undone, undoes }) => ({
      change: id,
      at,
      action:
        before === undefined
          ? ("created" as const)
          : after === undefined
            ? ("deleted" as const)
            : before.path === after.path
              ? ("edited" as const)
              : ("moved" as const),
      path: after?.path ?? before?.path ?? "",
      previousPath: before !== undefined && after !== undefined && before.path !== after.path ? before.path : null,
      undone,
      undoes: undoes ?? null,
    }));
    return { changes };
  },
});

export const undo = objectTool({
  name: "kb_undo",
  title: "Take a change back",
  description:
    "Takes back one change by its number from kb_history, or the newest of a path. Only while the file is still what that change made of it.",
  wrapped: true,
  effect: "writes",
  input: z.object({ path: z.string().optional().describe("Relative to the root"), change: z.int().optional() }),
  output: fields.Mutation.extend({
    undone: z.int().describe("The change that was taken back"),
    change: z.int().nullable().describe("The undo itself, which can be undone, too"),
  }),
  async run({ path, change }, { workspace, notes }) {
    const target = change ?? path;
    if (target === undefined || (change !== undefined && path !== undefined))
      throw new FootnoteError("invalid_argument", {
        what: "kb_undo",
        problem: "it takes either path or change",
        command: "kb_undo",
      });
    const { undone, ...changed } = await workspace.undo(target);
    const answer = fields.mutated(changed, notes());
    return { ...answer, undone, change: changed.change };
  },
});
