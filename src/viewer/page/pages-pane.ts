import type { PageView } from "../../engine/pages/view.ts";
import { element } from "./dom.ts";
import { pageFigure } from "./page-figure.ts";
import type { Source, Surroundings } from "./source.ts";

/** What the pane shows just now. */
export interface PaneState {
  /** undefined while nothing is loaded, or where the source has no pages. */
  readonly page: number | undefined;
  readonly count: number;
  readonly noun: "Page" | "Section";
  readonly notice: string;
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
}

interface Slot {
  readonly page: number;
  readonly frame: HTMLElement;
  view: PageView | undefined;
}

/** Pages kept in the document at once. */
const MOST_SLOTS = 12;
const MARKS = ".box, mark";
/** Pixels between a mark and the edge. */
const EDGE = 12;
const EMPTY: PaneState = { page: undefined, count: 0, noun: "Page", notice: "", canGoBack: false, canGoOn: false };

/**
 * Pages of one source below each other, loaded when they come near. Always a run of neighbours: a jump to a page outside starts a new run.
 * Pages are asked for one at a time.
 */
export class PagesPane {
  readonly frame = element("div", { class: "pane", role: "region", "aria-label": "Source preview", tabindex: "0" });
  readonly #surroundings: Surroundings;
  readonly #onState: (state: PaneState) => void;
  #source: Source | undefined;
  #slots: Slot[] = [];
  #count = 0;
  #noun: PaneState["noun"] = "Page";
  #shape = "612 / 792";
  #run = 0;
  #loading = false;
  /** Where to scroll once it is drawn. */
  #target: { page: number; toMark: boolean } | undefined;

  constructor(surroundings: Surroundings, onState: (state: PaneState) => void) {
    this.#surroundings = surroundings;
    this.#onState = onState;
    this.frame.addEventListener("scroll", () => this.#scrolled(), { passive: true });
  }

  /** Shows the first cited page. */
  async open(source: Source): Promise<void> {
    this.#clear();
    this.#source = source;
    const run = this.#run;
    this.frame.replaceChildren(element("p", { class: "missing" }, "Loading the page…"));
    this.frame.setAttribute("aria-busy", "true");
    this.#onState(EMPTY);
    try {
      const view = await this.#surroundings.load(source, 0);
      if (run !== this.#run) return;
      this.frame.replaceChildren();
      if (view.kind === "text") {
        this.frame.append(pageFigure(view, source.title));
        this.#onState(EMPTY);
      } else {
        this.#count = view.page_count;
        this.#noun = view.kind === "pdf" ? "Page" : "Section";
        this.#target = { page: view.page, toMark: true };
        this.#fill(this.#insert(view.page, "end"), view);
      }
    } catch (thrown) {
      if (run !== this.#run) return;
      this.frame.replaceChildren(element("p", { class: "missing", role: "alert" }, wordsOf(thrown)));
    } finally {
      if (run === this.#run) this.frame.removeAttribute("aria-busy");
    }
  }

  /** Goes to the page `step` pages from the one in view. */
  turn(step: number): void {
    const current = this.#current()?.page;
    if (current === undefined || !this.#exists(current + step)) return;
    this.#goTo(current + step);
  }

  /** 1 is the width of the pane. The place in view stays, and what is marked there. */
  zoom(factor: number): void {
    const { frame } = this;
    const [down, right] = [
      ratio(frame.scrollTop, frame.scrollHeight, frame.clientHeight),
      ratio(frame.scrollLeft, frame.scrollWidth, frame.clientWidth),
    ];
    frame.style.setProperty("--zoom", String(factor));
    frame.scrollTop = down * frame.scrollHeight - frame.clientHeight / 2;
    frame.scrollLeft = right * frame.scrollWidth - frame.clientWidth / 2;
    const seen = frame.getBoundingClientRect();
    const marks = [...frame.querySelectorAll(MARKS)].map((mark) => mark.getBoundingClientRect());
    const mark = marks.find(({ top, bottom }) => bottom > seen.top && top < seen.bottom);
    // A mark of which the end is cut off moves in, as far as its beginning stays.
    if (mark !== undefined && mark.left < seen.left) frame.scrollLeft += mark.left - seen.left - EDGE;
    else if (mark !== undefined && mark.right > seen.right)
      frame.scrollLeft += Math.min(mark.right - seen.right + EDGE, mark.left - seen.left - EDGE);
  }

  #goTo(page: number): void {
    this.#target = { page, toMark: false };
    const slot = this.#slots.find((one) => one.page === page) ?? this.#grow(page);
    this.#scrollTo(slot, false);
    this.#tell(slot);
    void this.#load();
  }

  /** A new slot at an end of the run, or alone when it is no neighbour. */
  #grow(page: number): Slot {
    const [first, last] = [this.#slots[0], this.#slots.at(-1)];
    if (last !== undefined && page === last.page + 1) return this.#insert(page, "end");
    if (first !== undefined && page === first.page - 1) return this.#insert(page, "start");
    for (const { frame } of this.#slots.splice(0)) frame.remove();
    return this.#insert(page, "end");
  }

  #insert(page: number, where: "start" | "end"): Slot {
    const name = `${this.#noun} ${page} of ${this.#count}`;
    const frame = element("section", { class: "slot waiting", "aria-label": name });
    frame.style.aspectRatio = this.#shape;
    const slot: Slot = { page, frame, view: undefined };
    if (where === "end") {
      this.#slots.push(slot);
      this.frame.append(frame);
    } else {
      const before = this.frame.scrollHeight;
      this.#slots.unshift(slot);
      this.frame.prepend(frame);
      this.frame.scrollTop += this.frame.scrollHeight - before;
    }
    return slot;
  }

  #fill(slot: Slot, view: PageView): void {
    const { frame } = slot;
    const above = frame.offsetTop + frame.offsetHeight <= this.frame.scrollTop;
    const before = this.frame.scrollHeight;
    slot.view = view;
    if (view.kind === "pdf") this.#shape = `${view.page_width} / ${view.page_height}`;
    frame.style.aspectRatio = "";
    frame.classList.remove("waiting");
    frame.replaceChildren(pageFigure(view, this.#source?.title ?? ""));
    if (above) this.frame.scrollTop += this.frame.scrollHeight - before;
    const target = this.#target;
    if (target?.page === slot.page) {
      this.#target = undefined;
      this.#scrollTo(slot, target.toMark);
    }
    this.#trim();
    this.#scrolled();
  }

  /** Lets go of what is furthest from view. */
  #trim(): void {
    while (this.#slots.length > MOST_SLOTS) {
      const current = this.#current();
      const at = current === undefined ? 0 : this.#slots.indexOf(current);
      const fromStart = at > this.#slots.length / 2;
      const gone = fromStart ? this.#slots.shift() : this.#slots.pop();
      const before = this.frame.scrollHeight;
      gone?.frame.remove();
      if (fromStart) this.frame.scrollTop -= before - this.frame.scrollHeight;
    }
  }

  #scrollTo(slot: Slot, toMark: boolean): void {
    const mark = toMark ? slot.frame.querySelector(MARKS) : null;
    const top = (mark ?? slot.frame).getBoundingClientRect().top - this.frame.getBoundingClientRect().top;
    // A mark stands where reading begins, with some lines before it.
    this.frame.scrollTop += mark === null ? top - 8 : top - this.frame.clientHeight / 3;
  }

  #scrolled(): void {
    const slot = this.#current();
    if (slot === undefined) return;
    this.#tell(slot);
    const { scrollTop, clientHeight, scrollHeight } = this.frame;
    const [first, last] = [this.#slots[0], this.#slots.at(-1)];
    if (last !== undefined && scrollHeight - scrollTop - clientHeight < clientHeight / 2 && this.#exists(last.page + 1))
      this.#insert(last.page + 1, "end");
    if (first !== undefined && scrollTop < clientHeight / 4 && this.#exists(first.page - 1))
      this.#insert(first.page - 1, "start");
    void this.#load();
  }

  /** Loads what waits, the page in view first. */
  async #load(): Promise<void> {
    const source = this.#source;
    if (this.#loading || source === undefined) return;
    const run = this.#run;
    this.#loading = true;
    try {
      for (let slot = this.#nextWaiting(); slot !== undefined; slot = this.#nextWaiting()) {
        const view = await this.#surroundings
          .load(source, slot.page)
          .catch((thrown: unknown): PageView => ({ kind: "text", notice: wordsOf(thrown) }));
        if (run !== this.#run) return;
        if (this.#slots.includes(slot)) this.#fill(slot, view);
      }
    } finally {
      if (run === this.#run) this.#loading = false;
    }
  }

  #nextWaiting(): Slot | undefined {
    const waiting = this.#slots.filter(({ view }) => view === undefined);
    const current = this.#current();
    return waiting.find((slot) => slot === current) ?? waiting[0];
  }

  /** The slot at the middle of the pane. */
  #current(): Slot | undefined {
    const middle = this.frame.getBoundingClientRect().top + this.frame.clientHeight / 2;
    return this.#slots.findLast(({ frame }) => frame.getBoundingClientRect().top <= middle) ?? this.#slots[0];
  }

  #exists(page: number): boolean {
    if (page < 1 || page > this.#count || this.#source === undefined) return false;
    return this.#surroundings.pages(this.#source)?.includes(page) ?? true;
  }

  #tell({ page, view }: Slot): void {
    this.#onState({
      page,
      count: this.#count,
      noun: this.#noun,
      notice: view?.notice ?? "",
      canGoBack: this.#exists(page - 1),
      canGoOn: this.#exists(page + 1),
    });
  }

  #clear(): void {
    this.#run += 1;
    this.#loading = false;
    this.#slots = [];
    this.#count = 0;
    this.#target = undefined;
    this.frame.scrollTop = 0;
  }
}

/** The share of the whole at which the middle of the view lies. */
function ratio(start: number, whole: number, seen: number): number {
  return whole === 0 ? 0 : (start + seen / 2) / whole;
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error && thrown.message !== "" ? thrown.message : "The page could not be loaded.";
}
