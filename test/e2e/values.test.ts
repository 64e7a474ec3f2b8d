import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendFileSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

const folder = emptyFolder();
const project = join(folder.path, "paper");
const run = (...args: string[]) => footnote(args, { cwd: project });

beforeAll(() => cpSync(join(FIXTURES, "vouch"), project, { recursive: true }));
afterAll(() => folder[Symbol.dispose]());

test("footnote value list, search, get and verify read what runs recorded", () => {
  const listed = run("value", "list", "*.acc", "--json");
  expect(JSON.parse(listed.out).data.keys.map(({ key, value }: Record<string, string>) => [key, value])).toEqual([
    ["cifar.resnet.acc", "93.2 ± 0.4%"],
    ["cifar.vit.acc", "91.0%"],
  ]);
  expect(run("value", "search", "number of test images").out).toContain("**cifar.n_test**: 10000");
  expect(run("value", "search", "zebra crossings").code).toBe(1);
  const got = run("value", "get", "cifar.resnet.acc");
  expect([got.code, got.out]).toEqual([0, expect.stringContaining("python exp.py")]);
  expect(run("value", "get", "cifar.resnet.ac").err).toContain("did you mean cifar.resnet.acc, ");
  writeFileSync(join(project, "report.md"), "ResNet gets 93.2 % on 10,000 images.\n\nViT gets 77.7 %.\n");
  const verified = run("value", "verify", "report.md", "--json");
  expect(verified.code).toBe(1);
  expect(
    JSON.parse(verified.out).data.numbers.map(({ line, verdict }: Record<string, unknown>) => [line, verdict]),
  ).toEqual([
    [1, "supported"],
    [1, "supported"],
    [3, "no_source"],
  ]);
  appendFileSync(join(project, "data.csv"), "2,3\n");
  expect(run("value", "get", "ratio").out).toContain("data.csv changed since the run");
  expect(run("value", "get", "ratio").code).toBe(1);
});

test("outside of a project it says so; over MCP it stays below the working directory", async () => {
  expect(footnote(["value", "list"], { cwd: folder.path }).err).toContain(
    "there is no vouch.toml and no .vouch folder at or above it",
  );
  await using connected = await connect(
    "v2 modern",
    [BINARY, "mcp", "--library", join(folder.path, "library")],
    project,
  );
  const { structuredContent } = await connected.client.callTool({ name: "value_get", arguments: { key: "eps" } });
  expect(structuredContent).toMatchObject({
    entry: { key: "eps", value: "1.9e-14", state: "fresh" },
    site: "exp.py:6",
  });
  const outside = await connected.client.callTool({ name: "value_list", arguments: { project: ".." } });
  expect([outside.isError, JSON.stringify(outside.content)]).toEqual([
    true,
    expect.stringContaining("path_outside_root"),
  ]);
});
