import { describe, expect, test } from "bun:test";
import { operations } from "../../src/toolsets/registry.ts";
import { CLIENTS, connect } from "../mcp-clients.ts";
import { BINARY, emptyFolder } from "./binary.ts";

const offered = operations.filter(({ faces }) => faces.includes("mcp"));
const writes = ({ effects }: (typeof operations)[number]) => effects.writes || effects.destroys;

describe.each(CLIENTS)("footnote mcp and a client %s", (kind) => {
  test("offers the tools that read; with --allow-write all", async () => {
    using folder = emptyFolder();
    await using reading = await connect(kind, [BINARY, "mcp"], folder.path);
    const names = async ({ client }: typeof reading) => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names(reading)).toEqual(offered.filter((operation) => !writes(operation)).map(({ name }) => name));
    await using writing = await connect(kind, [BINARY, "mcp", "--allow-write"], folder.path);
    expect(await names(writing)).toEqual(offered.map(({ name }) => name));
  });

  test("instructions and descriptions fit into what hosts keep (2 KB)", async () => {
    using folder = emptyFolder();
    await using connected = await connect(kind, [BINARY, "mcp", "--allow-write"], folder.path);
    const { tools } = await connected.client.listTools();
    const texts = [connected.client.getInstructions() ?? "", ...tools.map(({ description }) => description ?? "")];
    expect(texts.filter((text) => text.length === 0 || Buffer.byteLength(text) > 2048)).toEqual([]);
  });
});
