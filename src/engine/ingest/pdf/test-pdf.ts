/**
 * Small PDFs for tests, written by hand so that each one holds exactly what a test is about (ISO 32000-1 §7.5).
 * Fonts: F1 Helvetica, F2 Times-Roman, F3 Helvetica-Bold, F4 Courier, F5 Times-Italic; U draws any character, 1000 units wide.
 */
export interface TestPage {
  /** Content stream; put it together from `text`, `fill`, `line` and raw operators. */
  readonly content: string;
  readonly mediaBox?: string;
  readonly cropBox?: string;
  readonly rotate?: number;
  /** Named form XObjects by their content; each sees the page's own resources. */
  readonly forms?: Readonly<Record<string, string>>;
}

export interface TestPdf {
  readonly title?: string;
  readonly language?: string;
  /** The /Nums array of the page label tree, for example "0 <</S/r>> 2 <</S/D>>". */
  readonly labels?: string;
  readonly outline?: readonly { readonly title: string; readonly page: number; readonly y: number }[];
  /** What single code units drawn in font U stand for: the first of a block of 256 ("\ue000"), which then stands alone. */
  readonly characters?: Readonly<Record<string, string>>;
}

export interface TextStyle {
  readonly font?: "F1" | "F2" | "F3" | "F4" | "F5" | "U";
  readonly size?: number;
  /** Text rendering mode, ISO 32000-1 table 106: 3 is invisible. */
  readonly mode?: number;
  /** Red, green, blue from 0 to 1, with spaces between. */
  readonly colour?: string;
  /** Quarter turns anticlockwise. */
  readonly turn?: number;
}

/** Shows `value` with its baseline starting at (x, y), measured from the bottom left corner as PDF does. */
export function text(x: number, y: number, value: string, style: TextStyle = {}): string {
  const { font = "F1", size = 12, mode = 0, colour = "0 0 0", turn = 0 } = style;
  const [cos = 1, sin = 0] =
    [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][turn] ?? [];
  const matrix = `${cos} ${sin} ${-sin} ${cos} ${x} ${y}`;
  return `BT ${colour} rg /${font} ${size} Tf ${mode} Tr ${matrix} Tm ${hex(value, font === "U")} Tj ET\n`;
}

export function fill(x: number, y: number, width: number, height: number, colour = "0 0 0"): string {
  return `${colour} rg ${x} ${y} ${width} ${height} re f\n`;
}

export function line(x0: number, y0: number, x1: number, y1: number, thickness = 1): string {
  return `${thickness} w ${x0} ${y0} m ${x1} ${y1} l S\n`;
}

/** A grey one-pixel picture stretched over the rectangle. */
export function picture(x: number, y: number, width: number, height: number): string {
  return `q ${width} 0 0 ${height} ${x} ${y} cm /Im Do Q\n`;
}

export function testPdf(pages: readonly (string | TestPage)[], options: TestPdf = {}): Uint8Array {
  const objects: string[] = ["", ""];
  const add = (body: string): number => objects.push(body);
  const fonts = ["Helvetica", "Times-Roman", "Helvetica-Bold", "Courier", "Times-Italic"].map((name, at) => {
    const font = add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`);
    return `/F${at + 1} ${font} 0 R`;
  });
  const toUnicode = add(stream(unicodeMap(options.characters ?? {})));
  const descriptor = add(
    "<</Type/FontDescriptor/FontName/Any/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 1000 800]>>",
  );
  const cid = add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/FontDescriptor ${descriptor} 0 R>>`,
  );
  const any = add(
    `<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[${cid} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
  );
  const image = add(
    "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\nz\nendstream",
  );
  const kids = pages.map((given) => {
    const page = typeof given === "string" ? { content: given } : given;
    const resources = add("");
    const forms = Object.entries(page.forms ?? {}).map(([name, content]) => {
      const extra = `/Type/XObject/Subtype/Form/BBox[-9999 -9999 9999 9999]/Resources ${resources} 0 R`;
      return `/${name} ${add(stream(content, extra))} 0 R`;
    });
    objects[resources - 1] = `<</Font<<${fonts.join("")}/U ${any} 0 R>>/XObject<</Im ${image} 0 R${forms.join("")}>>>>`;
    const crop = page.cropBox === undefined ? "" : `/CropBox[${page.cropBox}]`;
    const contents = add(stream(page.content));
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[${page.mediaBox ?? "0 0 612 792"}]${crop}/Rotate ${page.rotate ?? 0}/Resources ${resources} 0 R/Contents ${contents} 0 R>>`,
    );
  });
  const outline = outlineObject(add, kids, options.outline ?? []);
  const labels = options.labels === undefined ? "" : `/PageLabels<</Nums[${options.labels}]>>`;
  const language = options.language === undefined ? "" : `/Lang(${options.language})`;
  objects[0] = `<</Type/Catalog/Pages 2 0 R${outline}${labels}${language}>>`;
  objects[1] = `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`;
  const info = add(options.title === undefined ? "<<>>" : `<</Title(${options.title})>>`);
  return new TextEncoder().encode(write(objects, info));
}

function outlineObject(
  add: (body: string) => number,
  kids: readonly number[],
  items: NonNullable<TestPdf["outline"]>,
): string {
  if (items.length === 0) return "";
  let next = 0;
  for (const item of items.toReversed()) {
    const after = next === 0 ? "" : `/Next ${next} 0 R`;
    next = add(`<</Title(${item.title})/Dest[${kids[item.page - 1]} 0 R /XYZ 0 ${item.y} 0]${after}>>`);
  }
  const last = next - items.length + 1;
  return `/Outlines ${add(`<</First ${next} 0 R/Last ${last} 0 R/Count ${items.length}>>`)} 0 R`;
}

function write(objects: readonly string[], info: number): string {
  let out = "%PDF-1.7\n";
  const offsets = objects.map((body, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  return `${out}${table}trailer<</Root 1 0 R/Info ${info} 0 R/Size ${size}>>\nstartxref\n${out.length}\n%%EOF\n`;
}

function stream(content: string, entries = ""): string {
  return `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`;
}

function hex(value: string, wide: boolean): string {
  const codes = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
  return `<${codes.map((code) => code.toString(16).padStart(wide ? 4 : 2, "0")).join("")}>`;
}

function unicodeMap(characters: Readonly<Record<string, string>>): string {
  let map = UNICODE_CMAP;
  for (const [code, meaning] of Object.entries(characters)) {
    const [from, to] = [hex(code, true), hex(meaning, true)];
    map = map.replace(`${from} ${from.slice(0, 3)}ff> ${from}`, `${from} ${from} ${to}`);
  }
  return map;
}

/** Maps each two-byte code to the same UTF-16 unit, one range a high byte as the CMap format wants. */
const UNICODE_CMAP = `/CIDInit /ProcSet findresource begin begincmap /CMapName /Any def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${[0, 100, 200].map((from) => ranges(from, Math.min(from + 100, 256))).join("\n")}
endcmap end`;

function ranges(from: number, to: number): string {
  const lines = Array.from({ length: to - from }, (_, at) => {
    const high = (from + at).toString(16).padStart(2, "0");
    return `<${high}00> <${high}ff> <${high}00>`;
  });
  return `${lines.length} beginbfrange\n${lines.join("\n")}\nendbfrange`;
}
