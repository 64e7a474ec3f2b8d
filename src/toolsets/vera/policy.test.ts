import { expect, test } from "bun:test";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixture } from "../../engine/vera/archives-for-tests.ts";
import { restrictedAccess } from "./access.ts";
import { allowedArchive, allowedFolder, readPolicy } from "./policy.ts";

const KNOWN = ["vera_search", "vera_inspect"];
const folder = realpathSync(mkdtempSync(join(tmpdir(), "vera-policy-")));
const at = (...names: string[]) => join(folder, ...names);
for (const name of ["library/sub", "library-other"]) mkdirSync(at(name), { recursive: true });
for (const name of ["library/a.vera", "library/sub/B.VERA", "library-other/c.vera"])
  copyFileSync(fixture("manual"), at(name));
writeFileSync(at("library/notes.txt"), "");
symlinkSync(at("library-other/c.vera"), at("library/link.vera"));
symlinkSync(at("library-other"), at("library/way"));
symlinkSync(at("library/notes.txt"), at("library/disguised.vera"));
const policy = { root: at("library"), maxTopK: 20, maxContextChunks: 2, maxSources: 1 };

function policyFile(content: unknown): string {
  const path = at("policy.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("readPolicy() fills in what is not given", () => {
  expect(readPolicy(policyFile({ library_root: at("library") }), KNOWN)).toEqual({ ...policy, maxSources: 12 });
  const given = {
    library_root: at("library/way"),
    max_top_k: 1,
    max_context_chunks: 0,
    max_sources: 3,
    allowed_tools: ["vera_inspect"],
  };
  expect(readPolicy(policyFile(given), KNOWN)).toEqual({
    root: at("library-other"),
    maxTopK: 1,
    maxContextChunks: 0,
    maxSources: 3,
    tools: ["vera_inspect"],
  });
});

test.each([
  ["{", "it is not JSON"],
  [[], "expected object"],
  [{}, "library_root"],
  [{ library_root: at("nowhere") }, "is not a folder"],
  [{ library_root: at("library/a.vera") }, "is not a folder"],
  [{ library_root: at("library"), max_top_k: 0 }, "max_top_k"],
  [{ library_root: at("library"), max_context_chunks: -1 }, "max_context_chunks"],
  [{ library_root: at("library"), max_sources: "3" }, "max_sources"],
  [{ library_root: at("library"), allowed_tools: [] }, "allowed_tools"],
  [{ library_root: at("library"), allowed_tools: ["vera_convert"] }, "there is no tool vera_convert"],
  [{ library_root: at("library"), max_topk: 3 }, "max_topk"],
])("readPolicy() takes nothing of %j", (content, problem) => {
  expect(() => readPolicy(policyFile(content), KNOWN)).toThrow(problem);
});

test("readPolicy() names a file that is not there", () => {
  expect(() => readPolicy(at("none.json"), KNOWN)).toThrow(`${at("none.json")} does not exist`);
});

test.each([
  [at("library/a.vera"), at("library/a.vera")],
  [at("library/sub/../a.vera"), at("library/a.vera")],
  [at("library-other/../library/sub/B.VERA"), at("library/sub/B.VERA")],
])("allowedArchive() opens %s", (file, path) => {
  expect(allowedArchive(policy, file)).toBe(path);
});

const DENIED = "Access denied by VERA bridge policy.";
test.each([
  ["", "Path is empty."],
  ["  ", "Path is empty."],
  ["a.vera", "Use an absolute path."],
  ["../library/a.vera", "Use an absolute path."],
  ["//server/share/a.vera", "Network and device paths are not allowed."],
  ["\\\\?\\C:\\a.vera", "Network and device paths are not allowed."],
  [at("library/notes.txt"), "Only .vera archives are allowed."],
  [at("library/disguised.vera"), "Only .vera archives are allowed."],
  [at("library/none.vera"), "Archive was not found in the approved library."],
  [at("library/a.vera/x.vera"), "Archive was not found in the approved library."],
  [at("library-other/c.vera"), DENIED],
  [at("library/../library-other/c.vera"), DENIED],
  [at("library/link.vera"), DENIED],
  [at("library/way/c.vera"), DENIED],
  [at("library/way/none.vera"), DENIED],
  [at("none.vera"), DENIED],
  [`${at("library/a.vera")}\0.vera`, DENIED],
])("allowedArchive() refuses %j", (file, problem) => {
  expect(() => allowedArchive(policy, file)).toThrow(problem);
});

test("allowedFolder() opens the library and what is below it", () => {
  expect(allowedFolder(policy, at("library"))).toBe(at("library"));
  expect(allowedFolder(policy, at("library/sub"))).toBe(at("library/sub"));
  expect(() => allowedFolder(policy, folder)).toThrow(DENIED);
  expect(() => allowedFolder(policy, at("library/way"))).toThrow(DENIED);
});

test("restrictedAccess() cuts what is too much and refuses what makes no sense", () => {
  const access = restrictedAccess(policy);
  expect([1, 20, 21, 10_001].map(access.topK)).toEqual([1, 20, 20, 20]);
  expect([0, 2, 3].map(access.contextChunks)).toEqual([0, 2, 2]);
  expect(() => access.topK(0)).toThrow("top_k must be at least 1.");
  expect(() => access.contextChunks(-1)).toThrow("context_chunks must be non-negative");
  expect(() => access.sources(2)).toThrow("At most 1 sources may be opened at once.");
});
