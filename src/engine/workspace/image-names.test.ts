import { describe, expect, test } from "bun:test";
import { formatOfBytes } from "./image-format.ts";
import { imageMarkdown } from "./image-markdown.ts";
import { clientName, explicitName, fallbackName, numberedName } from "./image-name.ts";

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("formatOfBytes()", () => {
  test.each([
    ["\x89PNG\r\n\x1a\n..", "png"],
    ["\xff\xd8\xff\xe0", "jpeg"],
    ["GIF87a", "gif"],
    ["GIF89a", "gif"],
    ["RIFF\n\n\n\nWEBPVP8 ", "webp"],
    ["GIF88a", undefined],
    ["RIFF....WAVE", undefined],
    ["\x89PNG\n\x1a\n", undefined],
    [" \xff\xd8\xff", undefined],
    ["<svg>", undefined],
    ["", undefined],
  ])("knows %j", (start, format) => {
    expect(formatOfBytes(latin1(start))).toBe(format as never);
  });
});

describe("explicitName()", () => {
  test("adds a missing extension and keeps a right one, in any case", () => {
    expect(explicitName("chart", "webp")).toBe("chart.webp");
    expect(explicitName("chart.JPEG", "jpeg")).toBe("chart.JPEG");
  });

  test.each([
    "",
    ".",
    "..",
    "a/b.png",
    "a\\b.png",
    "a:b.png",
    "a?.png",
    'a".png',
    "a|.png",
    "a*.png",
    "<a>.png",
    "a\n.png",
    "a.png.",
    "a.png ",
    "NUL.png",
    "com7",
  ])("refuses %j", (name) => {
    expect(() => explicitName(name, "png")).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  test("refuses a wrong extension", () => {
    expect(() => explicitName("chart.gif", "png")).toThrow(expect.objectContaining({ code: "image_unsupported" }));
    expect(() => explicitName("chart.txt", "png")).toThrow(expect.objectContaining({ code: "image_unsupported" }));
  });
});

describe("the other names", () => {
  test("clientName() takes the base name and sets the extension right", () => {
    expect(clientName("C:\\fakepath\\Photo.PNG", "jpeg")).toBe("Photo.jpg");
    expect(clientName("/home/x/photo.jpeg", "jpeg")).toBe("photo.jpeg");
    expect(clientName("photo", "gif")).toBe("photo.gif");
    for (const useless of [undefined, "", "a/", "con.png", "a?.png", ".png"])
      expect(clientName(useless, "webp")).toBe(useless === ".png" ? ".png.webp" : undefined);
  });

  test("fallbackName() is made of the time and the hash", () => {
    const now = new Date("2026-12-01T10:15:07.999Z");
    expect(fallbackName("0123456789abcdef", "webp", now)).toBe("image-20261201-101507-0123456789ab.webp");
  });

  test("numberedName() counts before the extension", () => {
    expect([1, 2, 3].map((number) => numberedName("a.b.png", number))).toEqual(["a.b.png", "a.b-2.png", "a.b-3.png"]);
  });
});

describe("imageMarkdown()", () => {
  test("is relative to the root, or to the document's folder", () => {
    expect(imageMarkdown("images/a.png", "A")).toBe("![A](images/a.png)");
    expect(imageMarkdown("images/a.png", "A", "notes/deep/x.md")).toBe("![A](../../images/a.png)");
    expect(imageMarkdown("images/a.png", "A", "images/x.md")).toBe("![A](a.png)");
  });

  test("escapes what would end or change it", () => {
    expect(imageMarkdown("a b.png", "x [1] \\ y\r\nz")).toBe("![x \\[1\\] \\\\ y z](<a b.png>)");
    expect(imageMarkdown("a(1).png", "")).toBe("![](<a(1).png>)");
    expect(imageMarkdown("50%#1?&lt;.png", "")).toBe("![](50%25%231%3F%26lt;.png)");
  });
});
