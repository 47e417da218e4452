import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";
import { isLoopback } from "#platform/loopback.ts";

/**
 * Refuses requests from pages of other sites, which could otherwise reach a service in their visitor's network by DNS
 * rebinding. In that case Host is as foreign as Origin, so equal ones prove nothing except on this machine. Agents
 * outside browsers send no Origin.
 */
export function refuseForeignOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): AppError | undefined {
  if (origin === undefined) return undefined;
  const page = URL.parse(origin);
  const isOurs =
    page !== null && (page.host === new URL(publicUrl).host || (page.host === host && isLoopback(page.hostname)));
  return isOurs ? undefined : new AppError("cross_site_request", "Pages of other sites may not use this address.");
}
