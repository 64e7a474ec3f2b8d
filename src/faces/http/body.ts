/** Bytes of a request's body. */
export const MOST_BODY_BYTES = 65_536;

/** The body as text; "too_large" beyond the limit, "too_slow" where it is not there in time. Nothing beyond the limit is read. */
export async function bodyOf(
  request: Request,
  milliseconds: number,
): Promise<{ text: string } | "too_large" | "too_slow"> {
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BODY_BYTES) return "too_large";
  const reader = request.body?.getReader();
  if (reader === undefined) return { text: "" };
  const { promise: late, resolve } = Promise.withResolvers<"too_slow">();
  const timer = setTimeout(() => resolve("too_slow"), milliseconds);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    while (true) {
      const read = await Promise.race([reader.read(), late]);
      if (read === "too_slow") return read;
      if (read.done) return { text: Buffer.concat(parts).toString() };
      length += read.value.length;
      if (length > MOST_BODY_BYTES) return "too_large";
      parts.push(read.value);
    }
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
}
