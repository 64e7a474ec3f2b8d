import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { FootnoteError, toFootnoteError } from "../foundation/errors.ts";
import type { Surroundings } from "./library-folder.ts";

const ConfigSchema = z.strictObject({
  library: z.string().min(1).optional(),
  model: z.string().min(1).optional(),
  roots: z.array(z.string().min(1)).optional(),
});

/** What `footnote.toml` can set; weaker than the environment, which is weaker than the command line. */
export type Config = z.infer<typeof ConfigSchema>;

/**
 * Reads the user's own `footnote.toml`: FOOTNOTE_CONFIG, else the configuration folder (XDG_CONFIG_HOME or ~/.config, Application Support,
 * APPDATA). Never one from the working directory or a library: whoever wrote those must not widen the roots. Paths in it are relative to
 * its folder. An absent file sets nothing.
 */
export function readConfig(surroundings: Surroundings): Config {
  const path = configPath(surroundings);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const known = toFootnoteError(error, path);
    if (known.code === "path_not_found" && surroundings.env.FOOTNOTE_CONFIG === undefined) return {};
    throw known;
  }
  const parsed = ConfigSchema.safeParse(parseToml(text, path));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = issue?.code === "unrecognized_keys" ? issue.keys.join(", ") : issue?.path.join(".");
    throw new FootnoteError("config_invalid", {
      path,
      problem: `${key ?? "the file"}: ${issue?.message ?? "not as expected"}`,
    });
  }
  const at = (name: string) => resolve(dirname(path), name);
  const { library, model, roots } = parsed.data;
  return {
    ...(library === undefined ? {} : { library: at(library) }),
    ...(model === undefined ? {} : { model: at(model) }),
    ...(roots === undefined ? {} : { roots: roots.map(at) }),
  };
}

function parseToml(text: string, path: string): unknown {
  try {
    return Bun.TOML.parse(text);
  } catch (error) {
    throw new FootnoteError("config_invalid", {
      path,
      problem: error instanceof Error ? error.message : String(error),
    });
  }
}

function configPath({ env, home, platform }: Surroundings): string {
  if (env.FOOTNOTE_CONFIG !== undefined && env.FOOTNOTE_CONFIG !== "") return env.FOOTNOTE_CONFIG;
  return join(configFolder(home, platform, env), "footnote", "footnote.toml");
}

function configFolder(home: string, platform: string, env: Surroundings["env"]): string {
  if (platform === "darwin") return join(home, "Library", "Application Support");
  if (platform === "win32") return env.APPDATA ?? join(home, "AppData", "Roaming");
  return env.XDG_CONFIG_HOME?.startsWith("/") ? env.XDG_CONFIG_HOME : join(home, ".config");
}
