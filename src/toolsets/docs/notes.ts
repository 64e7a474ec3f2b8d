import { z } from "zod";
import type { Entry } from "../../engine/library/manifest.ts";
import { count } from "../markdown.ts";

export const NotesField = z
  .array(z.string())
  .optional()
  .describe("What to know: pages without text, pages that failed, bytes that did not decode");

/** Everything a person has to know of how a source was read. */
export function entryNotes(entry: Pick<Entry, "statuses" | "note"> | undefined): string[] {
  if (entry === undefined) return [];
  return [...statusNotes(entry.statuses), ...(entry.note === undefined ? [] : [entry.note])];
}

/** Pages that will not be found, and what to do about them. */
export function statusNotes(statuses: Partial<Record<string, number>>): string[] {
  const notes: string[] = [];
  const images = statuses["image-only"] ?? 0;
  if (images > 0)
    notes.push(`${count(images, "page")} without text (pictures only): not searchable until they are recognised`);
  const failed = statuses.failed ?? 0;
  if (failed > 0) notes.push(`${count(failed, "page")} could not be read`);
  return notes;
}
