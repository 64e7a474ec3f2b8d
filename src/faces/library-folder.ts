import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Surroundings {
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The library's folder: the one given, else FOOTNOTE_LIBRARY, else the nearest `.footnote/` upward, else the one
 * configured, else the user's data folder (XDG Base Directory 0.8 on Unix, Application Support on macOS, LOCALAPPDATA on Windows).
 */
export function libraryFolder(
  given: string | undefined,
  { cwd, home, platform, env }: Surroundings,
  configured?: string,
): string {
  const named = given ?? env.FOOTNOTE_LIBRARY;
  if (named !== undefined && named !== "") return resolve(cwd, named);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const near = join(folder, ".footnote");
    if (existsSync(near)) return near;
    if (dirname(folder) === folder) return configured ?? join(dataFolder(home, platform, env), "footnote");
  }
}

function dataFolder(home: string, platform: string, env: Surroundings["env"]): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env.LOCALAPPDATA ?? join(home, "AppData", "Local");
  // The specification tells to ignore a relative XDG_DATA_HOME.
  return env.XDG_DATA_HOME?.startsWith("/") ? env.XDG_DATA_HOME : join(home, ".local", "share");
}
