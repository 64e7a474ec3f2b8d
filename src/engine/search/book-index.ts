/** "scanf, 304, 305" · "PROMPT_COMMAND ....... 87": an entry and its pages. */
const ENTRY = /(?:[,.…]|\s{2,}|\t)\s*(?:\d+|[ivxl]+)(?:[-–—,\s]+(?:\d+|[ivxl]+))*,?$/;
/** Pages of the entry before, run over; or the letter that a part of the index begins with. */
const BETWEEN = /^(?:[\d,\s–—-]+|\p{L})$/u;
const LEAST_LINES = 3;
const LEAST_SHARE = 0.6;

/** Whether a passage is a piece of a book's index (or a table of contents): it names what stands elsewhere and answers nothing itself. */
export function isBookIndex(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.filter((line) => ENTRY.test(line) || BETWEEN.test(line.trim()));
  return lines.length >= LEAST_LINES && entries.length >= LEAST_SHARE * lines.length;
}
