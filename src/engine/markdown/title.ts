/** The title of a heading: its first source line without the marks around it; inline markup stays. */
export function headingTitle(heading: string): string {
  const [line = ""] = heading.split(/\r\n?|\n/, 1);
  const opened = /^#{1,6}(?=[ \t]|$)/.exec(line);
  if (opened === null) return line.trim();
  const title = line.slice(opened[0].length).trim();
  const closing = /#+$/.exec(title);
  if (closing === null) return title;
  const rest = title.slice(0, closing.index);
  return rest === "" || /[ \t]$/.test(rest) ? rest.trim() : title;
}
