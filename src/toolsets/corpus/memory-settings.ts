import type { Embedder } from "../../engine/embed/embedder.ts";
import { MemoryStore } from "../../engine/memory/store.ts";
import { FootnoteError, toFootnoteError } from "../../foundation/errors.ts";
import type { Memory } from "./memory-call.ts";

/** The name that the original's catalog has for the model inside. */
const CATALOG_ID = "bge-small-en-v1.5";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Whether memory is switched on. */
export function memoryEnabled({ TERO_MEMORY_ENABLED = "" }: Environment): boolean {
  return ["1", "true", "yes"].includes(TERO_MEMORY_ENABLED.trim().toLowerCase());
}

/** The memory that the environment asks for; undefined where it is off. Throws memory_unusable in the words of the original. */
export async function memoryOf(env: Environment, openEmbedder: () => Promise<Embedder>): Promise<Memory | undefined> {
  if (!memoryEnabled(env)) return undefined;
  const { TERO_MEMORY_DB = "", TERO_MEMORY_MODEL = "" } = env;
  if (TERO_MEMORY_DB.trim() === "") throw unusable("TERO_MEMORY_ENABLED is set but TERO_MEMORY_DB is unset or empty");
  const wanted = TERO_MEMORY_MODEL.trim();
  if (wanted !== "" && wanted !== CATALOG_ID)
    throw unusable(`TERO_MEMORY_MODEL ${JSON.stringify(wanted)} is not a supported catalog id`);
  try {
    const embedder = await openEmbedder();
    return { embedder, store: new MemoryStore(TERO_MEMORY_DB, embedder.model), now: () => new Date() };
  } catch (error) {
    const { details, message } = toFootnoteError(error, TERO_MEMORY_DB);
    throw unusable(`memory-gate open failed: ${details.problem ?? message}`);
  }
}

function unusable(problem: string): FootnoteError {
  return new FootnoteError("memory_unusable", { problem });
}
