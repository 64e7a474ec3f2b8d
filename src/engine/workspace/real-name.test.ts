import { describe, expect, test } from "bun:test";
import { type Names, realName } from "./real-name.ts";

/** A folder of a file system that compares names after `fold`. */
function folderOf(entries: Readonly<Record<string, bigint>>, fold: (name: string) => string): Names {
  return {
    identity(name) {
      const held = Object.keys(entries).find((entry) => fold(entry) === fold(name));
      return held === undefined ? undefined : { dev: 1n, ino: entries[held] ?? 0n };
    },
    all: () => Object.keys(entries),
  };
}

const exact = (name: string) => name;
const caseless = (name: string) => name.normalize("NFD").toLowerCase();

describe("realName()", () => {
  test("gives the spelling that a file system without case holds", () => {
    const folder = folderOf({ "ReadMe.md": 1n, ".git": 2n, "stra\u00dfe.md": 3n }, caseless);
    expect(realName(folder, "README.MD")).toBe("ReadMe.md");
    expect(realName(folder, ".GIT")).toBe(".git");
    expect(realName(folder, "ReadMe.md")).toBe("ReadMe.md");
    expect(realName(folder, "other.md")).toBeUndefined();
  });

  test("gives the composition of accents that is held", () => {
    expect(realName(folderOf({ "e\u0301.md": 1n }, caseless), "\u00e9.md")).toBe("e\u0301.md");
  });

  test("leaves names apart where case counts, also two names of one file", () => {
    const folder = folderOf({ "a.md": 1n, "A.md": 2n, "b.md": 3n, "B.md": 3n }, exact);
    expect(realName(folder, "A.md")).toBe("A.md");
    expect(realName(folder, "b.MD")).toBeUndefined();
    expect([realName(folder, "b.md"), realName(folder, "B.md")]).toEqual(["b.md", "B.md"]);
  });

  test("does not read the folder where one look is enough", () => {
    const folder = { ...folderOf({ "a.md": 1n }, exact), all: () => expect.unreachable() };
    expect(realName(folder, "a.md")).toBe("a.md");
  });
});
