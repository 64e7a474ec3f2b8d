import { expect, test } from "bun:test";
import { FootnoteError } from "../../../foundation/errors.ts";
import { parseEpub } from "./epub.ts";
import { outline } from "./test-outline.ts";
import { epubOf, zipOf } from "./test-packages.ts";

test("parseEpub() reads the chapters in the order of the spine, with title and language", () => {
  const document = parseEpub(
    epubOf({
      metadata: "<dc:title>Of Whales &amp; Men</dc:title><dc:language>en-GB</dc:language>",
      chapters: {
        "z%20one.xhtml": "<h1>Loomings</h1><p>Call me <i>Ishmael</i>.</p>",
        "a.xhtml": '<h1>The Carpet-Bag</h1><p>I stuffed a shirt.</p><aside epub:type="footnote"><p>A note.</p></aside>',
      },
    }),
    "whale.epub",
  );
  expect([document.title, document.language, document.mediaType, document.paged]).toEqual([
    "Of Whales & Men",
    "en-GB",
    "application/epub+zip",
    false,
  ]);
  expect(outline(document)).toEqual([
    "heading1: Loomings",
    "paragraph: Call me Ishmael.",
    "heading1: The Carpet-Bag",
    "paragraph: I stuffed a shirt.",
    "footnote: A note.",
  ]);
});

test("parseEpub() marks the navigation document as a table of contents", () => {
  const nav =
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><nav epub:type="toc"><h1>Contents</h1><ol><li><a href="a.xhtml">One</a></li></ol></nav></body></html>';
  const document = parseEpub(
    epubOf({
      chapters: { "a.xhtml": "<p>Text.</p>" },
      manifest: '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
      spine: '<itemref idref="nav"/>',
      extra: { "OPS/nav.xhtml": nav },
    }),
    "a.epub",
  );
  expect(outline(document)).toEqual(["toc: Contents", "toc: 1. One", "paragraph: Text."]);
});

test("parseEpub() is not fooled by elements that close themselves", () => {
  const document = parseEpub(
    epubOf({ chapters: { "a.xhtml": '<p><a id="p1"/>One</p><script src="x.js"/><p>Two</p>' } }),
    "a.epub",
  );
  expect(outline(document)).toEqual(["paragraph: One", "paragraph: Two"]);
});

test.each([
  [
    "no container",
    zipOf({ mimetype: "application/epub+zip" }),
    "damaged_document",
    "META-INF/container.xml names no package",
  ],
  [
    "a missing chapter",
    epubOf({
      chapters: {},
      manifest: '<item id="x" href="x.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="x"/>',
    }),
    "damaged_document",
    "the chapter OPS/x.xhtml is missing",
  ],
  [
    "encrypted chapters",
    epubOf({
      chapters: { "a.xhtml": "x" },
      extra: { "META-INF/encryption.xml": '<encryption><enc:CipherReference URI="OPS/a.xhtml"/></encryption>' },
    }),
    "unsupported_format",
    "copy-protected EPUB",
  ],
  ["a bomb for a chapter", epubOf({ chapters: { "a.xhtml": " ".repeat(30_000_000) } }), "too_large", "unpacked EPUB"],
])("parseEpub() refuses %s", (_, bytes, code, words) => {
  expect(() => parseEpub(bytes, "a.epub")).toThrow(FootnoteError);
  try {
    parseEpub(bytes, "a.epub");
  } catch (error) {
    expect((error as FootnoteError).code).toBe(code as never);
    expect((error as FootnoteError).message).toContain(words);
  }
});

test("parseEpub() reads past scrambled fonts", () => {
  const encryption = '<encryption><enc:CipherReference URI="OPS/font.otf"/></encryption>';
  const document = parseEpub(
    epubOf({ chapters: { "a.xhtml": "<p>x</p>" }, extra: { "META-INF/encryption.xml": encryption } }),
    "a.epub",
  );
  expect(document.text).toBe("x");
});
