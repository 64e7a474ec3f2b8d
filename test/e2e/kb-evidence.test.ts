import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../src/foundation/bytes/sha256.ts";
import { emptyFolder, footnote } from "./binary.ts";

test("evidence from Markdown names its element, whose locator opens, cites and verifies it, finds it moved, and tells when it changed", () => {
  using folder = emptyFolder();
  const cwd = folder.path;
  const notes = join(cwd, "my notes.md");
  const run = (...args: string[]) => footnote(args, { cwd });
  writeFileSync(notes, "# Plan\n\nDraft text.\n\n- Buy paper\n  - A4\n- Call Ann\n");
  const found = JSON.parse(run("search", "draft text", "--in", "my notes.md", "--json").out).data.results[0];
  expect(found.element).toEqual({
    pointer: expect.stringMatching(/^1\.p1~[0-9a-f]{16}~[0-9a-f]{16}$/),
    lines: [3, 3],
    sha256: sha256(Buffer.from("Draft text.")),
    locator: `footnote:kb/${cwd.split("/").map(encodeURIComponent).join("/")}/my%20notes.md#${found.element.pointer}`,
  });
  const { locator } = found.element;
  const read = () => JSON.parse(run("read", locator, "--json").out);
  expect(read().data.results[0]).toMatchObject({ text: "Draft text.", lines: [3, 3], element: { locator } });
  expect(run("cite", locator).out).toStartWith("“Draft text.” — my notes.md, line 3, §Plan [footnote:doc/");
  expect(run("verify", "--quote", "Draft text.", "--locator", locator).out).toContain("1 supported.");
  writeFileSync(join(cwd, "answer.md"), `> Draft text.\n\n${locator}\n\n> Buy more paper today\n\n${locator}\n`);
  expect(run("verify", "answer.md").out).toContain("1 supported, 1 not found.");

  writeFileSync(notes, `# Plan\n\nNew first.\n\nDraft text.\n`);
  expect(read().data.results[0]).toMatchObject({ text: "Draft text.", lines: [5, 5] });
  writeFileSync(notes, "# Plan\n\nFinal text.\n");
  const changed = run("read", locator, "--json");
  expect([changed.code, JSON.parse(changed.out).error.code]).toEqual([2, "element_changed"]);
  expect(readFileSync(notes, "utf8")).toBe("# Plan\n\nFinal text.\n");
  expect(JSON.parse(run("read", "footnote:kb/a#b#c", "--json").out).error.code).toBe("locator_invalid");
});
