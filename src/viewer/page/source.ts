import type { PageView } from "../../engine/pages/view.ts";

/** A cited source as the page lists it. */
export interface Source {
  /** C1, C2, … */
  readonly id: string;
  readonly title: string;
  /** Pages, lines, headings. */
  readonly place: string;
  readonly passage: string;
  /** How to open the place again; empty when that is not for people. */
  readonly locator: string;
  readonly error: string;
  /** What the host's tool wants to be told of it. */
  readonly key: Readonly<Record<string, string>>;
}

/** Where pages come from, and what surrounds the viewer. */
export interface Surroundings {
  /** 0 is the first cited page. Rejects with words for people. */
  load(source: Source, page: number): Promise<PageView>;
  /** The pages that can be had; undefined for all. */
  pages(source: Source): readonly number[] | undefined;
  /** Asks for the whole window, or to give it back; answers whether the viewer has it now. Absent when it always has. */
  readonly expand?: (whole: boolean) => Promise<boolean>;
}
