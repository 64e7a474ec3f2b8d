const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads what ByteWriter writes, and trusts nothing: every read is checked against the end, every count before it allocates. */
export class ByteReader {
  private at = 0;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly damaged: (problem: string) => Error;

  /** `damaged` makes the error that is thrown when the bytes are not what they should be. */
  constructor(bytes: Uint8Array, damaged: (problem: string) => Error) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.damaged = damaged;
  }

  get remaining(): number {
    return this.bytes.length - this.at;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u32(): number {
    return this.view.getUint32(this.take(4), true);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), true);
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw this.damaged("it ends inside a number");
      this.at++;
      if (shift === 28 && byte > 0x0f) throw this.damaged("a number is longer than 32 bits");
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }

  zigzag(): number {
    const value = this.varint();
    return (value >>> 1) ^ -(value & 1);
  }

  slice(length: number): Uint8Array {
    const from = this.take(length);
    return this.bytes.subarray(from, from + length);
  }

  skip(length: number): void {
    this.take(length);
  }

  text(): string | undefined {
    const length = this.varint();
    if (length === 0) return undefined;
    try {
      return UTF8.decode(this.slice(length - 1));
    } catch (error) {
      throw error instanceof TypeError ? this.damaged("a text is not UTF-8") : error;
    }
  }

  varints(count: number): Uint32Array {
    const values = new Uint32Array(this.counted(count));
    const { bytes } = this;
    for (let at = 0; at < count; at++) {
      // Most numbers are one byte.
      const byte = bytes[this.at] ?? 0x80;
      if (byte < 0x80) this.at++;
      values[at] = byte < 0x80 ? byte : this.varint();
    }
    return values;
  }

  zigzags(count: number): Int32Array {
    const numbers = this.varints(count);
    const values = new Int32Array(numbers.buffer);
    for (let at = 0; at < count; at++) {
      const value = numbers[at] ?? 0;
      values[at] = (value >>> 1) ^ -(value & 1);
    }
    return values;
  }

  /** Sums wrap at 32 bits: a hostile column gives wrong numbers, which the caller's bounds refuse, not huge ones. */
  deltas(count: number): Int32Array {
    const values = this.zigzags(count);
    for (let at = 1; at < count; at++) values[at] = (values[at] ?? 0) + (values[at - 1] ?? 0);
    return values;
  }

  end(): void {
    if (this.remaining > 0) throw this.damaged(`${this.remaining} bytes too many`);
  }

  /** A count of things that take at least one byte each, checked before anything is allocated for them. */
  private counted(count: number): number {
    if (count > this.remaining)
      throw this.damaged(`it states ${count} entries and has ${this.remaining} bytes for them`);
    return count;
  }

  private take(length: number): number {
    if (length > this.remaining) throw this.damaged(`it ends ${length - this.remaining} bytes too early`);
    const from = this.at;
    this.at += length;
    return from;
  }
}
