import { join } from "node:path";

/** Where things lie in a library folder. */
export function archivesFolder(library: string): string {
  return join(library, "archives");
}

export function lockPath(library: string): string {
  return join(library, "lock");
}
