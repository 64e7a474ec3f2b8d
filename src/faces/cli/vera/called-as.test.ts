import { expect, test } from "bun:test";
import { veraArguments } from "./called-as.ts";

test.each([
  ["vera", ["inspect", "a.vera"], ["inspect", "a.vera"]],
  ["/usr/local/bin/vera", [], []],
  ["C:\\bin\\Vera.exe", ["mcp"], ["mcp"]],
  ["footnote", ["vera", "inspect", "vera"], ["inspect", "vera"]],
  ["/usr/bin/vera-mcp", [], ["mcp"]],
  ["vera-mcp-bridge.exe", ["--verbose"], ["mcp", "--bridge", "--verbose"]],
  ["footnote", ["vera-mcp-bridge"], ["mcp", "--bridge"]],
  ["footnote", ["search", "vera"], undefined],
  ["/opt/vera/footnote", ["search", "x"], undefined],
])("veraArguments() of %s with %j", (argv0, args, expected) => {
  expect(veraArguments(argv0, args)).toEqual(expected);
});
