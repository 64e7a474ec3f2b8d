import { FootnoteError } from "../../foundation/errors.ts";
import { comparePaths } from "./order.ts";

export interface PageRequest {
  /** From the page before. */
  readonly cursor?: string;
  /** 1 to 200, 50 when not given. */
  readonly pageSize?: number;
}

export interface PageOf<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

const TAG = "v2\n";
const LARGEST_PAGE = 200;

/** One page of a listing in its order. The cursor holds the last path, so what is created or removed between two pages does no harm (kb.md §1.4). */
export function pageOf<T extends { readonly path: string }>(items: readonly T[], request: PageRequest): PageOf<T> {
  const { cursor, pageSize = 50 } = request;
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > LARGEST_PAGE) {
    throw new FootnoteError("invalid_argument", {
      what: "pageSize",
      problem: `${pageSize} is not 1 to ${LARGEST_PAGE}`,
      command: "kb",
    });
  }
  const after = cursor === undefined ? undefined : pathOf(cursor);
  const rest = after === undefined ? items : items.filter(({ path }) => comparePaths(path, after) > 0);
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  return { items: page, nextCursor: last === undefined || rest.length === page.length ? null : cursorOf(last.path) };
}

function cursorOf(path: string): string {
  return Buffer.from(TAG + path).toString("base64url");
}

function pathOf(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  if (text.startsWith(TAG) && cursorOf(text.slice(TAG.length)) === cursor) return text.slice(TAG.length);
  throw new FootnoteError("invalid_argument", {
    what: "cursor",
    problem: "it is not one of this version; start without",
    command: "kb",
  });
}
