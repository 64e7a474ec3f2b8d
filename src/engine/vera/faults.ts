import { FootnoteError } from "../../foundation/errors.ts";
import { strippedFolio } from "./embedded.ts";
import { openVera } from "./open.ts";
import { validateVera } from "./validate.ts";

interface Fault {
  readonly section: string;
  readonly problem: string;
}

/** All that is wrong with a `.vera` archive: VERA's issues, what keeps it from being opened, and a folio inside that cannot be read. Throws when there is no file. */
export function veraFaults(path: string): Fault[] {
  try {
    const { issues } = validateVera(path);
    return [...issues.map((problem) => ({ section: "vera", problem })), ...ownFaults(path)];
  } catch (error) {
    return [faultOf(error)];
  }
}

function ownFaults(path: string): Fault[] {
  const archive = openVera(path);
  try {
    strippedFolio(archive);
    return [];
  } catch (error) {
    return [faultOf(error)];
  } finally {
    archive.close();
  }
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof FootnoteError) || error.code === "path_not_found" || error.code === "permission_denied")
    throw error;
  const { section = "vera", problem = error.message } = error.details;
  return { section: String(section), problem: String(problem) };
}
