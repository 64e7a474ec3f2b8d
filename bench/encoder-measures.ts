import { cpus } from "node:os";

/** Milliseconds that `work` takes. */
export async function measure(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Median, and `text` as "median (smallest to largest)". */
export function spread(samples: readonly number[]): { median: number; text: string } {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), text: `${at(0.5).toFixed(0)} (${at(0).toFixed(0)} to ${at(1).toFixed(0)})` };
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export function cpuModel(): string {
  return cpus()[0]?.model ?? "unknown";
}
