import type { IncomingHttpHeaders } from "node:http";

/** The sender of a request that no key identifies. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  requestId: string;
}

export function visitorOf({ id, ip, headers }: { id: string; ip: string; headers: IncomingHttpHeaders }): Visitor {
  return { address: plainAddress(ip), userAgent: headers["user-agent"], requestId: id };
}

/** Normalizes an address: an IPv4-mapped IPv6 address becomes an IPv4 address (RFC 4291 §2.5.5.2). */
export function plainAddress(ip: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
}
