import { expect, test } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permits, SCOPES, tokensOf } from "./tokens.ts";

const tokens = (TERO_TOKENS: string) => tokensOf({ TERO_TOKENS });

test("tokensOf() reads entries apart by blanks and commas, the last of a token counts", () => {
  const read = tokens(" a:read,\n b:refresh\tc:memory-read , a:memory-write ");
  expect(["a", "b", "c", "d", ""].map((token) => read.scopeOf(token))).toEqual([
    "memory-write",
    "refresh",
    "memory-read",
    undefined,
    undefined,
  ]);
});

test("permits() keeps corpus and memory apart", () => {
  expect(SCOPES.map((held) => SCOPES.filter((wanted) => permits(held, wanted)))).toEqual([
    ["read"],
    ["read", "refresh"],
    ["memory-read"],
    ["memory-read", "memory-write"],
  ]);
});

test("tokensOf() refuses bad entries without telling a token, and an open server", () => {
  for (const [source, problem] of [
    ["", "no API tokens configured"],
    [" , ,", "held no `token:scope` entries"],
    ["secret", "is not `token:scope`"],
    [":read", "empty token in entry 1"],
    ["good:read secret:write", "unknown scope 'write' in entry 2"],
    ["secret:Read", "unknown scope 'Read'"],
  ] as const)
    expect([source, messageOf(source)]).toEqual([source, expect.stringContaining(problem)]);
  expect(messageOf("good:read secret:write")).not.toContain("secret");
  expect(messageOf("secret")).not.toContain("secret");
});

test("tokensOf() prefers the file, and says when it cannot be read", () => {
  const path = join(mkdtempSync(join(tmpdir(), "tokens-")), "t");
  writeFileSync(path, "f:read\n");
  expect(tokensOf({ TERO_TOKENS: "e:read", TERO_TOKENS_FILE: path }).scopeOf("e")).toBeUndefined();
  expect(() => tokensOf({ TERO_TOKENS_FILE: `${path}x` })).toThrow(`reading TERO_TOKENS_FILE=${path}x: `);
});

function messageOf(source: string): string {
  try {
    tokens(source);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}
