import { extname } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { extensionOf, formatOfName, type ImageFormat, unsupported } from "./image-format.ts";
import { isDeviceName } from "./path-rules.ts";

/** A name that no platform refuses (kb.md §1.4): no path, none of Windows' characters or devices, no dot or space at the end. */
function isGoodName(name: string): boolean {
  return (
    name !== "" &&
    !/[<>:"/\\|?*\p{Cc}]/u.test(name) &&
    !/[. ]$/.test(name) &&
    !isDeviceName(name) &&
    name.isWellFormed()
  );
}

/** The name that the caller asked for: an extension is added where there is none, and must be right where there is one. */
export function explicitName(name: string, format: ImageFormat): string {
  if (!isGoodName(name)) {
    const problem = `“${name}” is not a plain file name`;
    throw new FootnoteError("invalid_argument", { what: "fileName", problem, command: "kb" });
  }
  if (extname(name) === "") return name + extensionOf(format);
  if (formatOfName(name) !== format)
    throw unsupported(name, `its extension is not ${extensionOf(format)}, which its content is`);
  return name;
}

/** The name that the client's upload had, with the extension set right; undefined where it is of no use. */
export function clientName(name: string | undefined, format: ImageFormat): string | undefined {
  const base = name?.split(/[/\\]/).at(-1) ?? "";
  if (!isGoodName(base)) return undefined;
  if (formatOfName(base) === format) return base;
  const stem = base.slice(0, base.length - extname(base).length);
  return isGoodName(stem) ? stem + extensionOf(format) : undefined;
}

/** image-20261201-101500-0123456789ab.png */
export function fallbackName(sha256: string, format: ImageFormat, now: Date): string {
  const time = now.toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
  return `image-${time}-${sha256.slice(0, 12)}${extensionOf(format)}`;
}

/** name.png, name-2.png, name-3.png … */
export function numberedName(name: string, number: number): string {
  const extension = extname(name);
  return number === 1 ? name : `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
}
