/**
 * Where YAML front matter ends in a normal text: behind its closing fence; 0 when there is none. It begins with `---` in the first line
 * and is closed by `---` or `...`; a blank second line makes the first one a thematic break, as in Pandoc.
 */
export function frontMatterEnd(source: string): number {
  if (!/^---[ \t]*\n(?![ \t]*\n)/.test(source)) return 0;
  const closing = /^(?:---|\.\.\.)(?=[ \t]*$)/gm;
  closing.lastIndex = source.indexOf("\n") + 1;
  return closing.test(source) ? closing.lastIndex : 0;
}
