import { array, literal } from "./literal.ts";

/** For Korean letters alone: the fallback has some of their parts, and would be asked first. */
const KOREAN = String.raw`(name: "NanumGothicCoding", covers: regex("[\u{1100}-\u{11ff}\u{3130}-\u{318f}\u{ac00}-\u{d7af}]"))`;
/** In this order a letter is looked for. */
const TEXT_FONTS = [
  literal("Noto Serif"),
  literal("Noto Sans Arabic"),
  literal("Noto Sans Hebrew"),
  literal("Noto Sans Devanagari"),
  literal("Noto Sans Math"),
  literal("Noto Sans Symbols2"),
  KOREAN,
  literal("Droid Sans Fallback"),
];
/** What has places to break a line at every letter, and has neither bold nor italic faces here. */
const CJK = String.raw`\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}\\u{3000}-\\u{303f}\\u{ff00}-\\u{ffef}`;
const CJK_STYLES = `#let thick = 0.028em
#show strong: it => { show regex("[${CJK}]+"): set text(stroke: thick); it }
#show heading: it => { show regex("[${CJK}]+"): set text(stroke: thick); it }
#show emph: it => { show regex("[${CJK}]"): letter => box(skew(ax: -12deg, letter)); it }`;
/**
 * Words that may be longer than their line: empty boxes between letters are places to break, and leave nothing in text that is copied, as hyphens or blanks of no width
 * would. In headings and titles a shorter word may be wider than its line: it is measured, so that words that fit stay whole.
 */
const LONG_WORDS = `#let breakable-word(it) = it.text.clusters().join(box())
#let unbroken(least) = "[^\\\\s${CJK}]{" + str(least) + ",}"
#show regex(unbroken(30)): breakable-word
#let wide-word(it) = context { let word = breakable-word(it); if measure(word).width > 200pt { word } else { it } }
#show heading: it => { show regex(unbroken(10)): wide-word; it }`;
const CODE_FONTS = [literal("DejaVu Sans Mono"), ...TEXT_FONTS];

export interface TitlePage {
  readonly title: string;
  readonly authors: readonly string[];
  /** As it is printed. */
  readonly date: string | undefined;
  /** Of the document's properties: year, month, day. */
  readonly made: readonly [number, number, number];
  /** Whether the title is printed above the text, which has no heading that says it. */
  readonly shown: boolean;
}

/** What comes before the text: the page, the letters, and the shapes of all blocks. A4 with margins of 20 mm. */
export function prelude({ title, authors, date, made, shown }: TitlePage): string {
  const [year, month, day] = made;
  const heading = shown
    ? `#align(center, { show regex(unbroken(10)): wide-word; v(8mm); text(size: 24pt, weight: "bold", ${literal(title)}); v(2mm)
${authors.length === 0 ? "" : `  text(size: 12pt, ${literal(authors.join(", "))}); linebreak()\n`}${date === undefined ? "" : `  text(size: 11pt, fill: luma(90), ${literal(date)})\n`}  v(8mm) })
`
    : "";
  return `#set document(title: ${literal(title)}, author: ${array(authors.map(literal))}, date: datetime(year: ${year}, month: ${month}, day: ${day}))
#set page(paper: "a4", margin: 20mm, numbering: "1", number-align: center)
#set text(font: ${array(TEXT_FONTS)}, size: 10.5pt, lang: "en", fallback: true)
#set par(justify: true, leading: 0.62em, spacing: 0.95em)
#set list(indent: 4pt, body-indent: 6pt, marker: ("•", "–", "•"))
#set enum(indent: 4pt, body-indent: 6pt)
#show heading: it => block(above: 1.5em, below: 0.8em, sticky: true, breakable: false, { set par(justify: false); it.body })
#show heading.where(level: 1): set text(size: 20pt, weight: "bold")
#show heading.where(level: 2): set text(size: 15.5pt, weight: "bold")
#show heading.where(level: 3): set text(size: 12.5pt, weight: "bold")
#show heading.where(level: 4): set text(size: 11pt, weight: "bold")
#show heading.where(level: 5): set text(size: 10.5pt, weight: "bold", style: "italic")
#show heading.where(level: 6): set text(size: 10.5pt, weight: "regular", style: "italic")
#show raw: set text(font: ${array(CODE_FONTS)}, size: 8.6pt)
#show raw.where(block: true): it => block(fill: luma(246), stroke: 0.4pt + luma(215), inset: 7pt, radius: 2pt, width: 100%, breakable: true, { set par(justify: false, leading: 0.5em); set text(dir: ltr); it })
${CJK_STYLES}
${LONG_WORDS}
#show link: set text(fill: rgb("#0b4f9e"))
#let bookquote(side, body) = block(inset: (rest: 3pt) + if side == "left" { (left: 11pt) } else { (right: 11pt) }, stroke: if side == "left" { (left: 2.2pt + luma(185)) } else { (right: 2.2pt + luma(185)) }, width: 100%, breakable: true, text(fill: luma(50), body))
#let booktable(columns, align, size, longest, header, cells) = {
  set text(size: size)
  set par(justify: false)
  show regex(unbroken(longest)): breakable-word
  show table.cell.where(y: 0): set text(weight: "bold")
  table(columns: columns, align: align, stroke: 0.5pt + luma(175), inset: (x: 5pt, y: 4pt), fill: (_, y) => if y == 0 { luma(240) }, table.header(..header), ..cells)
}
#let bookimage(path, width, height, alt) = box(layout(size => {
  let share = calc.min(1, size.width / width)
  image(path, width: width * share, height: height * share, alt: alt)
}))
#let placeholder(message) = box(stroke: (paint: luma(150), thickness: 0.6pt, dash: "dashed"), inset: 6pt, text(size: 9pt, fill: luma(90), message))
#let task(done) = box(width: 8pt, height: 8pt, stroke: 0.7pt + luma(80), radius: 1pt, if done { place(center + horizon, text(size: 8pt, weight: "bold", "×")) })
${heading}`;
}

/** Behind everything: tells how many pages there are. */
export const PAGES_MARK = "#context [#metadata(counter(page).final().first()) <pages>]";
