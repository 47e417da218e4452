import type { FastifyInstance, FastifyReply } from "fastify";
import { invalid } from "#platform/errors.ts";
import { writeJson } from "./replies.ts";

export interface HealthDeps {
  /** Why this process should be restarted, if there is a reason. */
  findFailure: () => string | undefined;
  /** Why this node, or only its blog, should get no requests now, if there is a reason. */
  findFault: (product: "blog" | undefined) => Promise<string | undefined>;
}

/** /healthz: the process works. /readyz: it can serve, and should get requests. */
export function addHealth(app: FastifyInstance, { findFailure, findFault }: HealthDeps): void {
  const answer = (reply: FastifyReply, fault: string | undefined) => {
    const body = fault === undefined ? { status: "ok" } : { status: "unavailable", reason: fault };
    return writeJson(reply.header("cache-control", "no-store"), fault === undefined ? 200 : 503, body);
  };
  const options = { config: { isProbe: true }, schema: { hide: true } };
  app.get("/healthz", options, async (_request, reply) => answer(reply, findFailure()));
  app.get<{ Querystring: { for?: unknown } }>("/readyz", options, async ({ query }, reply) => {
    const product = query.for;
    if (product !== undefined && product !== "blog") throw invalid("/for", "bad_value", 'must be "blog", or left out');
    return answer(reply, await findFault(product));
  });
}
