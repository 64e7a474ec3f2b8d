import { z } from "zod";
import { anchorOf } from "../../engine/markdown/anchor.ts";
import { outlineOf } from "../../engine/markdown/outline.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { editFrontMatter } from "./edits/front-matter.ts";
import { movedSection, SECTION_PLACES, sectionAt, withoutSection, withSection } from "./edits/section.ts";
import { anchorNow, toggleTask } from "./edits/task.ts";
import * as fields from "./fields.ts";
import { objectTool } from "./tool.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const frontMatter = objectTool({
  name: "kb_front_matter",
  title: "Set or remove keys of front matter",
  description:
    "Sets and removes top-level keys of a Markdown file's YAML front matter; other keys keep their bytes. Makes front matter where there is none.",
  wrapped: true,
  effect: "writes",
  input: z.object({
    path: fields.path,
    set: z
      .record(z.string().min(1), z.union([Scalar, z.array(Scalar)]))
      .default({})
      .describe("Key and value; a value is one word, number or list of such"),
    remove: z.array(z.string()).default([]),
  }),
  output: fields.Mutation,
  async run({ path, set, remove }, { workspace, notes }) {
    if (Object.keys(set).length === 0 && remove.length === 0)
      throw new FootnoteError("invalid_argument", { what: "set", problem: "no key is set or removed", command: "kb" });
    const changed = await workspace.update(path, (file) => ({ text: editFrontMatter(file, { set, remove }) }));
    return fields.mutated(changed, notes());
  },
});

export const task = objectTool({
  name: "kb_task",
  title: "Tick a task, or untick it",
  description: "Ticks the list item of a pointer, when it begins with [ ] or [x]; exactly one character changes.",
  wrapped: true,
  effect: "writes",
  input: z.object({
    path: fields.path,
    pointer: fields.pointer,
    done: z.boolean().optional().describe("Without it the other state is set"),
  }),
  output: fields.Mutation.extend({ pointer: z.string().describe("The item's anchor now"), done: z.boolean() }),
  async run({ path, pointer, done }, { workspace, notes }) {
    const changed = await workspace.update(path, (file) => toggleTask(file, pointer, done));
    const now = anchorNow(changed.file.text, changed.value.pointer);
    return {
      ...fields.mutated(changed, notes()),
      pointer: now,
      done: changed.value.done,
    };
  },
});

export const section = objectTool({
  name: "kb_section",
  title: "Move or copy a section",
  description:
    "Moves a heading with its whole section to another place of the same document or of another one; with copy it stays where it was, too. Heading levels stay as they are.",
  wrapped: true,
  effect: "writes",
  input: z.object({
    path: fields.path,
    pointer: fields.pointer.describe("Full anchor of the heading, with both hashes"),
    targetPath: fields.path.optional().describe("Another document; without it the same one"),
    targetPointer: z.string().default("document").describe("Anchor of a heading, or document"),
    place: z
      .enum(SECTION_PLACES)
      .default("after")
      .describe("before or after the section of that heading, or inside it as the last one"),
    copy: z.boolean().default(false),
  }),
  output: fields.Mutation.extend({
    targetPath: z.string(),
    targetSourceHash: z.string(),
    pointer: z.string().nullable().describe("The section's anchor where it is now, if it alone is the same"),
  }),
  async run({ path, pointer, targetPath, targetPointer, place, copy }, { workspace, notes }) {
    const index = notes();
    const source = workspace.load(path);
    const target = targetPath === undefined ? source : workspace.load(targetPath);
    const moved = sectionAt(source, pointer);
    const markdown = source.text.slice(moved.subtree.start, moved.subtree.end);
    const found = (text: string): string | null => {
      const same = outlineOf(text).withHash("heading", moved.selfHash);
      return same[0] === undefined || same.length > 1 ? null : anchorOf(same[0]);
    };
    if (target.path === source.path) {
      const changed = await workspace.update(path, (file) => {
        const now = sectionAt(file, pointer);
        const text = file.text.slice(now.subtree.start, now.subtree.end);
        return {
          text: copy ? withSection(file, targetPointer, place, text) : movedSection(file, now, targetPointer, place),
        };
      });
      return {
        ...fields.mutated(changed, index),
        targetPath: changed.path,
        targetSourceHash: changed.sha256,
        pointer: found(changed.file.text),
      };
    }
    const put = await workspace.update(target.path, (file) => ({
      text: withSection(file, targetPointer, place, markdown),
    }));
    index.schedule(put.path);
    const answer = { targetPath: put.path, targetSourceHash: put.sha256, pointer: found(put.file.text) };
    if (copy) return { ...fields.mutated({ path: source.path, sha256: source.sha256 }, index), ...answer };
    try {
      const cut = await workspace.update(path, (file) => ({ text: withoutSection(file, sectionAt(file, pointer)) }));
      return { ...fields.mutated(cut, index), ...answer };
    } catch (error) {
      // It must not stand in two places: what was put in is taken out again.
      if (put.change !== null) await workspace.undo(put.change);
      throw error;
    }
  },
});
