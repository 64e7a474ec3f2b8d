/** 2^23: the window that every decoder should support (RFC 8878 §3.1.1.1.2), and more than we ask for. */
const LARGEST_WINDOW = 2 ** 23;
const MAGIC = 0xfd2fb528;
const CHECKSUM_BYTES = 4;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;

/**
 * The content size that a single zstd frame states (RFC 8878 §3.1.1), when `bytes` are exactly one frame: header, blocks to the last one,
 * checksum, nothing after. Undefined for anything else, for a frame that does not state its size, and for a window above 8 MiB. A decoder
 * given such a frame allocates the stated size and no more.
 */
export function statedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  try {
    const header = readHeader(view);
    if (header === undefined) return undefined;
    const end = endOfBlocks(view, header.length);
    if (end === undefined || end + (header.checksum ? CHECKSUM_BYTES : 0) !== bytes.length) return undefined;
    return header.size;
  } catch (error) {
    // DataView's own answer to reading past the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readHeader(view: DataView): { length: number; size: number; checksum: boolean } | undefined {
  if (view.getUint32(0, true) !== MAGIC) return undefined;
  const descriptor = view.getUint8(4);
  const single = (descriptor & 0x20) !== 0;
  if ((descriptor & 0x08) !== 0) return undefined;
  if (!single && windowOf(view.getUint8(5)) > LARGEST_WINDOW) return undefined;
  const at = (single ? 5 : 6) + (DICTIONARY_BYTES[descriptor & 3] ?? 0);
  const [length, size] = contentSize(view, at, descriptor >> 6, single);
  if (size === undefined || (single && size > LARGEST_WINDOW * 1024)) return undefined;
  return { length: at + length, size, checksum: (descriptor & 0x04) !== 0 };
}

function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

/** Bytes of the field, and its value. */
function contentSize(view: DataView, at: number, flag: number, single: boolean): [number, number | undefined] {
  switch (flag) {
    case 0:
      return single ? [1, view.getUint8(at)] : [0, undefined];
    case 1:
      return [2, view.getUint16(at, true) + 256];
    case 2:
      return [4, view.getUint32(at, true)];
    default:
      return [8, Number(view.getBigUint64(at, true))];
  }
}

function endOfBlocks(view: DataView, start: number): number | undefined {
  for (let at = start; ; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const type = (header >> 1) & 3;
    if (type === 3) return undefined;
    // A block of one repeated byte states how often, and stores it once.
    at += 3 + (type === 1 ? 1 : header >>> 3);
    if ((header & 1) === 1) return at;
  }
}
