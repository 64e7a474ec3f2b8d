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
