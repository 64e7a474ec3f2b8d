import { describe, expect, test } from "bun:test";
import { readCode } from "./doc-comments.ts";
import { rowsFor } from "./rows-for-tests.ts";

const FIELDS = ["title", "line", "end_line", "summary"];

test("Rust: the file, public items, methods of types and of public traits; not what is private or tests", () => {
  const text = [
    "//! Swaps lanes. In order.",
    "//!",
    "//! More.",
    "use std::fmt;",
    "",
    "/// A lane.",
    "#[derive(Clone)]",
    "pub struct Lane<T> {",
    "    /// Not this.",
    "    pub at: T,",
    "}",
    "",
    "impl<T> Lane<T> {",
    "    /// Its length in units, see M-12.",
    "    #[must_use]",
    "    pub fn len(&self) -> usize {",
    "        0",
    "    }",
    "    /// Private.",
    "    fn own(&self) {}",
    "}",
    "",
    "/// What can be swapped.",
    "pub trait Swap {",
    "    /// Swaps.",
    "    fn swap(&mut self);",
    "}",
    "impl Swap for Lane<u8> {",
    "    /// Not again.",
    "    fn swap(&mut self) {}",
    "}",
    "//// no doc",
    "pub fn bare() {}",
    "/// Within the crate.",
    "pub(crate) fn inside() {}",
    "/** A block. */",
    "pub mod parts {",
    "    /// Deeper.",
    "    pub const MOST: u8 = 1;",
    "}",
    "#[cfg(test)]",
    "mod tests {",
    "    /// Not in tests.",
    "    pub fn helper() {}",
    "}",
  ];
  expect(rowsFor("crates/lane-map/src/swap/mod.rs", text, FIELDS)).toEqual([
    ["lane_map::swap", 1, 3, "Swaps lanes."],
    ["lane_map::swap::Lane", 6, 11, "A lane."],
    ["lane_map::swap::Lane::len", 14, 18, "Its length in units, see M-12."],
    ["lane_map::swap::Swap", 23, 24, "What can be swapped."],
    ["lane_map::swap::Swap::swap", 25, 26, "Swaps."],
    ["lane_map::swap::parts", 36, 37, "A block."],
    ["lane_map::swap::parts::MOST", 38, 39, "Deeper."],
  ]);
});

test("TypeScript: the file, what is exported, and public members", () => {
  const text = [
    "/** Swaps lanes. */",
    "",
    'import { x } from "./x.ts";',
    "",
    "/**",
    " * A lane of [cells](./cell.ts).",
    " *",
    " * @example",
    " */",
    "export class Lane {",
    "  /** Its length. */",
    "  get length(): number { return 0; }",
    "  /** Hidden. */",
    "  private own() {}",
    "}",
    "/** Not exported. */",
    "function inner() {}",
    "/** Swaps. Twice. */",
    "export const swap = () => 1;",
    "/** What it has. */",
    "export interface Has { /** How many. */ many: number }",
    "// no doc",
    "export function bare() {}",
    "/** The main one. */",
    "export default function () {}",
  ];
  expect(rowsFor("src/lanes/index.ts", text, FIELDS)).toEqual([
    ["src/lanes", 1, 1, "Swaps lanes."],
    ["src/lanes.Lane", 5, 10, "A lane of cells."],
    ["src/lanes.Lane.length", 11, 12, "Its length."],
    ["src/lanes.swap", 18, 19, "Swaps."],
    ["src/lanes.Has", 20, 20, "What it has."],
    ["src/lanes.Has.many", 21, 21, "How many."],
    ["src/lanes.default", 24, 25, "The main one."],
  ]);
});

test("Python: docstrings of the module, classes, functions, methods", () => {
  const text = [
    "#!/usr/bin/env python3",
    '"""Swaps lanes.',
    "",
    'In order."""',
    "class Lane(Base):",
    "    '''A lane.'''",
    "",
    "    @property",
    "    def length(self) -> int:",
    '        r"""Its length. In units."""',
    "        return 0",
    "    def _own(self):",
    '        """Private."""',
    "async def swap():",
    '    "Swaps."',
    "def bare():",
    "    return f'''no'''",
  ];
  expect(rowsFor("src/lanes/__init__.py", text, FIELDS)).toEqual([
    ["lanes", 2, 4, "Swaps lanes."],
    ["lanes.Lane", 6, 9, "A lane."],
    ["lanes.Lane.length", 10, 11, "Its length."],
    ["lanes.swap", 15, 15, "Swaps."],
  ]);
});

test("Go: the package and what begins with a capital, where the comment stands right before it", () => {
  const text = [
    "// Package lanes swaps.",
    "package lanes",
    "",
    "// Lane is one. It has cells.",
    "type Lane struct{ n int }",
    "",
    "// Len is its length.",
    "func (l *Lane) Len() int { return l.n }",
    "",
    "// own is private.",
    "func own() {}",
    "",
    "// Apart.",
    "",
    "func Bare() {}",
    "",
    "const (",
    "\t// Most is the limit.",
    "\tMost = 1",
    ")",
  ];
  expect(rowsFor("lanes/lane.go", text, FIELDS)).toEqual([
    ["lanes", 1, 2, "Package lanes swaps."],
    ["lanes.Lane", 4, 5, "Lane is one."],
    ["lanes.Lane.Len", 7, 8, "Len is its length."],
    ["lanes.Most", 18, 19, "Most is the limit."],
  ]);
});

describe("what is not read", () => {
  test.each(["src/a.test.ts", "src/tests/a.rs", "pkg/a_test.go", "lib/x.min.js", "test_a.py", "api_pb2.py", "a.java"])(
    "%s",
    (path) => {
      expect(rowsFor(path, '/** D. */\nexport const a = 1;\n"""D"""\n/// D\npub fn a() {}', ["title"])).toEqual([]);
    },
  );

  test("an error costs the declaration in which it is, not the file", () => {
    const text = ['"""Doc."""', "", "def a():", '    """A."""', "", "def (:", "", "def b():", '    """B."""', ""];
    expect(rowsFor("m.py", text, ["title", "line"])).toEqual([
      ["m", 1],
      ["m.a", 4],
      ["m.b", 9],
    ]);
    const typescript = [
      "/** A. */",
      "export const a = 1;",
      "",
      "const x = = 2;",
      "",
      "/** B. */",
      "export const b = 2;",
    ];
    expect(rowsFor("m.ts", typescript, ["title", "line"])).toEqual([
      ["m.a", 1],
      ["m.b", 6],
    ]);
    expect(rowsFor("m.go", "// D.\npackage m\n\nfunc {\n\n// B does.\nfunc B() {}\n", ["title", "line"])).toEqual([
      ["m", 1],
      ["m.B", 6],
    ]);
  });

  test("what is no code at all is flagged, and takes no time", () => {
    const start = performance.now();
    const text = `"""Doc."""\n\n${"/*".repeat(500_000)}`;
    expect(readCode({ path: "a.py", text })).toMatchObject({
      rows: [{ name: "a" }],
      flagged: [{ item: "a.py", reason: "Python with errors — comments near them have no rows" }],
    });
    readCode({ path: "b.py", text: '"""D"""\n\n)\n'.repeat(50_000) });
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test("nesting without end is no trouble", () => {
    const start = performance.now();
    readCode({ path: "src/a.rs", text: `/// D\n${"pub mod a { ".repeat(20_000)}` });
    readCode({ path: "src/a.ts", text: `/** D */\n${"(".repeat(60_000)}` });
    readCode({ path: "a.py", text: `"""D"""\n${"[".repeat(60_000)}` });
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
