import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/loopback.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether the method is safe according to RFC 9110 §9.2.1. */
export function isSafe(method: string): boolean {
  return safeMethods.has(method);
}

/**
 * Refuses CSRF: browsers attach the session cookie to cross-site requests too. Fetch Metadata reveals where a request
 * comes from (W3C Fetch Metadata §2.1); older browsers at least send Origin with unsafe methods. `plainHttp` is for
 * routes that do not depend on a session: only the host of Origin must match.
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
    throw new AppError(
      "cross_site_request",
      "A session works only on this service's own pages. Use an API key in scripts.",
    );
  }
}

/**
 * Refuses requests in which a page of another site loads this address as a subresource, such as an image, so that no
 * page can misuse its visitors' browsers. Other sites may still link here, and a provider may redirect the browser
 * back.
 */
export function refuseCrossSiteLoad(headers: IncomingHttpHeaders): void {
  const { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": destination } = headers;
  if (site === undefined || site === "same-origin" || site === "none") return;
  if (mode === "navigate" && (destination === undefined || destination === "document")) return;
  throw new AppError("cross_site_request", "Pages of other sites may link to this address, but not load it.");
}

/** Refuses to create a session for a page whose browser would drop the cookie. The error says how to fix that. */
export function refuseInsecureOrigin(headers: IncomingHttpHeaders): void {
  if (!isPlainHttp(headers)) return;
  throw new AppError(
    "insecure_origin",
    "Browsers drop the session cookie over plain HTTP. Put a reverse proxy with TLS in front of Stint and open it with https://.",
  );
}

function isSameHost({ origin, host }: IncomingHttpHeaders): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether the page was loaded over plain HTTP from another machine. Sessions do not work over plain HTTP, so the page
 * could come from a man in the middle even if its host is ours. Checks only the page's scheme, because our own is
 * unknown behind a proxy.
 */
function isPlainHttp({ origin }: IncomingHttpHeaders): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" && !isLoopback(hostname);
}
