import { expect, test } from "bun:test";
import { parseHtml } from "./html.ts";
import { bytesOf, outline } from "./test-outline.ts";

const html = (body: string): string[] => outline(parseHtml(bytesOf(body), "page.html"));

test("parseHtml() keeps headings with their parents, lists with their levels, quotes and code", () => {
  const document = parseHtml(
    bytesOf(
      "<title>T &amp; t</title><html lang=en><h1>A<a href=#a>¶</a></h1>bare <b>bold</b><h2>B</h2><ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul><ol start=3><li>x<li>y</ol><blockquote><p>q</p></blockquote><pre>\n  code <b>x</b>\n\n    y\n</pre>",
    ),
    "page.html",
  );
  expect([document.title, document.language]).toEqual(["T & t", "en"]);
  expect(outline(document)).toEqual([
    "heading1: A",
    "paragraph: bare bold",
    "heading2: B",
    "list1: • a",
    "list2: • b",
    "list1: • c",
    "list1: d",
    "list1: 3. x",
    "list1: 4. y",
    "quote: q",
    "code:   code x\n\n    y",
  ]);
  expect(document.blocks.slice(0, 4).map((block) => block.parent)).toEqual([-1, 0, 0, 2]);
});

test("parseHtml() collapses white space as a page does", () => {
  expect(html("<p> one\n  two<br>three </p><p>東京\n  都</p>a<br><br>b")).toEqual([
    "paragraph: one two\nthree",
    "paragraph: 東京都",
    "paragraph: a",
    "paragraph: b",
  ]);
});

test("parseHtml() leaves out scripts, styles and navigation", () => {
  expect(
    html(
      "<style>a{}</style><nav><a>Home</a></nav><p>text<script>evil()</script></p><noscript>no</noscript><template>t</template>",
    ),
  ).toEqual(["paragraph: text"]);
});

test("parseHtml() takes what stands around the main content for furniture, but not the title in a header", () => {
  expect(
    html("<header>Logo<h1>Title</h1></header><p>Beside</p><main><p>Text</p></main><footer>Imprint</footer>"),
  ).toEqual(["furniture: Logo", "heading1: Title", "furniture: Beside", "paragraph: Text", "furniture: Imprint"]);
  expect(html("<article><header>By me</header><p>Text</p></article>")).toEqual(["paragraph: By me", "paragraph: Text"]);
});

test("parseHtml() keeps the columns of a table under row and column spans", () => {
  const document = parseHtml(
    bytesOf(
      "<table><caption>Cap</caption><tr><th>A<th>B<th>C<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4 <p>more</table>",
    ),
    "a.html",
  );
  expect(document.text).toBe("Cap\n\nA\tB\tC\n1\t2\n\t3\t4 more");
  const cells = document.blocks.filter((block) => block.kind === "cell");
  expect(cells.map((cell) => [document.text.slice(cell.start, cell.end), cell.level])).toEqual([
    ["A", 0],
    ["B", 1],
    ["C", 2],
    ["1", 0],
    ["2", 1],
    ["3", 1],
    ["4 more", 2],
  ]);
});

test("parseHtml() reads through tables that only arrange the page", () => {
  expect(html("<table><tr><td><h2>Head</h2>text<td><table><tr><td>a<td>b</table></table>")).toEqual([
    "heading2: Head",
    "paragraph: text",
    "table: a\tb",
  ]);
});

test.each([
  [
    "<p>Total <span style='display: none'>$1</span>$485,000</p>",
    ["paragraph: Total $485,000", "paragraph!invisible: $1"],
  ],
  ["<div hidden><p>x</p></div>y", ["paragraph!invisible: x", "paragraph: y"]],
  ["<p style='font-size:0px'>x</p>", ["paragraph!tiny: x"]],
  ["<p style='position:absolute; left:-9999px'>x</p>", ["paragraph!off-page: x"]],
  ["<p style='color:#fff;background:#fff'>x</p>", ["paragraph!same-colour: x"]],
  ["<table><tr><td>a<td>b<td hidden>c</table>", ["table: a\tb", "paragraph!invisible: c"]],
  ["<p style='opacity:0.5;font-size:0.8em;left:-5px'>x</p>", ["paragraph: x"]],
])("parseHtml() marks what is hidden: %s", (source, expected) => {
  expect(html(source)).toEqual(expected);
});

test("parseHtml() keeps the base of ruby whole, its reading behind it", () => {
  expect(html("<ruby>東<rp>(</rp><rt>とう</rt>京<rt>きょう</rt></ruby>に")).toEqual(["paragraph: 東京(とうきょう)に"]);
});

test("parseHtml() reads the encoding that the page declares", () => {
  const sjis = new Uint8Array([...bytesOf('<meta charset="shift_jis"><p>'), 0x93, 0x8c, 0x8b, 0x9e]);
  expect(outline(parseHtml(sjis, "a.html"))).toEqual(["paragraph: 東京"]);
});

test.each([
  ["elements", "<div>".repeat(50_000)],
  ["lists", "<ul><li>".repeat(5_000)],
  ["tables", "<table><tr><td>".repeat(2_000)],
  ["inline elements", "<b><i>".repeat(20_000)],
])("parseHtml() survives deeply nested %s", (_, opening) => {
  expect(parseHtml(bytesOf(`${opening}x`), "a.html").text.endsWith("x")).toBe(true);
});

test("parseHtml() notes on its page what did not decode, and nothing where a declared encoding did", () => {
  const problem = (page: string) => parseHtml(Buffer.from(page, "latin1"), "a.html").pages[0]?.problem;
  expect(problem("<meta charset=iso-8859-1><p>caf\xe9")).toBeUndefined();
  expect(problem("<meta charset=utf-8>\n<p>caf\xe9")).toBe(
    "not UTF-8: read as Windows-1252 (1 byte beyond ASCII, the first in line 2)",
  );
  expect(problem("<meta charset=euc-jp>\n<p>\xa4\xa2\xff")).toBe(
    "1 character not euc-jp, shown as U+FFFD, the first in line 2",
  );
});
