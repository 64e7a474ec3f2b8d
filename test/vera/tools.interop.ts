import { expect, test } from "bun:test";
import { join } from "node:path";
import { emptyFolder } from "../e2e/binary.ts";
import { connect } from "../mcp-clients.ts";
import expected from "./tools.json";

const VERA = join(import.meta.dir, "../../.cache/vera-venv/bin/vera-mcp");

/** What `test/e2e/vera-mcp.test.ts` holds our tools against. */
test("tools.json is what VERA's own server offers, but for its descriptions", async () => {
  using folder = emptyFolder();
  await using vera = await connect("v1", [VERA], folder.path);
  const { tools } = await vera.client.listTools();
  expect(tools.map(({ description: _, ...tool }) => tool) as object).toEqual(expected);
});
