import { lastAtMost, lineStarts } from "../../foundation/text/line-starts.ts";

/** A number that stands in a text. */
export interface Literal {
  /** As it is written. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Without signs of grouping: "18535", "-0.92", "1.9e-14". */
  readonly number: string;
  /** What stands behind ±. */
  readonly deviation?: string;
  readonly isPercent: boolean;
}

const NUMBER = String.raw`[-−+]?\d+(?:,\d{3})*(?:\.\d+)?`;
const LITERAL = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_.,-])(?<mean>${NUMBER})\s*(?:±|\+\/-)\s*(?<deviation>\d+(?:\.\d+)?)(?<percent1>\s?%)?`,
    String.raw`(?<![\p{L}\p{N}_.,])(?<mantissa>[-−+]?\d+(?:\.\d+)?)(?:[eE](?<power>[-+]?\d{1,3})|\s?[×x·]\s?10\^\{?(?<raised>[-−+]?\d{1,3})\}?)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}_.,])(?<plain>${NUMBER})(?<percent2>\s?%)?(?![\p{L}\p{N}_]|[.,]\d)`,
  ].join("|"),
  "gu",
);

/** Code, addresses and comments of Markdown: what stands there is not prose. */
const NO_PROSE =
  /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`|<!--[\s\S]*?(?:-->|$)|\]\([^)\s]{0,2000}\)|https?:\/\/\S+/g;

/**
 * The numbers of a text that could be results: with ±, as powers of ten, with a percent sign or a decimal point, and whole ones of two digits and more. Years, versions ("1.2.3"), and
 * digits in words ("ResNet-50") are none.
 */
export function literalsIn(text: string): Literal[] {
  const prose = text.replace(NO_PROSE, (found) => found.replace(/[^\n]/g, " "));
  const starts = lineStarts(prose);
  const found: Literal[] = [];
  for (const match of prose.matchAll(LITERAL)) {
    const { mean, deviation, percent1, mantissa, power, raised, plain, percent2 } = match.groups ?? {};
    const isPercent = (percent1 ?? percent2) !== undefined;
    const number = plainNumber(mean ?? plain ?? `${mantissa}e${plainNumber(power ?? raised ?? "")}`);
    if (plain !== undefined && !isPercent && !isResult(number)) continue;
    if (plain !== undefined && /\p{L}-$/u.test(prose.slice(Math.max(0, match.index - 2), match.index))) continue;
    found.push({
      text: match[0],
      line: lastAtMost(starts, match.index) + 1,
      number,
      ...(deviation === undefined ? {} : { deviation }),
      isPercent,
    });
  }
  return found;
}

function isResult(number: string): boolean {
  if (number.includes(".")) return true;
  const digits = number.replace(/^[-+]/, "");
  return digits.length >= 2 && !/^(?:19|20)\d\d$/.test(digits);
}

function plainNumber(text: string): string {
  return text.replaceAll(",", "").replace("−", "-").replace(/^\+/, "");
}
