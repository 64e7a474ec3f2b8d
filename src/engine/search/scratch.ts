/**
 * Arrays for the numbers of one search, lent out of one piece of memory that lasts: over hundreds of thousands of passages each search would leave megabytes
 * behind, which the collector does not see soon enough.
 */
export class Scratch {
  #memory = new ArrayBuffer(0);
  #taken = 0;

  /** Zeros. */
  floats(length: number): Float64Array {
    return new Float64Array(...this.#take(length * Float64Array.BYTES_PER_ELEMENT), length);
  }

  /** Zeros. */
  counts(length: number): Uint16Array {
    return new Uint16Array(...this.#take(length * Uint16Array.BYTES_PER_ELEMENT), length);
  }

  /** All that was lent may be lent again. */
  clear(): void {
    new Uint8Array(this.#memory, 0, Math.min(this.#taken, this.#memory.byteLength)).fill(0);
    // What did not fit the last time fits the next time.
    if (this.#taken > this.#memory.byteLength) this.#memory = new ArrayBuffer(this.#taken);
    this.#taken = 0;
  }

  #take(bytes: number): [ArrayBuffer, number] {
    const from = this.#taken;
    this.#taken = Math.ceil((from + bytes) / 8) * 8;
    return this.#taken <= this.#memory.byteLength ? [this.#memory, from] : [new ArrayBuffer(bytes), 0];
  }
}
