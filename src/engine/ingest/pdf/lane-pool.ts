import { compilePdfEngine } from "./engine.ts";
import { Lane } from "./lane.ts";

/** Workers that wait for the next document. */
export class LanePool {
  readonly workers: number;
  readonly pageSeconds: number;
  readonly #idle: Lane[] = [];
  #code: Promise<WebAssembly.Module> | undefined;

  constructor(workers: number, pageSeconds: number) {
    this.workers = workers;
    this.pageSeconds = pageSeconds;
  }

  /** A warm Worker, or a new one. Throws LaneLost when it does not start. */
  async take(): Promise<Lane> {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    this.#code ??= compilePdfEngine();
    return Lane.open(await this.#code, this.pageSeconds * 1000);
  }

  put(lane: Lane): void {
    this.#idle.push(lane);
  }

  close(): void {
    for (const lane of this.#idle.splice(0)) lane.close();
  }
}
