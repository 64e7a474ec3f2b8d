import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type KbArguments, notebookSettings } from "./kb-configuration.ts";

const cwd = mkdtempSync(join(tmpdir(), "kb-configuration-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));
for (const name of ["notes", "project/notes", "other"]) mkdirSync(join(cwd, name), { recursive: true });

const read = (given: Partial<KbArguments> = {}, yaml?: string) => {
  if (yaml !== undefined) writeFileSync(join(cwd, "c.yaml"), yaml);
  return notebookSettings({ cwd, env: {}, ...(yaml === undefined ? {} : { config: join(cwd, "c.yaml") }), ...given });
};

test("notebookSettings() has the defaults of the program that it replaces, writing and watching off", () => {
  expect(read()).toMatchObject({
    name: "local-vector-search-mcp",
    warnings: [],
    settings: {
      root: cwd,
      storage: join(cwd, ".footnote-kb/index.db"),
      allowWrites: false,
      watchFiles: false,
      defaultMode: "hybrid",
      maxResults: 10,
      notes: {
        maxBytes: 4096,
        maxElements: 20,
        include: ["**/*.md"],
        exclude: [],
        includeFrontMatter: true,
        vectors: true,
      },
    },
  });
});

test("the command line is stronger than the file, and its patterns take the place of the file's", () => {
  const yaml =
    "server: {name: mine}\nsearch: {defaultMode: LEXICAL, maxResults: 3}\nembedding: {provider: none}\nknowledgeBase:\n  root: notes\n  allowWrites: true\n  watchFiles: true\n  include: ['a/**', 'b/**']\n  exclude: ['c/**']\n";
  expect(read({}, yaml)).toMatchObject({
    name: "mine",
    settings: {
      root: join(cwd, "notes"),
      allowWrites: true,
      watchFiles: true,
      defaultMode: "lexical",
      maxResults: 3,
      notes: { include: ["a/**", "b/**"], exclude: ["c/**"], vectors: false },
    },
  });
  expect(
    read({ root: "other", include: ["d/**"], watchFiles: false, searchMode: "Semantic" }, yaml).settings,
  ).toMatchObject({
    root: join(cwd, "other"),
    watchFiles: false,
    defaultMode: "semantic",
    notes: { include: ["d/**"], exclude: ["c/**"] },
  });
});

test("relative paths count from the project: the option's, else the environment's, else the working directory", () => {
  const project = join(cwd, "project");
  expect(read({ projectRoot: project, root: "notes" }).settings.root).toBe(join(project, "notes"));
  expect(read({ env: { CLAUDE_PROJECT_DIR: project } }).settings).toMatchObject({
    root: project,
    storage: join(project, ".footnote-kb/index.db"),
  });
  expect(read({ env: { CLAUDE_PROJECT_DIR: "" } }).settings.root).toBe(cwd);
  expect(() => read({ projectRoot: "project" })).toThrow("not an absolute path");
});

test("a relative --config counts from the working directory, or from an explicit project", () => {
  writeFileSync(join(cwd, "here.yaml"), "server: {name: here}\n");
  writeFileSync(join(cwd, "project/there.yaml"), "server: {name: there}\n");
  const project = join(cwd, "project");
  expect(read({ config: "here.yaml", env: { CLAUDE_PROJECT_DIR: project } }).name).toBe("here");
  expect(read({ config: "there.yaml", projectRoot: project }).name).toBe("there");
});

test.each([
  ["knowledgeBases:\n  - root: a\n", "the one folder is knowledgeBase"],
  ["- a\n", "no mapping"],
  ["a: [", "cannot be used"],
  ["knowledgeBase: {include: []}\n", "knowledgeBase.include"],
  ["knowledgeBase: {include: ['  ']}\n", "it is blank"],
  ["chunking: {maxElements: 0}\n", "chunking.maxElements"],
  ["storage: {path: ''}\n", "it is blank"],
  ["search: {defaultMode: odd}\n", "search.defaultMode"],
  ["embedding: {provider: other}\n", "embedding.provider"],
  ["knowledgeBase: {root: gone}\n", "does not exist"],
])("what is wrong in %j is said", (yaml, message) => {
  expect(() => read({}, yaml)).toThrow(message);
});

test("keys that mean nothing are told, not refused", () => {
  expect(read({}, "colour: red\nsearch: {maxresults: 3}\nembedding: {provider: none, model: x}\n").warnings).toEqual([
    "the configuration has colour, which means nothing here",
    "the configuration has search.maxresults, which means nothing here",
  ]);
  expect(read({}, "embedding: {provider: openai-compatible}\n").warnings).toEqual([
    expect.stringContaining("opens no connection"),
  ]);
});
