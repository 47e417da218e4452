import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/loopback.ts";

/**
 * Refuses pages that reach this service by DNS rebinding: the browser loaded such a page from a foreign host name that
 * now resolves to this service, so Origin and Host both contain that name. The protocol demands a check of Origin
 * because many local servers need no key. Here, a page without a key gets nothing but a 401 and the public metadata,
 * and cookies are not accepted. So all other origins are admitted: extensions, editors (`vscode-file://`), `null`, the
 * inspector, and web applications that a person has connected.
 */
export function refuseRebinding({ origin = "", host }: IncomingHttpHeaders, publicUrl: string): void {
  const page = URL.parse(origin);
  if (page === null || page.host !== host || isLoopback(page.hostname) || page.host === new URL(publicUrl).host) return;
  throw new AppError(
    "cross_site_request",
    `Requests from ${page.origin} are refused, because this service is at ${publicUrl}. Use that address.`,
  );
}
