import { DENIED } from "../../../toolsets/vera/policy.ts";
import type { SourceCard } from "../../../toolsets/vera/source-card.ts";
import { checkedLocator, sourceCard } from "../../../toolsets/vera/source-card.ts";
import { citedChunk } from "./cited-chunk.ts";
import { listOf, text, whole } from "./kinds.ts";
import { optional, required } from "./parameters.ts";
import { defineTool, made, textItem } from "./tool.ts";

export const VIEWER_URI = "ui://vera/source-viewer-v1.html";

/** Where the page finds in `_meta` of a result what is for it alone. */
const VIEW = "vera/view";
const MOST_SOURCES = 12;

const annotations = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** VERA's tools of the source viewer. */
export const viewerTools = [
  defineTool({
    name: "vera_show_sources",
    description:
      "Show the user the sources of an answer in a viewer: the page of each with the cited place marked. Call it once, after answering, with the chunks in the order of the answer's [C1], [C2], …",
    parameters: { sources: required(listOf(citedChunk, { least: 1, most: MOST_SOURCES })) },
    gives: made,
    more: {
      annotations,
      _meta: {
        ui: { resourceUri: VIEWER_URI },
        "openai/outputTemplate": VIEWER_URI,
        "openai/toolInvocation/invoking": "Opening sources",
        "openai/toolInvocation/invoked": "Sources ready",
      },
    },
    run({ sources }, { access }) {
      access.sources(sources.length);
      const cards = sources.map((source) => hidden(sourceCard(source, access.archive), access.policy !== undefined));
      const message = `VERA source viewer ready with ${cards.length} references.`;
      return {
        content: [textItem(message)],
        structuredContent: { sources: cards.map(({ regions: _, ...card }) => card), message },
        _meta: { [VIEW]: { mode: "launcher", sources: cards, selected: null, view: null } },
      };
    },
  }),
  defineTool({
    name: "vera_source_page",
    description:
      "For the viewer that vera_show_sources opens: one page of a source. To read a page, use vera_get_page.",
    parameters: { file: required(text), chunk_id: required(text), page: optional(whole, 0) },
    gives: made,
    more: { annotations, _meta: { ui: { visibility: ["app"] }, "openai/widgetAccessible": true } },
    async run({ file, chunk_id, page }, { access, context }) {
      // What draws pages is loaded when the first one is wanted.
      const { sourcePage } = await import("../../../toolsets/vera/source-page.ts");
      const path = access.archive(checkedLocator(file));
      const shown = await sourcePage(path, chunk_id, page, context);
      const { text, ...view } = shown.view;
      const message = view.notice === "" ? "Source page loaded." : view.notice;
      return {
        content: [textItem(message)],
        structuredContent: { file, chunk_id, page: shown.page, message },
        _meta: { [VIEW]: { file, chunk_id, text, ...view } },
      };
    },
  }),
];

/** A guest does not learn the place of what is denied. */
function hidden(card: SourceCard, restricted: boolean): SourceCard {
  return restricted && card.error === DENIED ? { ...card, file: "(omitted)" } : card;
}
