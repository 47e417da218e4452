import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/loopback.ts";

/**
 * Refuses requests from pages of other sites, which could otherwise use DNS rebinding to reach a service in their
 * visitor's network. With rebinding, Host is the foreign site's name too, so a match with Host counts only on this
 * machine. Agents outside browsers send no Origin.
 */
export function refuseForeignOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): AppError | undefined {
  if (origin === undefined) return undefined;
  const page = URL.parse(origin);
  const isOurs =
    page !== null && (page.host === new URL(publicUrl).host || (page.host === host && isLoopback(page.hostname)));
  return isOurs ? undefined : new AppError("cross_site_request", "Pages of other sites may not use this address.");
}
