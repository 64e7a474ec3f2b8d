import { type FigureObject, figureObjects } from "./archive-figures.ts";
import { overArchive } from "./archive-objects.ts";
import { refusal } from "./refusal.ts";

/** A larger picture is no use in a conversation, and would be half as large again as text. */
const MOST_BYTES = 32 * 2 ** 20;

export interface FigurePicture {
  readonly figure: FigureObject;
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** A figure with its picture; undefined when no figure has this id. Refuses a picture over 32 MiB. */
export function figurePicture(file: string, id: string): FigurePicture | undefined {
  return overArchive(file, (archive) => {
    const figure = figureObjects(archive).find(({ asset_id }) => asset_id === id);
    if (figure === undefined) return undefined;
    const bytes = archive.attachments().find((attachment) => attachment.id === id)?.bytes ?? 0;
    if (bytes > MOST_BYTES) throw refusal(`Figure ${id} is ${bytes} bytes, over the limit of ${MOST_BYTES}`);
    const data = archive.attachment(id) ?? new Uint8Array();
    return { figure, mimeType: figure.mime_type === "image/jpg" ? "image/jpeg" : figure.mime_type, data };
  });
}
