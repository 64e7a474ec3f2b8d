import { basename, extname } from "node:path";
import { FootnoteError } from "../../foundation/errors.ts";
import { workerUrl } from "../../foundation/worker.ts";
import { BookImages, type ReadImage } from "./images.ts";
import type { BookProfile, BookWarning } from "./profile.ts";
import type { SetReply, SetRequest } from "./worker.ts";
import { imageDestinations, readBook, writeBook } from "./write.ts";

export interface BookRequest {
  /** The document's name, for messages and for a title where it has none. */
  readonly path: string;
  readonly markdown: string;
  readonly profile: BookProfile;
  readonly title?: string | undefined;
  /** A picture by its path relative to the document. Throws note_path, note_not_found, too_large. */
  readonly readImage: ReadImage;
  /** When the document was changed: the date in the PDF's properties. */
  readonly date: Date;
}

export interface Book {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly BookWarning[];
}

/** So long a book may take; a large manual takes some seconds. */
const PATIENCE_MS = 180_000;

/**
 * Sets a Markdown document as a PDF (kb.md §8) with Typst, in a Worker: headings as outline, links, tables with repeated headers, pictures, embedded fonts. The same document
 * gives the same bytes. Throws book_too_long above some 1,900 pages, damaged_document when it cannot be set, worker_crashed.
 */
export async function makeBook(request: BookRequest): Promise<Book> {
  const { path, markdown, profile, title, date } = request;
  const images = new BookImages(request.readImage, profile);
  const book = readBook(markdown);
  for (const destination of imageDestinations(book)) await images.load(destination);
  const name = basename(path, extname(path));
  const { source, files, warnings } = writeBook(book, { title, name, date }, images);
  const pictures = [...files].flatMap(([file, destination]) => {
    const image = images.get(destination);
    return typeof image === "string" ? [] : [{ name: file, bytes: image.bytes }];
  });
  const reply = await setInWorker({ source, files: pictures, text: markdown }, path);
  if ("tooLong" in reply) throw new FootnoteError("book_too_long", { path });
  if ("problem" in reply)
    throw new FootnoteError("damaged_document", { path, format: "a book", problem: reply.problem });
  const missing = reply.missing.map(
    ({ script, example }): BookWarning => ({
      code: "GLYPH_MISSING",
      message: `No font here has the letters of ${script}, “${example}” for instance.`,
      line: 0,
      target: script,
    }),
  );
  return { pdf: reply.pdf, pages: reply.pages, warnings: [...warnings, ...missing] };
}

function setInWorker(request: SetRequest, path: string): Promise<SetReply> {
  const worker = new Worker(workerUrl("engine/book/worker"));
  return new Promise<SetReply>((resolve, reject) => {
    const crashed = (problem: string): void => reject(new FootnoteError("worker_crashed", { path, problem }));
    const timer = setTimeout(() => crashed(`it took longer than ${PATIENCE_MS / 1000} s`), PATIENCE_MS);
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      act();
    };
    worker.onmessage = ({ data }: MessageEvent<SetReply>) => settle(() => resolve(data));
    worker.onerror = (event) => settle(() => crashed(event.message));
    worker.addEventListener("close", () => settle(() => crashed("it ended")));
    worker.postMessage(request);
  }).finally(() => worker.terminate());
}
