/**
 * A test whether a run of text may hold one of some terms, which spares most runs their being cut into terms: it begins with a letter that a
 * term begins with, or it is more than one plain word (a compound, camelCase, another script) and may have a term inside.
 */
export function termFilter(terms: Iterable<string>): (text: string, start: number, end: number) => boolean {
  const initials = new Set<number>();
  for (const term of terms) initials.add(term.charCodeAt(0));
  return (text, start, end) => {
    if (initials.has(text.charCodeAt(start))) return true;
    for (let at = start; at < end; at++) if (!isPlain(text.charCodeAt(at))) return true;
    return false;
  };
}

function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}
