/** Bytes that grow at the end. Numbers are little-endian; varints are LEB128 of at most 32 bits; zigzag maps −1, 1, −2 … to 1, 2, 3 …. */
export class ByteWriter {
  private bytes = new Uint8Array(1024);
  private view = new DataView(this.bytes.buffer);
  length = 0;

  u8(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  u32(value: number): void {
    this.room(4);
    this.view.setUint32(this.length, value, true);
    this.length += 4;
  }

  f64(value: number): void {
    this.room(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** `value` is an integer from 0 to 2^32 − 1. */
  varint(value: number): void {
    if (!(value >= 0 && value <= 0xffff_ffff && Number.isInteger(value)))
      throw new RangeError(`not a 32-bit varint: ${value}`);
    this.room(5);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** `value` is an integer from −2^31 to 2^31 − 1. */
  zigzag(value: number): void {
    if ((value | 0) !== value) throw new RangeError(`not a 32-bit integer: ${value}`);
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  /** Numbers, each as the zigzag difference from the one before (the first from 0). */
  deltas(values: Iterable<number>): void {
    let previous = 0;
    for (const value of values) {
      this.zigzag(value - previous);
      previous = value;
    }
  }

  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** 0 for an absent text, else its UTF-8 length + 1 as a varint and the bytes. */
  text(value: string | undefined): void {
    const bytes = new TextEncoder().encode(value);
    this.varint(value === undefined ? 0 : bytes.length + 1);
    this.append(bytes);
  }

  /** The bytes written so far. */
  take(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private room(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + more));
    grown.set(this.bytes);
    this.bytes = grown;
    this.view = new DataView(grown.buffer);
  }
}
