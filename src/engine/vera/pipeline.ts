/** The version of what makes a document of a `.vera` archive. Raise it when that changes: archives are then read anew. */
export const VERA_PIPELINE = "vera-1";

/** Whether a file is meant to be a `.vera` archive, by its name. */
export function isVeraName(name: string): boolean {
  return /\.vera$/i.test(name);
}
