/** Passages with a number each, in memory that lasts from one search to the next: there may be hundreds of thousands. */
export class FoundPassages {
  #documents = new Uint32Array(1024);
  #passages = new Uint32Array(1024);
  #values = new Float64Array(1024);
  #sorted = new Float64Array(0);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(document: number, passage: number, value: number): void {
    if (this.length === this.#values.length) this.#grow();
    this.#documents[this.length] = document;
    this.#passages[this.length] = passage;
    this.#values[this.length++] = value;
  }

  setEach(value: (document: number, passage: number) => number): void {
    for (let at = 0; at < this.length; at++)
      this.#values[at] = value(this.#documents[at] ?? 0, this.#passages[at] ?? 0);
  }

  forEach(use: (document: number, passage: number, value: number) => void): void {
    for (let at = 0; at < this.length; at++)
      use(this.#documents[at] ?? 0, this.#passages[at] ?? 0, this.#values[at] ?? 0);
  }

  /** The value that `count` − 1 others reach or pass; −Infinity when there are no more than `count`. Hoare's selection. */
  nthLargest(count: number): number {
    if (this.length <= count) return Number.NEGATIVE_INFINITY;
    if (this.#sorted.length < this.length) this.#sorted = new Float64Array(this.#values.length);
    const values = this.#sorted;
    values.set(this.#values.subarray(0, this.length));
    const wanted = this.length - count;
    let [low, high] = [0, this.length - 1];
    while (low < high) {
      const pivot = values[(low + high) >>> 1] ?? 0;
      let [left, right] = [low, high];
      while (left <= right) {
        while ((values[left] ?? 0) < pivot) left++;
        while ((values[right] ?? 0) > pivot) right--;
        if (left > right) break;
        [values[left], values[right]] = [values[right] ?? 0, values[left] ?? 0];
        left++;
        right--;
      }
      if (wanted <= right) high = right;
      else if (wanted >= left) low = left;
      else break;
    }
    return values[wanted] ?? 0;
  }

  #grow(): void {
    const [documents, passages, values] = [this.#documents, this.#passages, this.#values];
    this.#documents = new Uint32Array(2 * values.length);
    this.#passages = new Uint32Array(2 * values.length);
    this.#values = new Float64Array(2 * values.length);
    this.#documents.set(documents);
    this.#passages.set(passages);
    this.#values.set(values);
  }
}
