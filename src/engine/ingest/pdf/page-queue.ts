const LARGEST_BATCH = 16;
const ATTEMPTS = 2;

/** Hands out pages 1 to `pages` in small batches, so that no Worker is left with a long tail, and takes back what a lost Worker left. */
export class PageQueue {
  readonly #lanes: number;
  readonly #last: number;
  readonly #again: number[] = [];
  readonly #attempts = new Map<number, number>();
  #next = 1;

  constructor(pages: number, lanes: number) {
    this.#last = pages;
    this.#lanes = lanes;
  }

  /** The next pages to read; none when all are handed out. A page that lost a Worker before comes alone. */
  take(): number[] {
    const again = this.#again.shift();
    if (again !== undefined) return [again];
    const left = this.#last - this.#next + 1;
    const size = Math.min(LARGEST_BATCH, Math.ceil(left / (4 * this.#lanes)));
    const batch = Array.from({ length: Math.max(0, size) }, (_, at) => this.#next + at);
    this.#next += batch.length;
    return batch;
  }

  /** Takes back a batch whose Worker was lost on its first page. Returns false when that page has had its second try: it is given up. */
  giveBack(batch: readonly number[]): boolean {
    const [culprit, ...others] = batch;
    if (culprit === undefined) return true;
    const attempts = (this.#attempts.get(culprit) ?? 0) + 1;
    this.#attempts.set(culprit, attempts);
    const retry = attempts < ATTEMPTS;
    this.#again.push(...others, ...(retry ? [culprit] : []));
    return retry;
  }
}
