/** What GitHub calls the headings of a document in links to them: lower case, punctuation gone, blanks as "-"; repeated ones get "-1", "-2". */
export function headingSlugs(titles: readonly string[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const slugs = new Set<string>();
  for (const title of titles) {
    const slug = slugOf(title);
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    slugs.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return slugs;
}

function slugOf(title: string): string {
  return title
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
}
