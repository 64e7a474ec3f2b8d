/** JSON-RPC's codes of what can be wrong with a call. */
export const TERO_CODES = {
  bad_request: -32602,
  not_found: -32601,
  internal: -32603,
  unauthorized: -32001,
  forbidden: -32002,
} as const;
export type TeroSlug = keyof typeof TERO_CODES;

/** A call that is malformed, or not allowed: an error of the protocol's. That nothing was found is an answer. */
export class TeroError extends Error {
  readonly slug: TeroSlug;

  constructor(slug: TeroSlug, message: string) {
    super(message);
    this.slug = slug;
  }
}

export function badRequest(message: string): TeroError {
  return new TeroError("bad_request", message);
}
