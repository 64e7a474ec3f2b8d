import { FootnoteError } from "../../foundation/errors.ts";

/** What a path may name: Markdown tools ask for a Markdown extension, image tools for a path in its shortest form, the rest takes any file. */
export type PathRule = "markdown" | "image" | "any";

const CONTROL = /\p{Cc}/u;
/** https://learn.microsoft.com/windows/win32/fileio/naming-a-file: devices whatever the extension, superscript digits included. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/**
 * Splits a path that came from outside into its segments, or refuses it with `note_path`: blank, rooted, with a drive or a stream (":"), control characters,
 * "..", a Windows device name, or Git's own folder. What is refused on one platform is refused on all, so that a folder of notes can move.
 * "\" counts as "/"; empty and "." segments are left out, but for images, where such a path is refused.
 */
export function parsePath(path: string, rule: PathRule, extensions: readonly string[] = [".md"]): readonly string[] {
  const refuse = (): never => {
    throw new FootnoteError("note_path", { path });
  };
  if (path.trim() === "" || CONTROL.test(path) || path.includes(":") || !path.isWellFormed()) refuse();
  if (rule === "image" && path.includes("\\")) refuse();
  const written = path.replaceAll("\\", "/").split("/");
  if (written[0] === "") refuse();
  const segments = written.filter((segment) => segment !== "" && segment !== ".");
  if (rule === "image" && segments.length !== written.length) refuse();
  if (segments.length === 0 || segments.some((segment) => isForbidden(segment))) refuse();
  if (rule === "markdown" && !hasExtension(segments.at(-1) ?? "", extensions)) refuse();
  return segments;
}

/** Whether a file name ends in one of the extensions (lower case, with the dot), in any case. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(extension));
}

/** Whether the file system of any platform could take this segment for a way up, a device, or Git's folder. */
function isForbidden(segment: string): boolean {
  const plain = comparable(segment);
  return segment === ".." || plain === "" || isGitFolder(segment) || isDeviceName(segment);
}

/** "CON", "nul.txt", "COM1 .md": Windows opens the device whatever follows the first dot. */
export function isDeviceName(segment: string): boolean {
  return DEVICE.test((segment.split(".")[0] ?? "").trimEnd());
}

/** Git's folder under each of the names that a file system takes for it: other case, trailing dots or spaces, ignorable characters, the short name of FAT. */
export function isGitFolder(segment: string): boolean {
  return [".git", "git~1"].includes(comparable(segment));
}

/** As HFS+ and NTFS compare: without case, without characters that are not shown, without dots and spaces at the end. */
function comparable(segment: string): string {
  return segment
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase()
    .replace(/[. ]+$/, "");
}
