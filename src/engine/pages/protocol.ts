import type { ErrorCode, ErrorDetails } from "../../foundation/errors.ts";

/** The one request a Worker gets: draw page `page`, from 1. */
export interface RenderRequest {
  readonly code: WebAssembly.Module;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly password?: string;
  readonly page: number;
}

/** A page as a picture. Width and height in points, as shown. */
export interface RenderedPage {
  readonly page: number;
  readonly pages: number;
  readonly width: number;
  readonly height: number;
  /** Degrees by which the page is turned to be shown: 0, 90, 180, 270. */
  readonly rotation: number;
  readonly png: Uint8Array;
}

export type RenderReply =
  | { readonly kind: "drawn"; readonly drawn: RenderedPage }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly details: ErrorDetails };
