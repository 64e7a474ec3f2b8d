/**
 * How many WordPiece tokens `text` will be, without tokenizing it: a run of letters is one token and another for each five letters past
 * the sixth, digits two to a token, every other sign (and every Chinese, Japanese or Korean character) one. Never below the truth by
 * much on prose; a passage is cut by this figure, so it has to be cheap, not right.
 */
export function estimateTokens(text: string, start = 0, end = text.length): number {
  let tokens = 0;
  let run = 0;
  let runIsDigits = false;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    const digit = unit >= 0x30 && unit <= 0x39;
    if (digit || isLetter(unit)) {
      if (run > 0 && digit !== runIsDigits) {
        tokens += tokensOfRun(run, runIsDigits);
        run = 0;
      }
      run++;
      runIsDigits = digit;
      continue;
    }
    tokens += tokensOfRun(run, runIsDigits);
    run = 0;
    if (unit > 0x20 && unit !== 0xa0) tokens++;
  }
  return tokens + tokensOfRun(run, runIsDigits);
}

function tokensOfRun(length: number, digits: boolean): number {
  if (length === 0) return 0;
  if (digits) return Math.ceil(length / 2);
  return 1 + Math.ceil(Math.max(0, length - 6) / 5);
}

/** Letters of scripts that are written with spaces; others count one by one. */
function isLetter(unit: number): boolean {
  if (unit < 0x80) return (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
  return unit >= 0xc0 && unit < 0xe00;
}
