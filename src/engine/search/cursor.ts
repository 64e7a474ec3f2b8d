import { FootnoteError } from "../../foundation/errors.ts";

/** An opaque place in the results of one query: its fingerprint and how many hits came before. */
export function makeCursor(fingerprint: string, offset: number): string {
  return Buffer.from(`${fingerprint}.${offset.toString(36)}`).toString("base64url");
}

/** Throws `cursor_invalid` when the cursor was not made for this query over these documents. */
export function readCursor(cursor: string, fingerprint: string): number {
  const [made, offset] = Buffer.from(cursor, "base64url").toString("latin1").split(".");
  if (made !== fingerprint || offset === undefined || !/^[0-9a-z]{1,6}$/.test(offset)) {
    throw new FootnoteError("cursor_invalid");
  }
  return Number.parseInt(offset, 36);
}

export function fingerprintOf(parts: unknown): string {
  return Bun.hash.xxHash64(JSON.stringify(parts)).toString(36);
}
