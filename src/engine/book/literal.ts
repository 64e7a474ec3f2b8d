/** A text as a string of Typst's code: whatever stands in it, it stays text. */
export function literal(text: string): string {
  const escaped = text
    .toWellFormed()
    .replace(/[\\"]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\t/g, "\\t")
    .replace(/\p{Cc}/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return `"${escaped}"`;
}

/** An array of Typst's: one element needs the comma. */
export function array(items: readonly string[]): string {
  return items.length === 0 ? "()" : `(${items.join(", ")},)`;
}
