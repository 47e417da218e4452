import dns from "node:dns/promises";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { refuseAddress } from "./judge-address.ts";

export type Resolve = (hostname: string) => Promise<string[]>;

const lookupMs = 3_000;

/**
 * Returns why requests may not be sent to this URL; undefined if they may, or if its host does not resolve yet. This is
 * only an early warning, because each connection is checked again.
 */
export async function checkTarget(
  url: string,
  allowPrivate: boolean,
  resolve: Resolve = resolveAll,
): Promise<string | undefined> {
  if (!URL.canParse(url)) return "the URL must be absolute";
  const { protocol, username, password, hostname } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return "the URL must begin with https:// or http://";
  if (username !== "" || password !== "") return "the URL must not contain a user name or password";
  const host = bareHost(hostname);
  if (net.isIP(host) !== 0) return refuseAddress(host, allowPrivate);
  const unresolved = pause(lookupMs, [] as string[], { ref: false });
  const addresses = await Promise.race([resolve(host).catch(() => []), unresolved]);
  const refusals = addresses.map((address) => refuseAddress(address, allowPrivate));
  return refusals.every((refusal) => refusal !== undefined) ? refusals[0] : undefined;
}

/** Removes the brackets of an IPv6 address from a URL's host name. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

export async function resolveAll(hostname: string): Promise<string[]> {
  return (await dns.lookup(hostname, { all: true })).map(({ address }) => address);
}
