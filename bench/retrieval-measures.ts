/** nDCG with binary grades (Järvelin, Kekäläinen 2002). `ranked`: whether each hit is relevant. */
export function ndcg(ranked: readonly boolean[], relevant: number): number {
  const gain = (at: number) => 1 / Math.log2(at + 2);
  const got = ranked.reduce((sum, hit, at) => sum + (hit ? gain(at) : 0), 0);
  let best = 0;
  for (let at = 0; at < Math.min(relevant, 10); at++) best += gain(at);
  return best === 0 ? 0 : got / best;
}

export function recall(ranked: readonly boolean[], relevant: number): number {
  return ranked.filter((hit) => hit).length / relevant;
}

/** Mean × 100 with its 95 % percentile bootstrap interval, 2,000 resamples, fixed seed. */
export function interval(values: readonly number[]): string {
  const random = mulberry(20261201);
  const means = Array.from({ length: 2000 }, () => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += values[Math.floor(random() * values.length)] ?? 0;
    return sum / values.length;
  }).sort((a, b) => a - b);
  const show = (value: number | undefined) => ((value ?? Number.NaN) * 100).toFixed(1);
  return `${show(values.reduce((sum, value) => sum + value, 0) / values.length)} [${show(means[50])}, ${show(means[1949])}]`;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
