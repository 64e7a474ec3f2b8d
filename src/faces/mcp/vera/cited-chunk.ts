import { isRecord } from "../../../foundation/is-record.ts";
import type { CitedChunk } from "../../../toolsets/vera/source-card.ts";
import type { Complain, Kind } from "./kinds.ts";

const ID = String.raw`^C[1-9]\d*$`;

/** A chunk to be shown, as clients name it. */
export const citedChunk: Kind<CitedChunk> = {
  schema: {
    properties: {
      file: { minLength: 1, title: "File", type: "string" },
      chunk_id: { minLength: 1, title: "Chunk Id", type: "string" },
      id: { anyOf: [{ pattern: ID, type: "string" }, { type: "null" }], default: null, title: "Id" },
    },
    required: ["file", "chunk_id"],
    title: "SourceReference",
    type: "object",
  },
  name: "SourceReference",
  fromText: true,
  read(value, complain) {
    if (!isRecord(value))
      return complain("Input should be a valid dictionary or instance of SourceReference", "model_type", value);
    const [file, chunk_id] = [named(value, "file", complain), named(value, "chunk_id", complain)];
    const { id = null } = value;
    if (id !== null && typeof id !== "string")
      return complain("Input should be a valid string", "string_type", id, "id");
    if (id !== null && !new RegExp(ID).test(id))
      return complain(`String should match pattern '${ID}'`, "string_pattern_mismatch", id, "id");
    if (file === undefined || chunk_id === undefined) return undefined;
    return { file, chunk_id, ...(id === null ? {} : { id }) };
  },
};

function named(value: Readonly<Record<string, unknown>>, key: string, complain: Complain): string | undefined {
  const found = value[key];
  if (found === undefined) return complain("Field required", "missing", value, key);
  if (typeof found !== "string") return complain("Input should be a valid string", "string_type", found, key);
  return found === "" ? complain("String should have at least 1 character", "string_too_short", found, key) : found;
}
