import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "#platform/errors.ts";

/**
 * Refuses requests of pages of other sites, which could otherwise reach a service in their visitor's network by DNS
 * rebinding: then Host is as foreign as Origin. Agents outside browsers send no Origin.
 */
export function refuseForeignOrigin({ origin }: IncomingHttpHeaders, publicUrl: string): AppError | undefined {
  if (origin === undefined) return undefined;
  const from = URL.canParse(origin) ? new URL(origin).host : undefined;
  const isOurs = from === new URL(publicUrl).host;
  return isOurs ? undefined : new AppError("cross_site_request", "Pages of other sites may not use this address.");
}
