// Three dots (four with a full stop), close or spaced; more of them are leaders, as in a table of contents.
const DOTS = "(?<!\\.\\s?)\\.\\s?\\.\\s?\\.(?:\\s?\\.)?(?!\\s?\\.)";
const OMISSION = new RegExp(`\\s*(?:\\[\\s*(?:…|${DOTS})\\s*\\]|\\(\\s*(?:…|${DOTS})\\s*\\)|…|${DOTS})\\s*`, "g");

/** The parts of a quote between the marks of omission in it ("…", "...", "[…]"); one part when there are none inside. */
export function partsOf(quote: string): string[] {
  return quote.split(OMISSION).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
