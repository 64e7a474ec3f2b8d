import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testPdf, text } from "../../src/engine/ingest/pdf/test-pdf.ts";
import { connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder } from "./binary.ts";

setDefaultTimeout(120_000);

const QUOTE = "Boats longer than 12 metres moor at the outer pier.";

const folder = emptyFolder();
const sources = [join(folder.path, "tides.pdf"), join(folder.path, "harbour.md")];
beforeAll(() => {
  writeFileSync(
    join(folder.path, "tides.pdf"),
    testPdf([text(72, 400, "High water comes fifty minutes later each day.")]),
  );
  writeFileSync(join(folder.path, "harbour.md"), `# Harbour rules\n\n## Mooring\n\n${QUOTE}\n`);
});
afterAll(() => folder[Symbol.dispose]());

/** A program in front of the executable; none, said loudly, where this machine does not let it run. */
function wrapper(command: readonly string[], why: string): readonly string[] | undefined {
  const found = Bun.which(command[0] ?? "") !== null && Bun.spawnSync([...command, "true"]).exitCode === 0;
  if (!found) console.warn(`NOT TESTED: \`${command.join(" ")}\` does not run here (${why}).`);
  return found ? command : undefined;
}

/** add, search, verify and one MCP conversation, with `before` in front of each command. */
async function work(before: (step: string) => readonly string[], library: string): Promise<void> {
  const run = (step: string, ...args: string[]) => {
    const command = [...before(step), BINARY, step, ...args, "--library", library, "--json"];
    const { exitCode, stdout } = Bun.spawnSync(command, { cwd: folder.path, env: { HOME: folder.path } });
    expect({ step, exitCode }).toEqual({ step, exitCode: 0 });
    return JSON.parse(stdout.toString().trimEnd().split("\n").at(-1) ?? "").data;
  };
  const added = run("add", ...sources);
  expect(added.files.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["added", "added"]);
  expect(added.vectors.ready).toBe(added.vectors.of);
  expect(run("search", "where do long boats moor", "--mode", "hybrid").results[0].text).toContain(QUOTE);
  expect(run("verify", "--quote", QUOTE).verdicts).toMatchObject([{ verdict: "supported" }]);
  const server = [...before("mcp"), BINARY, "mcp", "--library", library];
  await using connected = await connect("v2 modern", server, folder.path);
  const call = async (name: string, input: Record<string, unknown>) => {
    const { structuredContent, isError } = await connected.client.callTool({ name, arguments: input });
    expect({ name, isError: isError === true }).toEqual({ name, isError: false });
    return structuredContent as { results: { text: string; locator: string }[] };
  };
  const { results } = await call("search", { query: "where do long boats moor" });
  expect((await call("read", { target: results[0]?.locator ?? "" })).results[0]?.text).toContain(QUOTE);
}

test("everything works in a network namespace that has nothing, not even a loopback", async () => {
  const alone = wrapper(["unshare", "--net"], "needs root, or user namespaces");
  if (alone !== undefined) await work(() => alone, join(folder.path, "alone"));
});

test("no internet socket is made, nor any connection tried", async () => {
  const log = (step: string) => join(folder.path, `${step}.strace`);
  const traced = (step: string) => ["strace", "-f", "-e", "trace=socket,connect,bind,sendto", "-o", log(step)];
  if (wrapper(traced("probe"), "needs strace and the right to trace") === undefined) return;
  await work(traced, join(folder.path, "traced"));
  for (const step of ["add", "search", "verify", "mcp"]) {
    const lines = readFileSync(log(step), "utf8").split("\n");
    expect(lines.filter((line) => /AF_INET|AF_NETLINK|connect\(/.test(line))).toEqual([]);
    // A log without any line of the process would prove nothing.
    expect(lines.some((line) => line.includes("+++ exited with"))).toBe(true);
  }
});
