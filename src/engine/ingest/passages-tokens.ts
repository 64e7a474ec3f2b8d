/** What a character counts as: signs one by one (so do Chinese and Japanese), the others in runs. */
type RunKind = "none" | "latin" | "digits" | "other";

/**
 * How many WordPiece tokens `text` will be, without tokenizing it. Made to be cheap and near: against the vocabulary of bge-small the
 * median of true to estimated is 0.9 for English, 1.0 for Japanese, 1.1 for Russian. Letters: a token and another for each five past the
 * sixth; two digits a token; letters of other scripts, which that vocabulary hardly joins, four tokens to five.
 */
export function estimateTokens(text: string, start = 0, end = text.length): number {
  let tokens = 0;
  let length = 0;
  let kind: RunKind = "none";
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    const next = kindOf(unit);
    if (next !== kind) {
      tokens += tokensOfRun(length, kind);
      length = 0;
      kind = next;
    }
    if (next !== "none") length++;
    else if (unit > 0x20 && unit !== 0xa0) tokens++;
  }
  return tokens + tokensOfRun(length, kind);
}

function tokensOfRun(length: number, kind: RunKind): number {
  switch (kind) {
    case "none":
      return 0;
    case "latin":
      return 1 + Math.ceil(Math.max(0, length - 6) / 5);
    case "digits":
      return Math.ceil(length / 2);
    case "other":
      return Math.ceil(length * 0.8);
  }
}

function kindOf(unit: number): RunKind {
  if (unit >= 0x30 && unit <= 0x39) return "digits";
  if (unit < 0x80) return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a ? "latin" : "none";
  if (unit >= 0xc0 && unit < 0x250) return "latin";
  return unit >= 0x370 && unit < 0xe00 ? "other" : "none";
}
