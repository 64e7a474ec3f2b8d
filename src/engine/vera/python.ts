/** How Python shows a string in a message (`repr`): quoted, with what is not printable escaped. */
export function pythonRepr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const shown = [...text].map((character) => {
    if (character === quote || character === "\\") return `\\${character}`;
    const short = SHORT_ESCAPES[character];
    if (short !== undefined) return short;
    return character === " " || !/[\p{C}\p{Z}]/u.test(character) ? character : escaped(character.codePointAt(0) ?? 0);
  });
  return `${quote}${shown.join("")}${quote}`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(code: number): string {
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x1_0000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}

/** A float with at most `digits` significant digits, as C and Python print it with `%g`. */
export function generalFormat(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value < 0 ? "-inf" : "inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [mantissa = "", exponent = "0"] = value.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  if (power >= -4 && power < digits) return trimZeros(value.toFixed(digits - 1 - power));
  return withExponent(`${trimZeros(mantissa)}e${power}`);
}

function trimZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** A float as Python prints it (`repr`): the shortest digits that read back the same, always with a point or an exponent. */
export function pythonFloat(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  // Python goes over to exponents earlier than JavaScript does on both sides.
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return withExponent(value.toExponential());
  const shortest = String(value);
  return shortest.includes(".") ? shortest : `${shortest}.0`;
}

/** "1e-7" as "1e-07". */
function withExponent(exponential: string): string {
  const [mantissa = "", exponent = "0"] = exponential.split("e");
  const power = Number(exponent);
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Whether Python's `str.strip()` leaves nothing of it. */
export function isBlank(text: string): boolean {
  return /^[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/.test(text);
}

/** Python's `str.capitalize()` for a text that begins with an ASCII letter: the rest becomes lower case. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
}

/** Python's truth of a value that came from JSON. */
export function isTruthy(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
