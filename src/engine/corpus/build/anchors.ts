/** ASCII letters and digits in lower case, every other run one "-" (corpus.md §6.3). */
export function anchorSlug(text: string): string {
  const slug = text
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
  return slug === "" ? "x" : slug;
}

/** Gives each name once: the second of a kind is "…-2". */
export class Anchors {
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();

  /** Takes an anchor as it is; false when it is taken. */
  take(anchor: string): boolean {
    if (this.#taken.has(anchor)) return false;
    this.#taken.add(anchor);
    return true;
  }

  allocate(namespace: string | undefined, text: string): string {
    const slug = anchorSlug(text);
    const wanted = namespace === undefined ? slug : `${namespace}--${slug}`;
    if (!this.#taken.has(wanted)) {
      this.#taken.add(wanted);
      return wanted;
    }
    for (let number = this.#next.get(wanted) ?? 2; ; number++) {
      const candidate = `${wanted}-${number}`;
      if (this.#taken.has(candidate)) continue;
      this.#taken.add(candidate);
      this.#next.set(wanted, number + 1);
      return candidate;
    }
  }
}
