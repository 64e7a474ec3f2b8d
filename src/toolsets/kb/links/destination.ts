import { posix } from "node:path";
import { percentDecoded } from "../../../foundation/text/percent.ts";

/** What a link's destination means in a folder of notes. */
export type Destination =
  | { readonly kind: "external" }
  /** Another place of the same document. */
  | { readonly kind: "here"; readonly fragment: string }
  | { readonly kind: "outside" }
  | { readonly kind: "file"; readonly path: string; readonly fragment: string };

/** Reads a destination as it is written in the document `from`. A leading "/" counts from the root. */
export function readDestination(written: string, from: string): Destination {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written) || written.startsWith("//")) return { kind: "external" };
  const { path, fragment } = cutDestination(written);
  if (path === "") return { kind: "here", fragment };
  const plain = percentDecoded(path.replace(/\\([!-/:-@[-`{-~])/g, "$1"));
  const joined = plain.startsWith("/")
    ? posix.normalize(plain).slice(1)
    : posix.normalize(posix.join(posix.dirname(from), plain));
  if (joined === ".." || joined.startsWith("../")) return { kind: "outside" };
  return { kind: "file", path: joined.replace(/\/$/, ""), fragment };
}

/** The path of a destination and what follows it: "#…" or "?…", kept as written. */
export function cutDestination(written: string): { path: string; fragment: string } {
  const at = written.search(/[#?]/);
  return at < 0 ? { path: written, fragment: "" } : { path: written.slice(0, at), fragment: written.slice(at) };
}

/** The destination of `path` in the document `from`. Percent-escaped where a URL or CommonMark would read it otherwise (CommonMark §6.3). */
export function writeDestination(path: string, from: string, bracketed: boolean): string {
  const relative = posix.relative(posix.dirname(from), path);
  const reserved = bracketed ? /[%#?<>\\\n&]/g : /[%#?<>\\\s()&]/g;
  return relative.replace(reserved, (character) => encodeURIComponent(character).replace(/[()]/g, hex));
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
