import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readDestination, writeDestination } from "./destination.ts";
import { linksIn } from "./note-links.ts";
import { repairLinks } from "./repair.ts";
import { headingSlugs } from "./slug.ts";

const found = (text: string) => linksIn(text).links.map(({ destination, line }) => [destination, line]);

describe("linksIn()", () => {
  test("finds links, images and definitions with their lines, and none in code", () => {
    const text =
      '# A [x](a.md)\n\n![p](<my pic.png>) and `[no](no.md)`\n\n```\n[no](no.md)\n```\n\n> - [q](q.md#h "t")\n>   [r](r.md)\n\n[ref]: <d e.md>\n';
    expect(found(text)).toEqual([
      ["a.md", 1],
      ["my pic.png", 3],
      ["q.md#h", 9],
      ["r.md", 10],
      ["d e.md", 12],
    ]);
  });

  test("finds them in table cells", () => {
    expect(found("| a | b |\n|---|---|\n| [x](one.md) | [y](two.md) |\n")).toEqual([
      ["one.md", 3],
      ["two.md", 3],
    ]);
  });

  test("each span is the destination's", () => {
    const text = "α [x](<a b.md>) [y](c.md)";
    expect(linksIn(text).links.map(({ span, bracketed }) => [text.slice(span.start, span.end), bracketed])).toEqual([
      ["a b.md", true],
      ["c.md", false],
    ]);
  });

  test("says which lines were too long", () => {
    expect(linksIn(`short [a](a.md)\n${"[".repeat(5000)}](b.md)\nend [c](c.md)\n`)).toMatchObject({
      links: [{ destination: "a.md" }, { destination: "c.md" }],
      unread: [2],
    });
  });
});

describe("readDestination()", () => {
  test.each([
    ["b.md", "docs/a.md", { kind: "file", path: "docs/b.md", fragment: "" }],
    ["../b%20c.md#part", "docs/a.md", { kind: "file", path: "b c.md", fragment: "#part" }],
    ["/top.md", "docs/a.md", { kind: "file", path: "top.md", fragment: "" }],
    ["#part", "docs/a.md", { kind: "here", fragment: "#part" }],
    ["../../b.md", "docs/a.md", { kind: "outside" }],
    ["https://example.org/b.md", "docs/a.md", { kind: "external" }],
    ["a%2.md", "x.md", { kind: "file", path: "a%2.md", fragment: "" }],
  ] as const)("%s", (written, from, expected) => {
    expect(readDestination(written, from)).toEqual(expected);
  });

  test("reads what writeDestination() writes", () => {
    const segment = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((s) => !/[/\\:\p{Cc}]/u.test(s) && !/^\.+$/.test(s));
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(path, path, fc.boolean(), (to, from, bracketed) => {
        const written = writeDestination(to, from, bracketed);
        fc.pre(to !== from && written !== "");
        expect(readDestination(written, from)).toEqual({ kind: "file", path: to, fragment: "" });
      }),
    );
  });
});

describe("repairLinks()", () => {
  test("leads other documents to the new place and changes nothing else", () => {
    expect(
      repairLinks("See [a](old.md#x), [b](other.md).\r\n\r\n[r]: old.md\r\n", "index.md", {
        from: "old.md",
        to: "deep/new name.md",
      }),
    ).toEqual({
      text: "See [a](deep/new%20name.md#x), [b](other.md).\r\n\r\n[r]: deep/new%20name.md\r\n",
      links: 2,
    });
  });

  test("keeps the moved document's own links leading where they led", () => {
    expect(
      repairLinks("[a](b.md) ![i](<my pic.png>) [self](old.md#top) [web](https://x.org/)", "old.md", {
        from: "old.md",
        to: "sub/new.md",
      }).text,
    ).toBe("[a](../b.md) ![i](<../my pic.png>) [self](new.md#top) [web](https://x.org/)");
  });

  test("there and back is nothing", () => {
    const text = "[a](b.md) and [c](d/e.md#f)\n";
    const there = repairLinks(text, "old.md", { from: "old.md", to: "x/y.md" }).text;
    expect(repairLinks(there, "x/y.md", { from: "x/y.md", to: "old.md" }).text).toBe(text);
  });
});

test("headingSlugs() names headings as GitHub does", () => {
  expect([...headingSlugs(["Plan B: the *end*", "Déjà vu", "Plan B: the *end*"])]).toEqual([
    "plan-b-the-end",
    "déjà-vu",
    "plan-b-the-end-1",
  ]);
});
