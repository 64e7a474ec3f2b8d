import type { Identity } from "./identity.ts";
import { sameIdentity } from "./identity.ts";

/** A folder as far as names go: what an entry is, and which names are really there. */
export interface Names {
  identity(name: string): Identity | undefined;
  all(): readonly string[];
}

/**
 * The spelling under which the folder holds `name`, for file systems that take "README.MD" and "readme.md", or composed and decomposed accents, for the same
 * entry; undefined when there is no such entry. Where the spelling matters, this is one look at a name that is not there.
 */
export function realName(names: Names, name: string): string | undefined {
  const found = names.identity(name);
  if (found === undefined) return undefined;
  const isSame = (other: string): boolean => {
    const entry = names.identity(other);
    return entry !== undefined && sameIdentity(entry, found);
  };
  if (!otherSpellings(name).some(isSame)) return name;
  const held = names.all();
  if (held.includes(name)) return name;
  const folded = fold(name);
  return held.find((entry) => fold(entry) === folded && isSame(entry)) ?? name;
}

function otherSpellings(name: string): readonly string[] {
  const swapped = [...name]
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join("");
  return [swapped, name.normalize("NFC"), name.normalize("NFD")].filter((other) => other !== name);
}

function fold(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}
