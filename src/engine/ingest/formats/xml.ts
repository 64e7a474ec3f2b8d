import { parse } from "parse5";
import { decodeText } from "./decode.ts";
import { attribute, type Element, findElement, rawText, walkTree } from "./html-tree.ts";

/** A small XML file (a package's own list of contents), read by the forgiving HTML parser; names are compared without prefix and case. */
export function parseXml(bytes: Uint8Array): XmlElement[] {
  // HTML knows no <x/>: each is opened and closed instead.
  const source = withoutCdata(decodeText(bytes).text)
    .replace(/<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/>/g, "<$1$2></$1>")
    .replace(/<(\/?)(?:[\w.-]+:)?([\w.-]+)/g, "<$1x-$2");
  const elements: XmlElement[] = [];
  walkTree(parse(source), {
    enter(element) {
      if (element.tagName.startsWith("x-")) elements.push(new XmlElement(element));
      return true;
    },
    leave() {},
    text() {},
  });
  return elements;
}

export class XmlElement {
  readonly name: string;
  private readonly element: Element;

  constructor(element: Element) {
    this.element = element;
    this.name = element.tagName.slice(2);
  }

  get(attributeName: string): string {
    return attribute(this.element, attributeName) ?? "";
  }

  get text(): string {
    return rawText(this.element).trim();
  }

  has(name: string): boolean {
    return findElement(this.element, (each) => each.tagName === `x-${name}`) !== undefined;
  }
}

/** The text of the first element of a name. */
export function xmlText(bytes: Uint8Array, name: string): string | undefined {
  const text = parseXml(bytes).find((each) => each.name === name)?.text;
  return text === "" ? undefined : text;
}

/** CDATA sections as escaped text. */
function withoutCdata(source: string): string {
  const [before = "", ...sections] = source.split("<![CDATA[");
  const escaped = sections.map((section) => {
    const end = section.indexOf("]]>");
    const text = end < 0 ? section : section.slice(0, end);
    return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;") + (end < 0 ? "" : section.slice(end + 3));
  });
  return before + escaped.join("");
}
