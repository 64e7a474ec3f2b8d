import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parsePath } from "./path-rules.ts";

const REFUSED = [
  ...[
    "",
    " ",
    "\t",
    "/a.md",
    "\\a.md",
    "//server/a.md",
    "\\\\server\\a.md",
    "C:a.md",
    "C:/a.md",
    "c:\\a.md",
    "notes.md:stream.md",
  ],
  ...["..", "../a.md", "a/../b.md", "a\\..\\b.md", "a/..", "..\\a.md", ". ./a.md", "a/.. /b.md", "...", "a/ /b.md"],
  ...["a\0.md", "a\n.md", "a\u007f.md", "a\u0085.md", "\ud800.md"],
  ...[".git/x.md", "a/.GIT/x.md", ".git./x.md", ".git /x.md", ".g\u200cit/x.md", "git~1/x.md", "．git/x.md"],
  ...["con.md", "CON", "Aux.x.md", "nul .md", "COM1.md", "lpt9.md", "com¹.md", "a/prn/b.md", "conout$.md"],
];

describe("parsePath()", () => {
  test.each(REFUSED)("refuses %j as any path", (path) => {
    expect(() => parsePath(path, "any")).toThrow(expect.objectContaining({ code: "note_path" }));
  });

  test.each([
    ["a.md", ["a.md"]],
    ["a\\b.md", ["a", "b.md"]],
    ["./a//b.MD", ["a", "b.MD"]],
    ["Ордер/日本.md", ["Ордер", "日本.md"]],
    [".github/.gitignore.md", [".github", ".gitignore.md"]],
    ["console/com10.md", ["console", "com10.md"]],
    ["a b/..c.md", ["a b", "..c.md"]],
  ])("splits %j", (path, segments) => {
    expect(parsePath(path, "markdown")).toEqual(segments);
  });

  test("asks for a Markdown extension where a Markdown file is meant", () => {
    expect(() => parsePath("a.txt", "markdown")).toThrow();
    expect(() => parsePath("a.md/b", "markdown")).toThrow();
    expect(parsePath("a.txt", "any")).toEqual(["a.txt"]);
    expect(parsePath("a.mdx", "markdown", [".md", ".mdx"])).toEqual(["a.mdx"]);
  });

  test.each(["a\\b.png", "a//b.png", "./b.png", "a/./b.png", "a/"])(
    "takes image paths in their shortest form only: not %j",
    (path) => {
      expect(() => parsePath(path, "image")).toThrow(expect.objectContaining({ code: "note_path" }));
    },
  );

  test("lets no segment through that leads up or out, whatever is asked", () => {
    const pieces = fc.array(
      fc.constantFrom("..", ".", "", "/", "\\", "a", ".git", " ", "C:", "\0", "con", ".MD", ".md"),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        let segments: readonly string[];
        try {
          segments = parsePath(parts.join(""), "any");
        } catch {
          return;
        }
        expect(segments.length).toBeGreaterThan(0);
        for (const segment of segments) expect(segment).not.toMatch(/^\.{0,2}$|[/\\:\0]|^\.git$/);
      }),
    );
  });
});
