import type { BlockContext, Line } from "@lezer/markdown";

/** A line without the marks of all open containers. The grammar counts them in a field that its types keep back. */
export function isLazy(context: BlockContext, line: Line): boolean {
  return (line as Line & { readonly depth: number }).depth < context.depth;
}
