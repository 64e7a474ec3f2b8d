import { overArchive } from "./archive-objects.ts";

/** The text of one page, as VERA's `vera_get_page` gives it; an archive without stored pages has none. */
export function pageObject(file: string, number: number): Record<string, unknown> {
  const page = overArchive(file, (archive) => archive.pages().find(({ page_number }) => page_number === number));
  if (page === undefined) return { error: `Page ${number} not found` };
  const { page_number, width, height, text } = page;
  return { page_id: `page_${String(page_number).padStart(6, "0")}`, page_number, width, height, text };
}
