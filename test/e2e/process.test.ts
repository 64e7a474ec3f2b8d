import { expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { operations } from "../../src/toolsets/registry.ts";
import { BINARY, emptyFolder, FIXTURES, footnote } from "./binary.ts";

test("footnote --version and help come from the build and the registry", () => {
  using folder = emptyFolder();
  const at = { cwd: folder.path };
  expect(footnote(["--version"], at)).toEqual({ code: 0, out: `footnote ${version}\n`, err: "" });
  const { code, out } = footnote(["help"], at);
  expect(code).toBe(0);
  const named = operations.filter(({ faces }) => faces.includes("cli"));
  expect(named.filter(({ name }) => !new RegExp(`^  ${name}\\b`, "m").test(out)).map(({ name }) => name)).toEqual([]);
  for (const { name, description } of named) {
    const help = footnote(["help", name], at).out.replace(/\s+/g, " ");
    expect(help).toContain(description.replace(/\s+/g, " ").trim());
  }
}, 60_000);

test("wrong usage exits with 2, the message and remedy on stderr, the envelope with --json", () => {
  using folder = emptyFolder();
  const at = { cwd: folder.path };
  expect(footnote(["serach", "x"], at)).toEqual({
    code: 2,
    out: "",
    err: "footnote: There is no command “serach”.\nRun `footnote help` for the list, or try `footnote search`.\n",
  });
  const { code, out, err } = footnote(["search", "x", "--lmit", "3", "--json"], at);
  expect({ code, err }).toEqual({ code: 2, err: "" });
  expect(JSON.parse(out)).toMatchObject({
    ok: false,
    error: { code: "invalid_argument", message: "--lmit: unknown option; did you mean --limit?" },
  });
});

test("nothing in the current folder or BUN_OPTIONS runs inside footnote", () => {
  using folder = emptyFolder();
  const trap = join(folder.path, "trap.ts");
  writeFileSync(trap, `require("node:fs").writeFileSync(${JSON.stringify(join(folder.path, "sprung"))}, "");`);
  writeFileSync(join(folder.path, "bunfig.toml"), 'preload = ["./trap.ts"]\n');
  writeFileSync(join(folder.path, ".env"), `FOOTNOTE_LIBRARY=${join(folder.path, "from-env")}\n`);
  writeFileSync(join(folder.path, "tsconfig.json"), "{ not json");
  writeFileSync(join(folder.path, "package.json"), '{"name":"x","main":"./trap.ts"}');
  expect(footnote(["help"], { cwd: folder.path }).code).toBe(0);
  expect(footnote(["status", "--json"], { cwd: folder.path }).out).not.toContain("from-env");
  expect(footnote(["--version"], { cwd: folder.path, env: { BUN_OPTIONS: `--preload ${trap}` } }).code).not.toBe(0);
  expect(readdirSync(folder.path)).not.toContain("sprung");
});

test("a reader that goes away ends footnote quietly", () => {
  using folder = emptyFolder();
  const { stdout, stderr } = Bun.spawnSync(["bash", "-c", `for i in 1 2 3; do '${BINARY}' help | head -1; done`], {
    cwd: folder.path,
  });
  expect(stdout.toString().trim().split("\n")).toHaveLength(3);
  expect(stderr.toString()).toBe("");
});

test("an interrupt stops the work cleanly with 130; the same command then completes it", async () => {
  using folder = emptyFolder();
  const args = ["add", join(FIXTURES, "pdf/fhs-3.0.pdf"), "--library", join(folder.path, "lib"), "--json"];
  const adding = Bun.spawn([BINARY, ...args], { cwd: folder.path, stdout: "pipe", stderr: "pipe" });
  const output = adding.stdout.pipeThrough(new TextDecoderStream());
  let text = "";
  for await (const chunk of output) {
    if (text === "") adding.kill("SIGINT");
    text += chunk;
  }
  expect(await adding.exited).toBe(130);
  expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
    ok: false,
    error: { code: "cancelled" },
  });
  expect(await adding.stderr.text()).toBe("");
  expect(footnote(args, { cwd: folder.path }).code).toBe(0);
}, 60_000);
