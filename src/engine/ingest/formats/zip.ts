import { inflateRawSync } from "node:zlib";
import { FootnoteError } from "../../../foundation/errors.ts";

/** What an archive may hold before it is taken for a bomb. */
const ZIP_LIMITS = { entries: 20_000, inflated: 400_000_000, ratio: 1000, ratioFrom: 10_000_000 } as const;

interface Entry {
  readonly name: string;
  readonly encrypted: boolean;
  readonly method: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;

/** Names in a ZIP archive; undefined when its directory cannot be read. */
export function zipEntryNames(bytes: Uint8Array): string[] | undefined {
  try {
    return readDirectory(bytes).map((entry) => entry.name);
  } catch {
    return undefined;
  }
}

/** A ZIP archive (PKWARE APPNOTE 6.3) whose entries are inflated one at a time, with a limit on all of them together. */
export class ZipReader {
  readonly names: readonly string[];
  private readonly entries: ReadonlyMap<string, Entry>;
  private inflated = 0;
  private readonly bytes: Uint8Array;
  private readonly path: string;
  private readonly format: string;

  /** Throws damaged_document, too_large or unsupported_format (encrypted). `format` stands in the message. */
  constructor(bytes: Uint8Array, path: string, format: string) {
    this.bytes = bytes;
    this.path = path;
    this.format = format;
    let entries: Entry[];
    try {
      entries = readDirectory(bytes);
    } catch (error) {
      throw this.damaged(error instanceof Error ? error.message : String(error));
    }
    if (entries.some((entry) => entry.encrypted)) {
      throw new FootnoteError("unsupported_format", { path, format: `encrypted ${format}` });
    }
    this.entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.names = [...this.entries.keys()];
  }

  /** The content of an entry; undefined when there is none of that name. */
  read(name: string): Uint8Array | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    this.reserve(entry);
    const { bytes } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== LOCAL_HEADER) {
      throw this.damaged(`${name} is not where the directory says`);
    }
    const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
    if (start + entry.compressedSize > bytes.length) throw this.damaged(`${name} is cut off`);
    const packed = bytes.subarray(start, start + entry.compressedSize);
    if (entry.method === 0) return packed;
    if (entry.method !== 8) throw this.damaged(`${name} is packed by method ${entry.method}`);
    try {
      // One byte more than promised is enough to see that the promise was false.
      const content = inflateRawSync(packed, { maxOutputLength: entry.size + 1 });
      if (content.length !== entry.size) throw new Error("its size is not what the directory says");
      return content;
    } catch (error) {
      throw this.damaged(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }

  private reserve(entry: Entry): void {
    this.inflated += entry.size;
    const bomb = entry.size > ZIP_LIMITS.ratioFrom && entry.size > entry.compressedSize * ZIP_LIMITS.ratio;
    if (bomb || this.inflated > ZIP_LIMITS.inflated) {
      const limit = bomb ? entry.compressedSize * ZIP_LIMITS.ratio : ZIP_LIMITS.inflated;
      throw new FootnoteError("too_large", {
        path: this.path,
        size: this.inflated,
        limit,
        format: `unpacked ${this.format}`,
      });
    }
  }

  private damaged(problem: string): FootnoteError {
    return new FootnoteError("damaged_document", { path: this.path, format: this.format, problem });
  }
}

function readDirectory(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > ZIP_LIMITS.entries) throw new Error(`it has ${count} entries; the limit is ${ZIP_LIMITS.entries}`);
  let at = view.getUint32(end + 16, true);
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new Error("its directory is damaged");
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new Error("its directory is cut off");
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength)),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      compressedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = next;
  }
  return entries;
}

/** The end record stands in the last 64 KiB, before the archive's comment. */
function findEnd(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at--) {
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at;
  }
  throw new Error("it has no directory (the file is cut off or no ZIP archive)");
}
