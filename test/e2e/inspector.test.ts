import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, emptyFolder } from "./binary.ts";

const inspector = join(
  import.meta.dir,
  "../../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

test.each(["legacy", "modern"])("the Inspector finds the tools' schemas portable (%s era)", async (protocolEra) => {
  using folder = emptyFolder();
  const config = join(folder.path, "servers.json");
  const server = { type: "stdio", command: BINARY, args: ["mcp", "--allow-write"], protocolEra };
  writeFileSync(config, JSON.stringify({ mcpServers: { footnote: server } }));
  const inspect = Bun.spawn(
    [
      process.execPath,
      "--bun",
      inspector,
      "--cli",
      "--config",
      config,
      "--server",
      "footnote",
      "--method",
      "tools/list",
      "--strict",
      "--format",
      "json",
    ],
    {
      cwd: folder.path,
      env: { ...process.env, HOME: folder.path, MCP_INSPECTOR_SECRET_STORE: "memory" },
      stdout: "pipe",
      stderr: "ignore",
    },
  );
  const [out, code] = await Promise.all([inspect.stdout.text(), inspect.exited]);
  // 6 is the code for a schema that some hosts would not take.
  expect(code).toBe(0);
  expect(JSON.parse(out).result.tools.length).toBeGreaterThan(0);
});
