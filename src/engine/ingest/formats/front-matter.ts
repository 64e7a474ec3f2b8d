import { z } from "zod";

export interface FrontMatter {
  /** Characters up to the line after the closing fence; 0 when there is none. */
  readonly length: number;
  readonly title?: string;
  readonly language?: string;
}

const LIMIT = 65_536;
const Scalar = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const Fields = z
  .object({ title: Scalar, lang: Scalar, language: Scalar })
  .catch({ title: undefined, lang: undefined, language: undefined });

/** YAML between `---` lines at the very start of a file. It counts only when it is a mapping, for `---` is also a thematic break. */
export function readFrontMatter(text: string): FrontMatter {
  const found = /^---[ \t]*\n((?:(?!---[ \t]*(?:\n|$))(?!\.\.\.[ \t]*(?:\n|$)).*\n)*)(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(
    text.slice(0, LIMIT),
  );
  if (found === null) return { length: 0 };
  const yaml = found[1] ?? "";
  if (yaml.trim() !== "" && !/^[ \t]*(?:#|["']?[\p{L}_][\p{L}\p{N}_ .-]*["']?[ \t]*:(?:[ \t]|$))/mu.test(yaml))
    return { length: 0 };
  const { title, lang, language } = Fields.parse(parseYaml(yaml));
  return {
    length: found[0].length,
    ...(title === undefined ? {} : { title }),
    ...((lang ?? language) === undefined ? {} : { language: lang ?? language ?? "" }),
  };
}

/** A broken mapping is still front matter, only one that says nothing. */
function parseYaml(yaml: string): unknown {
  try {
    return Bun.YAML.parse(yaml);
  } catch {
    return undefined;
  }
}
