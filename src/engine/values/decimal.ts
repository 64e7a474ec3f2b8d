export type Rounding = "half_up" | "half_even";

/** A number as its shortest decimal digits: sign × digits × 10^exponent. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: bigint;
  readonly exponent: number;
}

/** Of a finite number, or of the source of a whole one of any size. */
export function decimalOf(number: number | string): Decimal {
  const [, sign = "", whole = "0", part = "", power = "0"] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(number)) ?? [];
  return { negative: sign === "-", digits: BigInt(whole + part), exponent: Number(power) - part.length };
}

export function shifted({ negative, digits, exponent }: Decimal, places: number): Decimal {
  return { negative, digits, exponent: exponent + places };
}

/** With so many digits behind the point; never "-0.00". */
export function fixed(decimal: Decimal, places: number, rounding: Rounding): string {
  const rounded = quantized(decimal, -places, rounding);
  const text = String(rounded).padStart(places + 1, "0");
  const point = text.length - places;
  const sign = decimal.negative && rounded !== 0n ? "-" : "";
  return sign + text.slice(0, point) + (places === 0 ? "" : `.${text.slice(point)}`);
}

/** Mantissa and power of ten, so many digits behind the point. */
export function scientific(
  decimal: Decimal,
  places: number,
  rounding: Rounding,
): readonly [mantissa: string, power: number] {
  if (decimal.digits === 0n) return [fixed(decimal, places, rounding), 0];
  let power = magnitude(decimal);
  let mantissa = fixed(shifted(decimal, -power), places, rounding);
  // 9.96 with one digit is 10.0.
  if (/^-?10/.test(mantissa)) {
    power++;
    mantissa = fixed(shifted(decimal, -power), places, rounding);
  }
  return [mantissa, power];
}

/** The power of ten of the first digit. */
function magnitude({ digits, exponent }: Decimal): number {
  return String(digits).length - 1 + exponent;
}

/** In units of 10^exponent. */
function quantized(decimal: Decimal, exponent: number, rounding: Rounding): bigint {
  const more = decimal.exponent - exponent;
  if (more >= 0) return decimal.digits * 10n ** BigInt(more);
  const unit = 10n ** BigInt(-more);
  const whole = decimal.digits / unit;
  const twice = (decimal.digits % unit) * 2n;
  const up = twice > unit || (twice === unit && (rounding === "half_up" || whole % 2n === 1n));
  return up ? whole + 1n : whole;
}
