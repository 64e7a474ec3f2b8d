/**
 * Collects garbage after every `each` calls. For loops that make much short-lived memory outside the JavaScript heap (typed arrays, zstd buffers,
 * slices of large strings): the collector sees only the small objects that own it, so it waits while hundreds of megabytes pile up.
 */
export function collector(each: number): () => void {
  let calls = 0;
  return () => {
    calls++;
    if (calls % each === 0) Bun.gc(true);
  };
}

/** The same, but only where the process holds more than `bytes`: a small one never waits for it. */
export function collectorAbove(bytes: number, each: number): () => void {
  let calls = 0;
  return () => {
    calls++;
    if (calls < each || process.memoryUsage.rss() < bytes) return;
    calls = 0;
    Bun.gc(true);
  };
}

/** UTF-16 units of text: some 2,000 pages. */
const LARGE = 4_000_000;

/** Collects what a stage of the work on a text left behind before the next begins, where that is so much that it pays. */
export function stageCollector(textLength: number): () => void {
  return textLength > LARGE ? collector(1) : () => {};
}
