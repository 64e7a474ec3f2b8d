const OMISSION = /\s*(?:\[\s*(?:…|\.\s?\.\s?\.)\s*\]|\(\s*(?:…|\.\s?\.\s?\.)\s*\)|…|(?<!\.)\.\s?\.\s?\.(?!\.)\.?)\s*/g;

/** The parts of a quote between the marks of omission in it ("…", "...", "[…]"); one part when there are none inside. */
export function partsOf(quote: string): string[] {
  return quote.split(OMISSION).filter((part) => /[\p{L}\p{N}]/u.test(part));
}
