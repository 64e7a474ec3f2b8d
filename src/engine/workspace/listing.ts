import { globTest } from "./glob.ts";
import { ignored } from "./ignored.ts";
import { comparePaths } from "./order.ts";
import { hasExtension, parsePath } from "./path-rules.ts";
import type { Site } from "./site.ts";
import { type FoundFile, walkGround } from "./walk-ground.ts";

export interface ListedFile extends FoundFile {
  readonly kind: "markdown" | "asset";
}

export interface ListOptions {
  /** A folder, or one file; case does not count. */
  readonly pathPrefix?: string;
  readonly includeGlob?: string;
  /** Leaves out what .gitignore files, the workspace's `excluded` and Footnote's usual exclusions name. The reference lists all. */
  readonly skipIgnored?: boolean;
}

/** The listing of a workspace. */
export interface Listing {
  /** All files, ordered without case, then by code unit. Throws note_path, invalid_argument, and permission_denied rather than list a part. */
  list(options?: ListOptions): readonly ListedFile[];
}

export function listingOf(site: Site): Listing {
  return {
    list({ pathPrefix, includeGlob, skipIgnored = false } = {}) {
      const below = pathPrefix === undefined ? "" : parsePath(pathPrefix, "any").join("/").toLowerCase();
      const matches = includeGlob === undefined ? () => true : globTest(includeGlob);
      const isBelow = (path: string) => below === "" || path === below || path.startsWith(`${below}/`);
      const leadsThere = (folder: string) =>
        isBelow(folder.toLowerCase()) || below.startsWith(`${folder.toLowerCase()}/`);
      return walkGround(site.ground, skipIgnored ? ignored(site.excluded) : undefined, leadsThere)
        .filter(({ path }) => isBelow(path.toLowerCase()) && matches(path))
        .map((file) => ({
          ...file,
          kind: hasExtension(file.path, site.extensions) ? ("markdown" as const) : ("asset" as const),
        }))
        .sort((a, b) => comparePaths(a.path, b.path));
    },
  };
}
