import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENTS, connect } from "./mcp-clients.ts";

const server = [process.execPath, join(import.meta.dir, "sample-server.ts")];

describe.each(CLIENTS)("the MCP server and a client %s", (kind) => {
  const start = (...flags: string[]) => connect(kind, [...server, ...flags], tmpdir());

  test("lists tools with schemas and all four annotations", async () => {
    await using connected = await start();
    const { tools } = await connected.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["count", "read"]);
    expect(tools[0]).toMatchObject({
      title: "Count words",
      description: "Counts the words of a text.",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
      inputSchema: { type: "object", required: ["text"], additionalProperties: false },
      outputSchema: { type: "object", required: ["count", "mode"] },
    });
  });

  test("answers with structured content and a rendering", async () => {
    await using connected = await start();
    const result = await connected.client.callTool({ name: "count", arguments: { text: "a b c" } });
    expect(result.structuredContent).toEqual({ count: 3, mode: "words" });
    expect(result.content).toEqual([{ type: "text", text: "# 3 words\n\n| what | n |\n| --- | --- |\n| words | 3 |" }]);
    expect(result.isError).toBeUndefined();
    expect(connected.stderr()).toContain("noise by console");
    expect(connected.stderr()).toContain("noise by stdout");
  });

  test("tells an error by code, message and remedy", async () => {
    await using connected = await start();
    const { client } = connected;
    await client.listTools();
    expect(await client.callTool({ name: "count", arguments: { text: "boom" } })).toMatchObject({
      isError: true,
      content: [
        {
          type: "text",
          text: "boom.pdf cannot be read as PDF: no header. Export or download the document again. (damaged_document)",
        },
      ],
      _meta: { "footnote/error": { code: "damaged_document", message: "boom.pdf cannot be read as PDF: no header." } },
    });
    const wrong = async (input: Record<string, unknown>) =>
      (await client.callTool({ name: "count", arguments: input }))._meta?.["footnote/error"];
    expect(await wrong({})).toMatchObject({ code: "invalid_argument", message: expect.stringMatching(/^text: /) });
    expect(await wrong({ text: "x", only: [1] })).toMatchObject({ message: expect.stringMatching(/^only\[0\]: /) });
    expect(await wrong({ text: "x", ony: [] })).toMatchObject({ message: "ony: unknown argument" });
    expect(
      (await client.callTool({ name: "count", arguments: { text: "still here" } })).structuredContent,
    ).toMatchObject({ count: 2 });
  });

  test("offers what writes only with --allow-write, and says why it refuses", async () => {
    await using readOnly = await start();
    expect(await readOnly.client.callTool({ name: "store", arguments: { paths: ["a"] } })).toMatchObject({
      isError: true,
      _meta: { "footnote/error": { code: "write_not_allowed" } },
    });
    await using writing = await start("--allow-write");
    const { tools } = await writing.client.listTools();
    expect(tools.find(({ name }) => name === "store")?.annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect((await writing.client.callTool({ name: "store", arguments: { paths: ["a"] } })).structuredContent).toEqual({
      stored: ["a"],
    });
  });

  test("reports progress that grows, and stops on cancellation", async () => {
    await using connected = await start("--allow-write");
    const seen: { progress: number; message?: string | undefined }[] = [];
    const stop = new AbortController();
    const call = connected.client.callTool(
      { name: "store", arguments: { paths: ["a", "b"], slow: true } },
      // The v1 client has the result schema as its second parameter.
      ...((kind === "v1" ? [undefined] : []) as []),
      {
        signal: stop.signal,
        onprogress: (event: { progress: number; message?: string | undefined }) => {
          if (seen.push(event) === 3) stop.abort();
        },
      },
    );
    await expect(call).rejects.toThrow();
    expect(seen.map(({ progress, message }) => [progress, message])).toEqual([
      [1, "2 files"],
      [2, "a: added"],
      [3, "b: added"],
    ]);
    expect(
      (await connected.client.callTool({ name: "count", arguments: { text: "x" } })).structuredContent,
    ).toMatchObject({ count: 1 });
  });

  test("reads any locator as a resource", async () => {
    await using connected = await start();
    const { resourceTemplates } = await connected.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "footnote:{+locator}", mimeType: "text/markdown" }]);
    const uri = "footnote:doc/5b1c0f2a9d3e#p=12&t=3401-3522";
    expect((await connected.client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: "text/markdown", text: `text of ${uri}` },
    ]);
    await expect(connected.client.readResource({ uri: "footnote:kb/x" })).rejects.toThrow("Invalid string");
  });

  test("has one prompt", async () => {
    await using connected = await start();
    const { prompts } = await connected.client.listPrompts();
    expect(prompts).toMatchObject([
      { name: "answer-with-evidence", arguments: [{ name: "question", required: true }] },
    ]);
    const { messages } = await connected.client.getPrompt({
      name: "answer-with-evidence",
      arguments: { question: "How high?" },
    });
    expect(messages).toMatchObject([
      { role: "user", content: { type: "text", text: expect.stringContaining("How high?") } },
    ]);
  });
});
