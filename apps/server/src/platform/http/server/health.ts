import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { invalid } from "#platform/errors.ts";
import { writeJson } from "#platform/http/replies/replies.ts";

export interface HealthDeps {
  /** Returns why this process should be restarted; undefined if it works. */
  findFailure: () => string | undefined;
  /** Returns why this node, or only its blog, should get no requests now; undefined if it is ready. */
  findFault: (product: "blog" | undefined) => Promise<string | undefined>;
  /** Returns a problem that the operator should fix although the node is ready; undefined if there is none. */
  findWarning?: () => string | undefined;
}

/** Adds /healthz (the process works) and /readyz (the node can serve and should get requests). */
export function addHealth(app: FastifyInstance, { findFailure, findFault, findWarning }: HealthDeps): void {
  const answer = (reply: FastifyReply, fault: string | undefined, more: object = {}) => {
    const body = fault === undefined ? { status: "ok", ...more } : { status: "unavailable", reason: fault, ...more };
    return writeJson(reply.header("cache-control", "no-store"), fault === undefined ? 200 : 503, body);
  };
  const options = { config: { isProbe: true } };
  app.get("/healthz", options, async (_request, reply) => answer(reply, findFailure()));
  app.get<{ Querystring: { for?: unknown; show?: unknown } }>("/readyz", options, async (request, reply) => {
    const { for: product, show } = request.query;
    if (product !== undefined && product !== "blog") throw invalid("/for", "bad_value", 'must be "blog" if present');
    const warning = findWarning?.();
    return answer(reply, await findFault(product), {
      ...(warning === undefined ? {} : { warning }),
      ...(show === "proxy" ? { proxy: describeProxy(request) } : {}),
    });
  });
}

/** Describes how a request passed through proxies, for `stint-server check`. Contains no addresses. */
export interface SeenProxy {
  protocol: string;
  /** Whether the client's address comes from X-Forwarded-For. */
  forwardedFor: "used" | "ignored" | "missing";
}

function describeProxy({ protocol, ips = [], headers }: FastifyRequest): SeenProxy {
  const isSent = headers["x-forwarded-for"] !== undefined;
  return { protocol, forwardedFor: !isSent ? "missing" : ips.length > 1 ? "used" : "ignored" };
}
