import { expect, test } from "bun:test";
import { readKbArguments } from "./arguments.ts";

const read = (...args: string[]) => readKbArguments(args, { cwd: "/w", env: {} });

test("readKbArguments() takes the options of the program that it replaces", () => {
  const given = read(
    ..."--config c.yaml --project-root /p --root r --storage-path s.db --embedding-provider none --embedding-endpoint http://localhost/v1".split(
      " ",
    ),
    ..."--embedding-model m --search-mode lexical --include a/** --include b/** --exclude c/** --watch-files".split(
      " ",
    ),
  );
  expect(given).toMatchObject({
    task: "serve",
    config: "c.yaml",
    projectRoot: "/p",
    root: "r",
    storagePath: "s.db",
    embeddingProvider: "none",
    searchMode: "lexical",
    include: ["a/**", "b/**"],
    exclude: ["c/**"],
    watchFiles: true,
    allowWrites: undefined,
  });
  expect(read("--watch-files", "--no-watch-files").watchFiles).toBe(false);
  expect(read().watchFiles).toBeUndefined();
  expect([read("--allow-writes").allowWrites, read("--allow-write").allowWrites]).toEqual([true, true]);
});

test("readKbArguments() knows the tasks of maintenance", () => {
  expect([read("--reindex", "--force"), read("--status"), read("-h")].map(({ task, force }) => [task, force])).toEqual([
    ["reindex", true],
    ["status", false],
    ["help", false],
  ]);
});

test.each([
  [["--nonsense"], "--nonsense: unknown option"],
  [["stray"], "stray: options only are taken"],
  [["--config"], "--config: its value is missing"],
  [["--root", "--watch-files"], "--root: its value is missing"],
])("readKbArguments() refuses %j", (args, message) => {
  expect(() => read(...args)).toThrow(message);
});
