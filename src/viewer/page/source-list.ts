import { button, element } from "./dom.ts";
import type { Source } from "./source.ts";

/** The cards of the cited sources. One Tab stop; arrow keys, Home and End go from card to card. */
export function sourceList(sources: readonly Source[], onSelect: (source: Source) => void) {
  const cards = sources.map((source) => {
    const card = button("", () => select(source), {
      class: source.error === "" ? "card" : "card failed",
      tabindex: "-1",
    });
    card.append(
      element("span", { class: "id" }, `[${source.id}]`),
      element("span", { class: "title" }, source.title),
      element("span", { class: "where" }, source.error === "" ? source.place : "Could not be opened"),
    );
    return card;
  });
  const frame = element("ul", {}, ...cards.map((card) => element("li", {}, card)));
  frame.addEventListener("keydown", (event) => {
    const { target } = event;
    const at = target instanceof HTMLButtonElement ? cards.indexOf(target) : -1;
    const to = {
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: cards.length - 1,
    }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    cards[Math.min(cards.length - 1, Math.max(0, to))]?.focus();
  });

  function select(source: Source | undefined): void {
    if (source === undefined) return;
    cards.forEach((card, index) => {
      const chosen = sources[index] === source;
      card.tabIndex = chosen ? 0 : -1;
      if (chosen) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
      if (chosen) card.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    onSelect(source);
  }

  return { frame, select, focus: () => cards.find((card) => card.tabIndex === 0)?.focus() };
}
