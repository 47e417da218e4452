import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/loopback.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the method only reads (RFC 9110 §9.2.1). */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/**
 * Refuses CSRF: browsers attach the session's cookie to cross-site requests. Fetch Metadata names the origin of a
 * request (W3C Fetch Metadata §2.1); older browsers send at least Origin with a change. Without either this is no
 * browser. With `plainHttp` only the host counts, for routes that no session decides.
 */
export function refuseCrossSite(
  method: string,
  headers: IncomingHttpHeaders,
  { plainHttp = false }: { plainHttp?: boolean } = {},
): void {
  const site = headers["sec-fetch-site"];
  const isOwnOrigin = () => isSameHost(headers) && (plainHttp || !isPlainHttp(headers));
  const isOurs = site === undefined ? isSafe(method) || isOwnOrigin() : site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new AppError("cross_site_request", "A session is for this service's own pages only. Scripts use an API key.");
  }
}

/** Refuses to give a session to a page whose browser would drop the cookie, and names the cure. */
export function refuseInsecureOrigin(headers: IncomingHttpHeaders): void {
  if (!isPlainHttp(headers)) return;
  throw new AppError(
    "insecure_origin",
    "Over plain HTTP browsers drop the cookie of a session. Put a reverse proxy with TLS in front of Stint and open it by https://.",
  );
}

function isSameHost({ origin, host }: IncomingHttpHeaders): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether the page came over plain HTTP from another machine. No session lives there, so under our host's name it is a
 * page of a man in the middle. Behind a proxy our own scheme is unknown, and not needed.
 */
function isPlainHttp({ origin }: IncomingHttpHeaders): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && !isLoopback(hostname);
}
