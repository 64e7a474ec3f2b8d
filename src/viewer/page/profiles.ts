import { fields, list, number, text } from "./read-view.ts";
import type { Source } from "./source.ts";

/** Whose tools the page calls, and how its cards look. */
export interface Profile {
  readonly launcher: string;
  /** Where in `_meta` of a result the page finds what is for it. */
  readonly view: string;
  readonly pageTool: string;
  toSource(card: unknown): Source;
}

const FOOTNOTE: Profile = {
  launcher: "Open sources",
  view: "footnote/view",
  pageTool: "source_page",
  toSource: footnoteSource,
};

const VERA: Profile = {
  launcher: "Open VERA sources",
  view: "vera/view",
  pageTool: "vera_source_page",
  toSource(value) {
    const card = fields(value);
    const file = text(card.file);
    const [first, last] = [number(card.page_start), number(card.page_end)];
    const pages = first === 0 ? "" : last > first ? `pp. ${first}–${last}` : `p. ${first}`;
    const heading = text(card.heading_path).replaceAll(" > ", " › ");
    return {
      id: text(card.id),
      title: text(card.source_filename) || (file.split(/[\\/]/).at(-1) ?? ""),
      place: [pages, heading].filter((part) => part !== "").join(", "),
      passage: text(card.text),
      locator: "",
      error: text(card.error),
      key: { file, chunk_id: text(card.chunk_id) },
    };
  },
};

export function profileNamed(name: string | undefined): Profile {
  return name === "vera" ? VERA : FOOTNOTE;
}

export function footnoteSource(value: unknown): Source {
  const card = fields(value);
  const locator = text(card.locator);
  const [title, where] = [text(card.title), text(card.where)];
  return {
    id: text(card.id),
    title: title || locator,
    // The title stands above it.
    place: where.startsWith(`${title}, `) ? where.slice(title.length + 2) : where,
    passage: text(card.text),
    locator,
    error: text(card.error),
    key: { locator },
  };
}

/** Cards of a launcher; those without a name of their own get the next one. */
export function sourcesOf(view: unknown, toSource: Profile["toSource"]): Source[] {
  return list(fields(view).sources).map((card, index) => {
    const source = toSource(card);
    return source.id === "" ? { ...source, id: `C${index + 1}` } : source;
  });
}
