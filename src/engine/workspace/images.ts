import { sha256 } from "../../foundation/bytes/sha256.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { formatOfName, IMAGE_LIMIT, mimeTypeOf, requireFormat, requireImageName, unsupported } from "./image-format.ts";
import { type Preview, previewOf } from "./image-preview.ts";
import { listingOf } from "./listing.ts";
import { type PageOf, type PageRequest, pageOf } from "./paging.ts";
import { parsePath } from "./path-rules.ts";
import { atPlace, type Place, requireFree } from "./place.ts";
import { readFile } from "./read-file.ts";
import { requireSameHash } from "./same-hash.ts";
import { type SavedImage, type SaveImage, saveImage } from "./save-image.ts";
import type { Site } from "./site.ts";
import type { FoundFile } from "./walk-ground.ts";

export interface ListedImage extends Omit<FoundFile, "inode"> {
  readonly mimeType: string;
}

export interface LoadedImage {
  readonly path: string;
  /** Of the file, also where the preview has another. */
  readonly mimeType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly preview: Preview;
}

export interface MovedImage {
  readonly previousPath: string;
  readonly path: string;
  readonly sha256: string;
  readonly change: number;
}

/** The images of a workspace: PNG, JPEG, WebP and GIF up to 25 MiB. Markdown is never edited by any of these. */
export interface Images {
  saveImage(request: SaveImage): Promise<SavedImage>;
  /** One page of all images by extension, in the order of every listing. */
  listImages(request?: PageRequest): PageOf<ListedImage>;
  /** Throws note_path, note_not_found, too_large, and image_unsupported when extension and content disagree or a GIF is malformed. */
  loadImage(path: string): Promise<LoadedImage>;
  deleteImage(path: string): Promise<{ readonly path: string; readonly deleted: true; readonly change: number }>;
  /** Never over another file, never to another format's extension. The hash is checked when given, else whatever is there moves. */
  moveImage(source: string, target: string, expectedSha256?: string): Promise<MovedImage>;
}

export function imagesOf(site: Site): Images {
  const { ground } = site;
  return {
    saveImage: (request) => saveImage(site, request),

    listImages(request = {}) {
      const images = listingOf(site)
        .list()
        .flatMap(({ path, size, modified }) => {
          const format = formatOfName(path);
          return format === undefined ? [] : [{ path, size, modified, mimeType: mimeTypeOf(format) }];
        });
      return pageOf(images, request);
    },

    async loadImage(path) {
      const segments = parsePath(path, "image");
      const format = requireImageName(path);
      const found = atPlace(ground, segments, path, (place) => ({ path: place.path, bytes: readImage(place) }));
      requireFormat(path, found.bytes, format);
      const preview = await previewOf(path, found.bytes, format);
      return {
        path: found.path,
        mimeType: mimeTypeOf(format),
        bytes: found.bytes.length,
        sha256: sha256(found.bytes),
        preview,
      };
    },

    async deleteImage(path) {
      site.requireWrites();
      const segments = parsePath(path, "image");
      requireImageName(path);
      return site.mutate((changes) =>
        atPlace(ground, segments, path, (place) => {
          const change = changes.remove(place, readFile(place, IMAGE_LIMIT, "an image"));
          return { path: place.path, deleted: true, change };
        }),
      );
    },

    async moveImage(source, target, expectedSha256) {
      site.requireWrites();
      requireHashSyntax(expectedSha256);
      const [from, to] = [parsePath(source, "image"), parsePath(target, "image")];
      const format = requireImageName(source);
      if (requireImageName(target) !== format) throw unsupported(target, `its extension is not one of ${format}`);
      if (source === target) {
        throw new FootnoteError("invalid_argument", {
          what: "targetPath",
          problem: "it is the source path",
          command: "kb",
        });
      }
      return site.mutate((changes) =>
        atPlace(ground, from, source, (old) => {
          const was = readFile(old, IMAGE_LIMIT, "an image");
          requireFormat(source, was.bytes, format);
          const hash = sha256(was.bytes);
          const move = (place: Place): MovedImage => {
            requireFree(place, "IMAGE_EXISTS");
            if (expectedSha256 !== undefined) requireSameHash(source, hash, expectedSha256);
            return { previousPath: old.path, path: place.path, sha256: hash, change: changes.move(old, place, was) };
          };
          return atPlace(ground, to, target, move, { makeFolders: true });
        }),
      );
    },
  };
}

function readImage(place: Place): Uint8Array {
  return readFile(place, IMAGE_LIMIT, "an image").bytes;
}

function requireHashSyntax(hash: string | undefined): void {
  if (hash === undefined || /^[0-9a-f]{64}$/i.test(hash)) return;
  throw new FootnoteError("invalid_argument", {
    what: "expectedSha256",
    problem: "it is not 64 hex digits",
    command: "kb",
  });
}
