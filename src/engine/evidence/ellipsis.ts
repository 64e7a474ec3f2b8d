// Three dots (four with a full stop), close or spaced; more of them are leaders, as in a table of contents.
const DOTS = "(?<!\\.\\s?)\\.\\s?\\.\\s?\\.(?:\\s?\\.)?(?!\\s?\\.)";
const OMISSION = new RegExp(`(?:\\[\\s*(?:…|${DOTS})\\s*\\]|\\(\\s*(?:…|${DOTS})\\s*\\)|…|${DOTS})`, "g");

/** A quote with more marks of omission than this is no quote; it is left in one piece. */
const MOST_PARTS = 20;

/** The parts of a quote between the marks of omission in it ("…", "...", "[…]"); one part when there are none inside. */
export function partsOf(quote: string): string[] {
  const parts = quote.split(OMISSION).flatMap((part) => (/[\p{L}\p{N}]/u.test(part) ? [part.trim()] : []));
  return parts.length <= MOST_PARTS ? parts : [quote];
}
