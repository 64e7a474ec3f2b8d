/**
 * What a single UTF-16 unit is to the folder. Answers are kept in a table that fills as units are met, so that
 * nothing is computed at start and Chinese or Greek text pays for each character once.
 */
export const UNIT = {
  /** Stands for itself. */
  same: 1,
  /** White_Space: a run of it becomes one space. */
  space: 2,
  /** White_Space that ends a line or page. */
  line: 3,
  /** Default ignorables, bidi controls, other controls: dropped. */
  drop: 4,
  /** A mark that belongs to the character before it. */
  mark: 5,
  /** Hangul letters, which compose with their neighbours (Unicode 16 §3.12). */
  jamo: 6,
  /** Becomes something else: see `foldCluster`. */
  maps: 7,
  /** The hyphen-minus, and what may stand for it. */
  dash: 8,
  /** U+00AD. */
  softHyphen: 9,
  /** First half of a surrogate pair. */
  high: 10,
} as const;

const kinds = new Uint8Array(0x10000);

const LINE = /[\n\v\f\r\u0085\u2028\u2029]/;
const DASH = /[-\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/;
const DASHES = new RegExp(DASH.source, "g");
// FF9E and FF9F are letters by category, but voice the halfwidth kana before them (UAX #15: NFKC composes them).
const MARK = /[\p{M}\uFF9E\uFF9F]/u;
const JAMO = /[\u1100-\u11FF\u3131-\u318E\uA960-\uA97C\uAC00-\uD7A3\uD7B0-\uD7FB\uFFA0-\uFFDC]/;
// FFF9–FFFB: interlinear annotation. \p{DI} holds soft hyphens, joiners, bidi controls, variation selectors, fillers.
const DROP = /[\p{DI}\p{Cc}\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFFF9-\uFFFB]/u;
const DROPS = new RegExp(DROP.source, "gu");
const CJK = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uFF01-\uFF60]/u;

/** One of UNIT for a UTF-16 unit. */
export function unitKind(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
  const kind = classify(unit);
  kinds[unit] = kind;
  return kind;
}

export function isLower(character: string): boolean {
  return /^\p{Ll}$/u.test(character);
}

export function isLetterOrDigit(character: string): boolean {
  return /^[\p{L}\p{N}]$/u.test(character);
}

/** Chinese and Japanese, which are written without spaces: a line end between two such characters separates nothing. */
export function isSpaceless(character: string): boolean {
  return CJK.test(character);
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  if (unit >= 0xd800 && unit <= 0xdbff) return UNIT.high;
  if (unit === 0xad) return UNIT.softHyphen;
  if (LINE.test(character)) return UNIT.line;
  if (/[\p{White_Space}]/u.test(character)) return UNIT.space;
  if (DASH.test(character)) return UNIT.dash;
  if (JAMO.test(character)) return UNIT.jamo;
  if (DROP.test(character)) return UNIT.drop;
  if (MARK.test(character)) return UNIT.mark;
  return foldCluster(character) === character ? UNIT.same : UNIT.maps;
}

const clusters = new Map<string, string>();
const CLUSTERS_KEPT = 20_000;

/** The folded form of one character with its marks (or of a run of Hangul letters). */
export function foldCluster(cluster: string): string {
  const known = clusters.get(cluster);
  if (known !== undefined) return known;
  let folded = cluster;
  // Folding case can open a new decomposition; two rounds reach the fixed point for all of Unicode 16.
  for (let round = 0; round < 4; round++) {
    const next = foldOnce(folded);
    if (next === folded) break;
    folded = next;
  }
  if (clusters.size >= CLUSTERS_KEPT) clusters.clear();
  clusters.set(cluster, folded);
  return folded;
}

const SINGLE_QUOTES = /[\u2018-\u201B\u2032\u2039\u203A\u02BC\u00B4]/g;
const DOUBLE_QUOTES = /[\u201C-\u201F\u2033\u00AB\u00BB\u301D-\u301F]/g;
// Marks that spell nothing new: all of them on Latin and Greek; vowel points in Arabic and Hebrew, and the tatweel.
// Cyrillic, Indic and kana marks make other letters and stay.
const LATIN_GREEK_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{Mn}/gu;
const POINTS = /[\u0640\u064B-\u0652\u0670\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]/g;
// Vulgar fractions: "1½" must not read "11⁄2".
const FRACTION = /^[\u00BC-\u00BE\u2150-\u215F\u2189]/;

function foldOnce(cluster: string): string {
  if (FRACTION.test(cluster)) return cluster;
  let text = cluster.replace(SINGLE_QUOTES, "'").replace(DOUBLE_QUOTES, '"');
  const decomposed = text.normalize("NFKD");
  // Spacing accents (U+00A8, U+FE70 …) decompose to a space with a mark; a space would part the word.
  if (/^ \p{M}/u.test(decomposed)) return /^[\uFE70-\uFE7F]/.test(cluster) ? "" : cluster;
  text = decomposed;
  text = text.replace(LATIN_GREEK_MARKS, "").replace(POINTS, "");
  // Upper then lower is full case folding (UAX #21 §2.4) but for the final sigma: ß → ss, ſ → s.
  text = text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return text.replace(DASHES, "-").replace(DROPS, "").normalize("NFC");
}
