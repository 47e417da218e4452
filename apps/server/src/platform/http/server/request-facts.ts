import type { FastifyRequest } from "fastify";

/** Returns the log fields of a request. Logs the route's pattern, because paths and queries may contain tokens. */
export function requestFacts(request: FastifyRequest): Record<string, unknown> {
  const { tenant, caller, member, spent } = request.requester ?? {};
  return {
    method: request.method,
    route: request.routeOptions.url ?? "unknown",
    databaseMs: tenths(spent?.databaseMs ?? 0),
    waitedMs: tenths(spent?.waitedMs ?? 0),
    organizationId: tenant,
    userId: member,
    keyId: caller,
  };
}

export function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
