/** A value as these servers quote it in their texts: in single quotes, in double ones where it has a single one and no double one; what does not print as its code point. */
export function quoted(value: string): string {
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  const special = mark === "'" ? /(?! )[\\'\p{C}\p{Z}]/gu : /(?! )[\\"\p{C}\p{Z}]/gu;
  return mark + value.replace(special, escaped) + mark;
}

export function quotedList(values: readonly string[]): string {
  return `[${values.map(quoted).join(", ")}]`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

function escaped(character: string): string {
  if (character === "\\" || character === "'" || character === '"') return `\\${character}`;
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  if (point <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return point <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
