import { rmSync } from "node:fs";
import { sha256 } from "../../foundation/bytes/sha256.ts";
import type { Journal, JournalEntry, Side } from "./journal.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace, type Ground, type Place } from "./place.ts";
import { finishMove } from "./put-file.ts";
import { readFile } from "./read-file.ts";
import { temporaryName } from "./temporary-name.ts";

/**
 * Ends what a killed process left in the middle: its temporary file goes, a move that has both names loses the old one, and a change that never reached the
 * file is taken out of the journal. Only the newest change can be in that state, as there is one writer at a time. The journal's paths are checked like all others.
 */
export function recover(ground: Ground, journal: Journal): void {
  const entry = journal.unfinished();
  if (entry === undefined) return;
  const { before, after, id } = entry;
  if (after !== undefined) visit(ground, after, (place) => rmSync(place.folder.at(temporaryName(id)), { force: true }));
  if (before !== undefined && after !== undefined && before.path !== after.path) {
    visit(ground, before, (from) => visit(ground, after, (to) => finishMove(from, to)));
  }
  if (wasMade(ground, entry)) journal.finish(id);
  else journal.forget(id);
}

/** Whether the file is as after the change. When something else happened to it since, the entry stays: undoing it will be refused by its hash. */
function wasMade(ground: Ground, { before, after }: JournalEntry): boolean {
  if (before === undefined) return after !== undefined && hashAt(ground, after) !== undefined;
  if (after === undefined || after.path !== before.path) return hashAt(ground, before) === undefined;
  return hashAt(ground, before) !== before.sha256;
}

function hashAt(ground: Ground, side: Side): string | undefined {
  return visit(ground, side, (place) => sha256(readFile(place, Number.MAX_SAFE_INTEGER, "a file").bytes));
}

/** Undefined when the place cannot be reached: then there is nothing to clear up. */
function visit<T>(ground: Ground, side: Side, use: (place: Place) => T): T | undefined {
  try {
    return atPlace(ground, parsePath(side.path, "any"), side.path, use);
  } catch {
    return undefined;
  }
}
