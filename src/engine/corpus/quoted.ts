/** A value as these servers quote it in their texts: in single quotes, in double ones where it has a single one and no double one; what does not print as its code point. */
export function quoted(value: string): string {
  const mark = value.includes("'") && !value.includes('"') ? '"' : "'";
  let shown = "";
  for (const character of value) {
    if (character === "\\" || character === mark) shown += `\\${character}`;
    else if (character === "\n") shown += "\\n";
    else if (character === "\r") shown += "\\r";
    else if (character === "\t") shown += "\\t";
    else if (character !== " " && /[\p{C}\p{Z}]/u.test(character)) shown += escaped(character.codePointAt(0) ?? 0);
    else shown += character;
  }
  return mark + shown + mark;
}

export function quotedList(values: readonly string[]): string {
  return `[${values.map(quoted).join(", ")}]`;
}

function escaped(point: number): string {
  const hex = point.toString(16);
  if (point <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return point <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
