import type { Folio } from "../archive/open.ts";
import type { Box } from "../document.ts";
import type { VeraLink } from "./archive.ts";
import type { ViewerBlock } from "./viewer-blocks.ts";

/** A picture on a page, as its raster stands in the source. */
export interface NewFigure {
  readonly page: number;
  readonly box: Box;
  /** Also the subtype of its media type: "png", "jpeg". */
  readonly extension: string;
  readonly data: Uint8Array;
}

/**
 * Links each figure to one chunk on its page: the one whose text comes last before it, or else the first behind it. A page without chunks of its own
 * leaves its figures to whatever chunk runs over it.
 */
export function figureLinks(folio: Folio, blocks: readonly ViewerBlock[], chunkIds: readonly string[]): VeraLink[] {
  return blocks.flatMap(({ id, figure, start, page }) => {
    if (figure === undefined) return [];
    const onPage = [...folio.passages.keys()].filter((at) => {
      const passage = folio.passages[at];
      return (
        passage !== undefined && passage.kind !== "furniture" && passage.firstPage <= page && passage.lastPage >= page
      );
    });
    const before = onPage.filter((at) => (folio.passages[at]?.spans[0]?.start ?? 0) < start);
    const chunkId = chunkIds[before.at(-1) ?? onPage[0] ?? -1];
    return chunkId === undefined ? [] : [{ chunkId, attachmentId: `image_${id}`, role: "figure" }];
  });
}
