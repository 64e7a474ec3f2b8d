import { expect, test } from "bun:test";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anywhere, within } from "../../foundation/fs/roots.ts";
import { openAccess } from "./access.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "vera-access-")));

test("openAccess() takes paths as they are given, below the roots when there are some", () => {
  const open = openAccess({ roots: anywhere(), cwd });
  expect([open.archive("../a.vera"), open.folder("/"), open.topK(-1), open.contextChunks(99)]).toEqual([
    "../a.vera",
    "/",
    -1,
    99,
  ]);
  const limited = openAccess({ roots: within([cwd]), cwd });
  expect(limited.archive("a.vera")).toBe("a.vera");
  expect(() => limited.archive("../a.vera")).toThrow("outside the allowed roots");
  expect(() => limited.folder("/")).toThrow("outside the allowed roots");
});
