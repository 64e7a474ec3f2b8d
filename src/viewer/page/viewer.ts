import { button, element } from "./dom.ts";
import { PagesPane, type PaneState } from "./pages-pane.ts";
import type { Source, Surroundings } from "./source.ts";
import { sourceList } from "./source-list.ts";

export interface ViewerOptions {
  /** "Open sources". */
  readonly launcher: string;
  /** Open at once, and for good: a file has nothing to go back to. */
  readonly always: boolean;
}

const [LEAST_ZOOM, MOST_ZOOM, ZOOM_STEP] = [60, 200, 20];

/** The whole page: the launcher, and behind it list, toolbar, preview and passage. */
export class Viewer {
  readonly #root: HTMLElement;
  readonly #surroundings: Surroundings;
  readonly #options: ViewerOptions;
  #sources: readonly Source[] = [];
  #problem = "";
  #zoom = 100;
  #highlights = true;
  #expanded = false;
  /** Undefined while closed. */
  #parts: Parts | undefined;

  constructor(root: HTMLElement, surroundings: Surroundings, options: ViewerOptions) {
    this.#root = root;
    this.#surroundings = surroundings;
    this.#options = options;
    root.addEventListener("keydown", (event) => this.#key(event));
    this.#showLauncher();
  }

  /** `problem`: why there is nothing to show, in words. */
  show(sources: readonly Source[], problem = ""): void {
    this.#sources = sources;
    this.#problem = problem;
    if (this.#options.always) this.#open();
    else this.#showLauncher();
  }

  /** The host gave the window, or took it. */
  setExpanded(expanded: boolean): void {
    this.#expanded = expanded;
    this.#root.classList.toggle("expanded", expanded || this.#options.always);
    const { expand } = this.#parts ?? {};
    if (expand) expand.textContent = expanded ? "Collapse" : "Expand";
  }

  #showLauncher(): HTMLButtonElement {
    this.#parts = undefined;
    const number = this.#sources.length;
    const open = button(this.#options.launcher, () => this.#open(), { class: "launcher", disabled: number === 0 });
    if (number > 0) open.append(element("span", { class: "number", "aria-hidden": "true" }, String(number)));
    const problem = this.#problem === "" ? [] : [element("p", { class: "notice", role: "alert" }, this.#problem)];
    this.#root.replaceChildren(open, ...problem);
    return open;
  }

  #open(): void {
    const pane = new PagesPane(this.#surroundings, (state) => this.#tell(state));
    const parts = partsOf(pane, {
      turn: (step) => pane.turn(step),
      zoom: (step) => this.#setZoom(this.#zoom + step * ZOOM_STEP),
      highlights: () => this.#setHighlights(!this.#highlights),
      expand: () => void this.#expand(!this.#expanded),
      close: () => this.#close(),
    });
    this.#parts = parts;
    const list = sourceList(this.#sources, (source) => this.#select(source));
    const { always } = this.#options;
    const leave = always ? [] : [...(this.#surroundings.expand === undefined ? [] : [parts.expand]), parts.close];
    this.#root.replaceChildren(
      element("header", {}, element("h1", {}, "Sources"), element("div", { class: "group" }, ...leave)),
      element("nav", { class: "sources", "aria-label": "Cited sources" }, list.frame),
      element("div", { class: "source" }, parts.toolbar, parts.notice, pane.frame, parts.passage),
    );
    this.setExpanded(this.#expanded);
    this.#setHighlights(this.#highlights);
    this.#setZoom(this.#zoom);
    list.select(this.#sources.find(({ error }) => error === "") ?? this.#sources[0]);
    if (!always) list.focus();
  }

  #close(): void {
    if (this.#expanded) void this.#expand(false);
    this.#showLauncher().focus();
  }

  async #expand(whole: boolean): Promise<void> {
    const has = await this.#surroundings.expand?.(whole);
    if (has !== undefined) this.setExpanded(has);
  }

  #select(source: Source): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.passage.replaceChildren(...passageOf(source));
    parts.pane.frame.hidden = source.error !== "";
    parts.toolbar.hidden = source.error !== "";
    parts.notice.textContent = source.error;
    parts.title = source.title;
    if (source.error === "") void parts.pane.open(source);
  }

  #tell({ page, count, noun, notice, canGoBack, canGoOn }: PaneState): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.back.disabled = !canGoBack;
    parts.on.disabled = !canGoOn;
    parts.back.setAttribute("aria-label", `Previous ${noun.toLowerCase()}`);
    parts.on.setAttribute("aria-label", `Next ${noun.toLowerCase()}`);
    say(parts.place, page === undefined ? "" : `${noun} ${page} of ${count}`);
    say(parts.notice, notice);
  }

  #setZoom(percent: number): void {
    this.#zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, percent));
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.zoom.textContent = `${this.#zoom} %`;
    parts.smaller.disabled = this.#zoom === LEAST_ZOOM;
    parts.larger.disabled = this.#zoom === MOST_ZOOM;
    parts.pane.zoom(this.#zoom / 100);
  }

  #setHighlights(shown: boolean): void {
    this.#highlights = shown;
    const parts = this.#parts;
    if (parts === undefined) return;
    parts.highlights.textContent = shown ? "Highlights on" : "Highlights off";
    parts.pane.frame.classList.toggle("plain", !shown);
  }

  #key(event: KeyboardEvent): void {
    const parts = this.#parts;
    if (parts === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && !this.#options.always) {
      if (this.#expanded) void this.#expand(false);
      else this.#close();
    } else if (event.target === parts.pane.frame) {
      const wide = parts.pane.frame.scrollWidth > parts.pane.frame.clientWidth;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (step !== undefined && !wide) parts.pane.turn(step);
      else if (event.key === "+" || event.key === "=") this.#setZoom(this.#zoom + ZOOM_STEP);
      else if (event.key === "-") this.#setZoom(this.#zoom - ZOOM_STEP);
      else return;
    } else return;
    event.preventDefault();
  }
}

interface Acts {
  turn(step: number): void;
  zoom(step: number): void;
  highlights(): void;
  expand(): void;
  close(): void;
}

interface Parts extends ReturnType<typeof partsOf> {
  title?: string;
}

function partsOf(pane: PagesPane, acts: Acts) {
  const back = button("‹", () => acts.turn(-1), { class: "sign", "aria-label": "Previous page" });
  const on = button("›", () => acts.turn(1), { class: "sign", "aria-label": "Next page" });
  const place = element("span", { class: "place", role: "status" });
  const smaller = button("−", () => acts.zoom(-1), { class: "sign", "aria-label": "Zoom out" });
  const larger = button("+", () => acts.zoom(1), { class: "sign", "aria-label": "Zoom in" });
  const zoom = element("span", { class: "zoom", role: "status", "aria-label": "Zoom" });
  const highlights = button("Highlights on", acts.highlights);
  const toolbar = element(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Preview" },
    element("div", { class: "group" }, back, place, on),
    element("div", { class: "group" }, smaller, zoom, larger),
    highlights,
  );
  return {
    pane,
    toolbar,
    back,
    on,
    place,
    smaller,
    larger,
    zoom,
    highlights,
    notice: element("p", { class: "notice", role: "status" }),
    passage: element("section", { class: "passage", "aria-label": "Retrieved passage" }),
    expand: button("Expand", acts.expand),
    close: button("Close viewer", acts.close),
  };
}

function passageOf({ title, passage, place, locator }: Source): Node[] {
  return [
    ...(passage === "" ? [] : [element("h2", {}, "Retrieved passage")]),
    ...(place === "" ? [] : [element("p", { class: "origin" }, `${title}, ${place}`)]),
    ...(passage === "" ? [] : [element("blockquote", { tabindex: "0" }, passage)]),
    ...(locator === "" ? [] : [element("p", { class: "locator" }, element("code", {}, locator))]),
  ];
}

/** Says it once: an unchanged text would be read out again. */
function say(status: HTMLElement, text: string): void {
  if (status.textContent !== text) status.textContent = text;
}
