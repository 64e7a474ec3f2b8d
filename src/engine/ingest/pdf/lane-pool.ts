import { Lane } from "./lane.ts";

/** Workers that wait for the next document. */
export class LanePool {
  readonly workers: number;
  readonly pageSeconds: number;
  readonly #idle: Lane[] = [];

  constructor(workers: number, pageSeconds: number) {
    this.workers = workers;
    this.pageSeconds = pageSeconds;
  }

  /** A warm Worker, or a new one. Throws LaneLost when it does not start. */
  async take(): Promise<Lane> {
    return this.#idle.pop() ?? Lane.open(this.pageSeconds * 1000);
  }

  put(lane: Lane): void {
    this.#idle.push(lane);
  }

  close(): void {
    for (const lane of this.#idle.splice(0)) lane.close();
  }
}
