import { isIPv4, isIPv6 } from "node:net";

/** Where the server listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** `HOST:PORT`, `[IPv6]:PORT`; undefined for anything else. */
export function addressOf(text: string): Address | undefined {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = (bracketed ?? plain ?? "").toLowerCase();
  const port = Number(digits);
  if (host === "" || port > 65_535 || (bracketed !== undefined && !isIPv6(host))) return undefined;
  return { host, port };
}

export function isLoopback({ host }: Address): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

const LOCAL = ["localhost", "127.0.0.1", "::1"];

/**
 * Whether a Host header names this server: a page of another site whose name was made to lead here (DNS rebinding) sends its own name. Ports are not compared; they are no part
 * of what such a page could forge.
 */
export function isOwnHost(header: string | null, address: Address, allowed: readonly string[]): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d+)?$/.exec(header ?? "") ?? [];
  const name = (bracketed ?? plain ?? "").toLowerCase();
  const own = isLoopback(address) ? [address.host, ...LOCAL] : [address.host];
  return [...own, ...allowed.map((one) => one.toLowerCase())].includes(name);
}
