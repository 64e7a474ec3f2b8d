import { expect, test } from "bun:test";
import { lineReporter, timeLeft } from "./progress.ts";

test("lineReporter() writes every file, but pages only once an interval", () => {
  let time = 0;
  const lines: string[] = [];
  const { report } = lineReporter(
    (line) => lines.push(line),
    () => time,
    2000,
  );
  report({ kind: "start", files: 2 });
  for (let page = 1; page <= 50; page += 1) {
    time += 100;
    report({ kind: "pages", path: "a.pdf", done: page, of: 50 });
  }
  report({ kind: "file-done", path: "a.pdf", outcome: "added", pages: 50, passages: 80 });
  report({ kind: "file-done", path: "a.md", outcome: "unchanged", pages: 0, passages: 1 });
  report({ kind: "file-done", path: "old.md", outcome: "removed", pages: 0, passages: 0 });
  report({
    kind: "file-done",
    path: "b.pdf",
    outcome: "failed",
    pages: 0,
    passages: 0,
    code: "empty_file",
    message: "b.pdf is empty (0 bytes).",
  });
  expect(lines).toEqual([
    "2 files\n",
    "a.pdf: page 20 of 50\n",
    "a.pdf: page 40 of 50\n",
    "a.pdf: added, 50 pages, 80 passages\n",
    "a.md: unchanged, 1 passage\n",
    "old.md: removed\n",
    "b.pdf: failed (empty_file): b.pdf is empty (0 bytes).\n",
  ]);
});

test("timeLeft() says nothing while the time is unknown", () => {
  expect([0, 9.2, 65, 3599, 7384, "NULL", "INF"].map(timeLeft)).toEqual([
    "0s",
    "10s",
    "1m05s",
    "59m59s",
    "2h03m",
    "",
    "",
  ]);
});
