import { parseFragment } from "parse5";

/** A link label without its brackets: labels match without regard to case and to the amount of white space (CommonMark §6.3). */
export function labelKey(label: string): string {
  return label.replace(/\s+/g, " ").trim().toLowerCase().toUpperCase();
}

/** CommonMark §6.1: line ends become spaces; one space on both sides is taken off. In a cell of a table the bar is escaped in code, too (GFM §4.10). */
export function codeSpan(given: string, inCell = false): string {
  const source = inCell ? given.replaceAll("\\|", "|") : given;
  const [fence = ""] = /^`+/.exec(source) ?? [];
  const code = source.slice(fence.length, source.length - fence.length).replace(/\n[ \t>]*/g, " ");
  return code.startsWith(" ") && code.endsWith(" ") && code.trim() !== "" ? code.slice(1, -1) : code;
}

/** An entity or a character reference as the character that it stands for; what is none stays. */
export function decodeEntity(source: string): string {
  const node = parseFragment(source).childNodes[0];
  return node !== undefined && "value" in node ? node.value : source;
}
