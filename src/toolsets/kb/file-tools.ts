import { z } from "zod";
import * as fields from "./fields.ts";
import { blocksTool, objectTool } from "./tool.ts";

export const create = objectTool({
  name: "kb_create",
  title: "Create a Markdown file",
  description: "Writes a new Markdown file, byte for byte as given, making folders on the way. Never replaces one.",
  wrapped: true,
  effect: "writes",
  input: z.object({ path: fields.path, markdown: z.string() }),
  output: fields.Mutation,
  run: async ({ path, markdown }, { workspace, notes }) =>
    fields.mutated(await workspace.create(path, markdown), notes()),
});

export const move = objectTool({
  name: "kb_move",
  title: "Move a Markdown file",
  description: "Moves or renames a Markdown file that still has the given hash; never over another one.",
  wrapped: true,
  effect: "writes",
  input: z.object({ sourcePath: fields.path, targetPath: fields.path, expectedSourceHash: fields.expectedSourceHash }),
  output: fields.Mutation,
  run: async ({ sourcePath, targetPath, expectedSourceHash }, { workspace, notes }) =>
    fields.mutated(await workspace.move(sourcePath, targetPath, expectedSourceHash), notes()),
});

export const remove = objectTool({
  name: "kb_delete",
  title: "Delete a Markdown file",
  description: "Deletes a Markdown file that still has the given hash.",
  wrapped: true,
  effect: "destroys",
  input: z.object({ path: fields.path, expectedSourceHash: fields.expectedSourceHash }),
  output: fields.Mutation,
  run: async ({ path, expectedSourceHash }, { workspace, notes }) =>
    fields.mutated(await workspace.remove(path, expectedSourceHash), notes()),
});

export const downloadFile = blocksTool({
  name: "kb_download_file",
  title: "Fetch a whole file",
  description: "Gives any file below the root, up to 25 MiB, as an embedded resource with its metadata.",
  wrapped: false,
  effect: "reads",
  input: z.object({ path: z.string().describe("Relative to the root, with /") }),
  run({ path }, { workspace }) {
    const { bytes, ...file } = workspace.readWhole(path);
    const uri = `kb:///${file.path.split("/").map(encodeURIComponent).join("/")}`;
    const blob = Buffer.from(bytes).toString("base64");
    return [
      { type: "resource", resource: { uri, mimeType: file.mimeType, blob } },
      { type: "text", text: JSON.stringify({ ...file, bytes: bytes.length }, undefined, 2) },
    ];
  },
});
