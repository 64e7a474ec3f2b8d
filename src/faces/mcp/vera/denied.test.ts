import { expect, test } from "bun:test";
import { restrictedAccess } from "../../../toolsets/vera/access.ts";
import { DENIED } from "../../../toolsets/vera/policy.ts";
import { deniedLeftOut } from "./denied.ts";

const policy = { root: "/library", maxTopK: 1, maxContextChunks: 0, maxSources: 1 };
const access = {
  ...restrictedAccess(policy),
  archive(file: string) {
    if (!file.startsWith("/library/")) throw new Error("denied");
    return file;
  },
};
const [inside, outside] = [{ file: "/library/a.vera" }, { file: "/elsewhere/b.vera" }];
const omitted = { file: "(omitted)", category: "denied", reason: DENIED };

test("deniedLeftOut() names neither results nor files that the policy denies", () => {
  expect(deniedLeftOut({ results: [inside, outside], skipped_files: [outside, inside] }, access)).toEqual({
    results: [inside],
    skipped_files: [inside, omitted, omitted],
  });
  expect(deniedLeftOut({ results: [inside, outside] }, access)).toEqual({
    results: [inside],
    warnings: { skipped_files: [omitted] },
  });
  const pretty = { results: [outside], skipped_files: [], context: "what the other file says" };
  expect(deniedLeftOut(pretty, access)).toEqual({ results: [], skipped_files: [omitted], context: "No results." });
  const answer = { results: [inside], skipped_files: [] };
  expect(deniedLeftOut(answer, access)).toBe(answer);
  const anything = { results: [outside] };
  expect(deniedLeftOut(anything, { ...access, policy: undefined })).toBe(anything);
});
