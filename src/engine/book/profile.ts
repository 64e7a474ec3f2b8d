/** How fine pictures are: dots an inch at the size that they have on the page, and JPEG's quality (kb.md §8). */
export const BOOK_PROFILES = {
  screen: { dpi: 96, quality: 70 },
  standard: { dpi: 150, quality: 82 },
  print: { dpi: 300, quality: 92 },
} as const;

export type BookProfile = keyof typeof BOOK_PROFILES;

export interface BookWarning {
  readonly code:
    | "IMAGE_OUTSIDE_WORKSPACE"
    | "IMAGE_NOT_FOUND"
    | "IMAGE_REMOTE"
    | "IMAGE_UNSUPPORTED"
    | "IMAGE_TOO_LARGE"
    | "HTML_NOT_RENDERED"
    | "TABLE_SPLIT"
    | "NESTED_TOO_DEEPLY"
    | "GLYPH_MISSING";
  readonly message: string;
  /** From 1; 0 where there is none. */
  readonly line: number;
  /** What it is about: a destination, a script. */
  readonly target: string;
}
