import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { entryAt } from "./identity.ts";
import { IMAGE_LIMIT } from "./image-format.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace } from "./place.ts";
import { readFile } from "./read-file.ts";
import type { Site } from "./site.ts";

export interface WholeFile {
  readonly path: string;
  readonly fileName: string;
  readonly mimeType: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Any file of a workspace. */
export interface Files {
  /** Reads a regular file up to 25 MiB. Throws note_path, note_not_found, too_large, invalid_argument for a folder. */
  readWhole(path: string): WholeFile;
  /** Writes a PDF, in the place of one that is there or anew, making folders on the way. Throws note_path, invalid_argument for another extension. */
  writePdf(path: string, bytes: Uint8Array): Promise<{ readonly path: string; readonly change: number }>;
}

/** Of what is replaced: a book with many pictures. */
const PDF_LIMIT = 256 * 1024 * 1024;

export function filesOf(site: Site): Files {
  return {
    async writePdf(path, bytes) {
      site.requireWrites();
      const segments = parsePath(path, "any");
      if (!/\.pdf$/i.test(path))
        throw new FootnoteError("invalid_argument", {
          what: "outputPath",
          problem: `${path} does not end in .pdf`,
          command: "kb",
        });
      return site.mutate((changes) =>
        atPlace(
          site.ground,
          segments,
          path,
          (place) => {
            const there = entryAt(place.folder.at(place.name)) !== undefined;
            const change = there
              ? changes.replace(place, readFile(place, PDF_LIMIT, "a PDF"), bytes)
              : changes.create(place, bytes);
            return { path: place.path, change };
          },
          { makeFolders: true },
        ),
      );
    },

    readWhole: (path) =>
      atPlace(site.ground, parsePath(path, "any"), path, (place) => {
        if (entryAt(place.folder.at(place.name))?.isDirectory()) {
          throw new FootnoteError("invalid_argument", {
            what: path,
            problem: "is a folder, not a file",
            command: "kb",
          });
        }
        const { bytes } = readFile(place, IMAGE_LIMIT, "a file to fetch");
        return {
          path: place.path,
          fileName: place.name,
          mimeType: mimeTypeOf(place.name),
          sha256: sha256(bytes),
          bytes,
        };
      }),
  };
}

/** By extension. Bun.file() only looks at the name here; nothing is opened. */
function mimeTypeOf(name: string): string {
  return Bun.file(name).type.split(";")[0] ?? "application/octet-stream";
}
