import type { TeroSlug } from "../../toolsets/corpus/tero-error.ts";

const STATUS: Readonly<Record<TeroSlug, number>> = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  internal: 500,
};

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** Answers and refusals both are 200. */
export function answered(envelope: object): Response {
  return new Response(JSON.stringify(envelope), { headers: HEADERS });
}

/** An error in its JSON body; `status` where it is another than that of its slug. */
export function failed(
  code: TeroSlug,
  message: string,
  { status = STATUS[code], headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const challenge = code === "unauthorized" ? { "www-authenticate": "Bearer" } : {};
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { ...HEADERS, ...challenge, ...headers },
  });
}
