const LINE_ENDING = /\r\n|\r|\n/g;

/** With the file's line endings. */
export function withEndings(text: string, ending: string): string {
  return text.replace(LINE_ENDING, ending);
}

export function withoutLastEndings(text: string): string {
  return text.replace(/[\r\n]+$/, "");
}

export function withoutFirstEndings(text: string): string {
  return text.replace(/^[\r\n]+/, "");
}

/** Behind the line ending at `offset`, if there is one. */
export function pastEnding(text: string, offset: number): number {
  if (text.startsWith("\r\n", offset)) return offset + 2;
  return /[\r\n]/.test(text.charAt(offset)) ? offset + 1 : offset;
}

/** Line endings right behind or, with −1, right before an offset. */
export function endingsAt(text: string, offset: number, way: 1 | -1): number {
  const run =
    way === 1
      ? /^(?:\r\n|\r|\n)+/.exec(text.slice(offset, offset + 64))
      : /(?:\r\n|\r|\n)+$/.exec(text.slice(Math.max(0, offset - 64), offset));
  return run?.[0].match(LINE_ENDING)?.length ?? 0;
}

/** Whether the character before is a line ending, or there is none. */
export function atLineStart(text: string, offset: number): boolean {
  return offset === 0 || /[\r\n]/.test(text.charAt(offset - 1));
}
