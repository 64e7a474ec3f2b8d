/** What a long operation tells while it runs. Faces turn it into bars, lines, JSON events or MCP notifications. */
export type ProgressEvent =
  | { readonly kind: "start"; readonly files: number }
  | { readonly kind: "file"; readonly path: string; readonly index: number; readonly of: number }
  | { readonly kind: "pages"; readonly path: string; readonly done: number; readonly of: number }
  | { readonly kind: "vectors"; readonly path: string; readonly done: number; readonly of: number }
  | {
      readonly kind: "file-done";
      readonly path: string;
      readonly outcome: "added" | "replaced" | "unchanged" | "failed" | "removed";
      readonly pages: number;
      readonly passages: number;
      readonly code?: string;
      readonly message?: string;
    };
