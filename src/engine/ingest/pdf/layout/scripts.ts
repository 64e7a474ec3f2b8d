/** Ideographs, kana and their punctuation: written without spaces, one word each. Hangul is written with spaces. */
export function isCjk(code: number): boolean {
  return (
    code >= 0x2e80 &&
    ((code <= 0x9fff && code !== 0x3000) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe4f) ||
      (code >= 0xff01 && code <= 0xff65 && !isWideLatin(code)) ||
      (code >= 0xff66 && code <= 0xff9f) ||
      (code >= 0x20000 && code <= 0x3ffff))
  );
}

function isWideLatin(code: number): boolean {
  return (code >= 0xff10 && code <= 0xff19) || (code >= 0xff21 && code <= 0xff3a) || (code >= 0xff41 && code <= 0xff5a);
}

/** Letters of the right-to-left scripts: Hebrew to Arabic Extended-A, the presentation forms, and those of the first supplementary plane. */
export function isRightToLeft(code: number): boolean {
  return (
    (code >= 0x0590 && code <= 0x08ff && !(code >= 0x0660 && code <= 0x0669) && !(code >= 0x06f0 && code <= 0x06f9)) ||
    (code >= 0xfb1d && code <= 0xfdff) ||
    (code >= 0xfe70 && code <= 0xfefc) ||
    (code >= 0x10800 && code <= 0x10fff) ||
    (code >= 0x1e800 && code <= 0x1efff)
  );
}

/** Marks that stand on the letter before them and have no place of their own. */
export function isCombining(code: number): boolean {
  if (code < 0x300) return false;
  if (code <= 0x36f) return true;
  if (code < 0x483) return false;
  return /^\p{M}$/u.test(String.fromCodePoint(code));
}

/** Space, control character or what the wire cannot carry as text. */
export function isBlank(code: number): boolean {
  return (
    code <= 0x20 ||
    (code >= 0x7f && code <= 0xa0) ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0x1680 ||
    code === 0xfeff
  );
}
