import type { ErrorCode, ErrorDetails } from "../../../foundation/errors.ts";
import type { PdfFacts } from "./glyphs.ts";
import type { PageLayout } from "./layout/page.ts";

/** What the reader asks of a Worker. It starts with `start`. One document is open at a time; opening another closes it. */
export type Request =
  | { readonly kind: "start"; readonly code: WebAssembly.Module }
  | { readonly kind: "open"; readonly path: string; readonly bytes: Uint8Array; readonly password?: string }
  | { readonly kind: "facts" }
  | { readonly kind: "read"; readonly pages: readonly number[] }
  | { readonly kind: "close" };

/** What a Worker answers. Every request ends with `done`; `read` has one `page` or `page-failed` for each page in order before it. */
export type Reply =
  | { readonly kind: "opened"; readonly pages: number }
  | { readonly kind: "facts"; readonly facts: PdfFacts }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly details: ErrorDetails }
  | { readonly kind: "page"; readonly layout: PageLayout; readonly label?: string }
  | { readonly kind: "page-failed"; readonly page: number; readonly problem: string }
  /** `worn`: the Worker's memory has grown so much that a fresh one should take over. */
  | { readonly kind: "done"; readonly worn: boolean };
