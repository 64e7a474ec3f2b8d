import type { Rect } from "./geometry.ts";
import type { Word } from "./words.ts";

/** Words by row and column, each cell in reading order; a cell may be empty. */
export interface Table extends Rect {
  readonly rows: readonly (readonly (readonly Word[])[])[];
}
