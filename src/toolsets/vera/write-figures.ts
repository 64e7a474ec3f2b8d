import { mkdirSync, statSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import type { VeraArchive } from "../../engine/vera/archive.ts";
import { pythonRepr } from "../../engine/vera/python.ts";
import { FootnoteError } from "../../foundation/errors.ts";
import { writeAtomically } from "../../foundation/fs/atomic.ts";
import type { FigureObject } from "./archive-figures.ts";
import { refusal } from "./refusal.ts";

/** Writes the pictures of figures into a folder, each as its id with the extension of its kind; gives the figures with their paths. */
export function writeFigures(archive: VeraArchive, figures: readonly FigureObject[], folder: string) {
  const target = resolve(folder);
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory() === false)
    throw refusal(`Export path ${pythonRepr(folder)} is not a directory`);
  for (const { asset_id: id } of figures) checkName(id);
  mkdirSync(target, { recursive: true });
  return figures.map((figure) => {
    const data = archive.attachment(figure.asset_id);
    if (data === undefined)
      throw new FootnoteError("vera_invalid", { path: archive.path, problem: `attachment ${figure.asset_id} is gone` });
    const path = join(target, `${figure.asset_id}${extensionOf(figure)}`);
    writeAtomically(path, data);
    return { ...figure, path };
  });
}

/** An id comes from whoever wrote the archive: as a file name it must stay in the folder. */
function checkName(id: string): void {
  if (/[/\\:]/.test(id) || id === "." || id === ".." || id.includes("\0"))
    throw refusal(`Figure asset id ${pythonRepr(id)} is not a safe relative name`);
}

function extensionOf({ filename, mime_type: type }: FigureObject): string {
  const named = extname(filename ?? "").toLowerCase();
  const kind = /^\.\w{1,8}$/.test(named) ? named.slice(1) : (/^image\/([a-z0-9]{1,8})$/.exec(type)?.[1] ?? "bin");
  return kind === "jpeg" ? ".jpg" : `.${kind}`;
}
