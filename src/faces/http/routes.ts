import { isRecord } from "../../foundation/is-record.ts";
import { percentDecoded } from "../../foundation/text/percent.ts";
import { authorize, callTero, queryTero, type TeroState } from "../../toolsets/corpus/tero-call.ts";
import { badRequest, TeroError } from "../../toolsets/corpus/tero-error.ts";
import type { Fields } from "../../toolsets/corpus/tero-query.ts";
import { answered, failed } from "./answers.ts";
import { bodyOf, MOST_BODY_BYTES } from "./body.ts";
import { type Address, isOwnHost } from "./guard.ts";

/** Who may ask, and what from. */
export interface Served {
  readonly state: TeroState;
  readonly address: Address;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
}

const SLOW_BODY_MS = 10_000;
const TOOL = "/v1/tools/";

/** The answer to one request. Whose page it comes from is looked at first, then the route, then the token; nothing is parsed for a caller whose header does not allow it. */
export async function answerTo(request: Request, served: Served): Promise<Response> {
  const { address, allowedHosts, allowedOrigins, state } = served;
  if (!isOwnHost(request.headers.get("host"), address, allowedHosts))
    return failed("forbidden", "the Host header does not name this server (see --allow-host)");
  const origin = request.headers.get("origin");
  if (origin !== null && !allowedOrigins.includes(origin))
    return failed("forbidden", "requests from web pages of this origin are not allowed (see --allow-origin)");
  const { pathname, searchParams } = new URL(request.url);
  const method = methodOf(pathname);
  if (method === undefined) return failed("not_found", "no such route (see GET /v1/identify)");
  const shared = origin === null ? {} : { "access-control-allow-origin": origin, vary: "Origin" };
  if (origin !== null && request.method === "OPTIONS") return preflight(method, shared);
  if (request.method !== method)
    return failed("bad_request", `this route takes ${method} alone`, { status: 405, headers: { allow: method } });
  try {
    const response = await routed(pathname, searchParams, request, state);
    for (const [name, value] of Object.entries(shared)) response.headers.set(name, value);
    return response;
  } catch (error) {
    if (error instanceof TeroError) return failed(error.slug, error.message, { headers: shared });
    return failed("internal", "an internal error occurred", { headers: shared });
  }
}

function methodOf(path: string): "GET" | "POST" | undefined {
  if (["/health", "/v1/identify", "/v1/query", "/v1/cite", "/v1/explain"].includes(path)) return "GET";
  return path === "/v1/refresh" || (path.startsWith(TOOL) && path.length > TOOL.length) ? "POST" : undefined;
}

async function routed(path: string, given: URLSearchParams, request: Request, state: TeroState): Promise<Response> {
  const token = bearerOf(request.headers.get("authorization"));
  switch (path) {
    case "/health":
      return answered({ status: "ok" });
    case "/v1/identify":
      return answered(await callTero({ name: "identify", arguments: { token } }, state));
    case "/v1/query":
      return answered(queryTero("query", askedFor(given, token), state));
    case "/v1/cite":
      return answered(queryTero("cite", askedFor(given, token), state));
    case "/v1/explain":
      return answered(queryTero("explain", askedFor(given, token), state));
    case "/v1/refresh":
      return answered(await callTero({ name: "refresh", arguments: { token } }, state));
    default:
      return toolCalled(path.slice(TOOL.length), token, request, state);
  }
}

/** The tool's arguments are the body; the token stands in the header, else among them. */
async function toolCalled(
  encoded: string,
  token: string | undefined,
  request: Request,
  state: TeroState,
): Promise<Response> {
  const name = percentDecoded(encoded);
  if (token !== undefined) authorize(name, token, state);
  const body = await bodyOf(request, SLOW_BODY_MS);
  if (body === "too_large") return failed("bad_request", `the body exceeds ${MOST_BODY_BYTES} bytes`, { status: 413 });
  if (body === "too_slow") return failed("bad_request", "the body did not come in time", { status: 408 });
  const given = argumentsOf(body.text);
  return answered(await callTero({ name, arguments: token === undefined ? given : { ...given, token } }, state));
}

function argumentsOf(text: string): Fields {
  if (text.trim() === "") return {};
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw badRequest("the body is not JSON");
  }
  if (isRecord(given)) return given;
  throw badRequest("`arguments` must be an object");
}

function askedFor(given: URLSearchParams, token: string | undefined): Fields {
  const fields = ["kind", "value", "start", "depth"].map((name) => [name, given.get(name) ?? undefined]);
  return { ...Object.fromEntries(fields), token };
}

/** The scheme in any case (RFC 9110 §11.1). */
function bearerOf(header: string | null): string | undefined {
  return /^bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

/** What a browser asks before it sends a header of its own (Fetch, §4.8). */
function preflight(method: string, shared: Record<string, string>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...shared,
      "access-control-allow-methods": method,
      "access-control-allow-headers": "authorization, content-type",
    },
  });
}
