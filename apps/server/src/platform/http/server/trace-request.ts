import type { FastifyReply, FastifyRequest } from "fastify";
import type { Requester } from "#platform/requester.ts";
import type { OpenSpan, Tracing } from "#platform/spans.ts";

/**
 * Begins the span of a request, which ends when the reply is complete or the connection closes. The path is left out,
 * because it may contain tokens; the route is enough. The trace id is added to the request's log lines.
 */
export function traceRequest(
  tracing: Tracing,
  request: FastifyRequest,
  reply: FastifyReply,
  requester: Requester,
): OpenSpan {
  const { method, headers } = request;
  const { url: route } = request.routeOptions;
  const { traceparent } = headers;
  const span = tracing.beginAfter(
    typeof traceparent === "string" ? traceparent : undefined,
    route === undefined ? method : `${method} ${route}`,
    {
      kind: "server",
      facts: { "http.request.method": method, ...(route === undefined ? {} : { "http.route": route }) },
    },
  );
  requester.span = span;
  if (span.context === undefined) return span;
  request.log = request.log.child({ traceId: span.context.traceId });
  const { raw: response } = reply;
  const end = (isComplete: boolean) => {
    if (!span.isOpen()) return;
    const { tenant, caller } = requester;
    if (tenant !== undefined) span.describe({ "stint.organization.id": tenant });
    if (caller !== undefined) span.describe({ "stint.key.id": caller });
    if (response.headersSent) span.describe({ "http.response.status_code": response.statusCode });
    if (!isComplete) span.describe({ "stint.reply.incomplete": true });
    if (response.headersSent && response.statusCode >= 500) span.fail(String(response.statusCode));
    span.end();
  };
  response.once("finish", () => end(true));
  response.once("close", () => end(false));
  return span;
}

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
