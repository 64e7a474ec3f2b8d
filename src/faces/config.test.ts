import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "./config.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "config-"));
  mkdirSync(join(home, ".config/footnote"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true }));

const read = (env: Record<string, string> = {}) => readConfig({ cwd: home, home, platform: "linux", env });
const write = (text: string) => writeFileSync(join(home, ".config/footnote/footnote.toml"), text);

test("readConfig() reads the user's file, with paths relative to it", () => {
  write('library = "lib"\nroots = ["/srv/documents", "../notes"]\n');
  expect(read()).toEqual({
    library: join(home, ".config/footnote/lib"),
    roots: ["/srv/documents", join(home, ".config/notes")],
  });
});

test("readConfig() takes nothing from the working directory, and an absent file sets nothing", () => {
  writeFileSync(join(home, "footnote.toml"), 'roots = ["/"]');
  expect(read()).toEqual({});
});

test("readConfig() names what is wrong", () => {
  write('root = ["/"]');
  expect(() => read()).toThrow("root");
  write("roots = [");
  expect(() => read()).toThrow("footnote.toml");
  expect(() => read({ FOOTNOTE_CONFIG: join(home, "none.toml") })).toThrow(
    `${join(home, "none.toml")} does not exist.`,
  );
});
