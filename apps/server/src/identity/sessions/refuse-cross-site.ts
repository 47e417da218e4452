import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the method only reads (RFC 9110 §9.2.1). */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/**
 * Refuses what another site makes a browser send: its cookies come along by themselves. Fetch Metadata says where a request
 * comes from (W3C Fetch Metadata §2.1); an older browser says at least its Origin where something is changed. What says
 * neither is no browser's.
 */
export function refuseCrossSite(method: string, headers: IncomingHttpHeaders): void {
  const site = headers["sec-fetch-site"];
  const isOurs = site === undefined ? isSafe(method) || isSameHost(headers) : site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new AppError("cross_site_request", "A session is for this service's own pages only. Scripts use an API key.");
  }
}

function isSameHost({ origin, host }: IncomingHttpHeaders): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
