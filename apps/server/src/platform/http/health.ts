import type { FastifyInstance, FastifyReply } from "fastify";
import { sendJson } from "./replies.ts";

export interface HealthDeps {
  /** Why this process should be started anew, if there is a reason. */
  findFailure: () => string | undefined;
  /** Why this node should get no requests now, if there is a reason. */
  findFault: () => Promise<string | undefined>;
}

/** /healthz: the process works. /readyz: it can serve, and wants to be sent requests. */
export function addHealth(app: FastifyInstance, { findFailure, findFault }: HealthDeps): void {
  const answer = (reply: FastifyReply, fault: string | undefined) => {
    const body = fault === undefined ? { status: "ok" } : { status: "unavailable", reason: fault };
    return sendJson(reply.header("cache-control", "no-store"), fault === undefined ? 200 : 503, body);
  };
  app.get("/healthz", { schema: { hide: true } }, async (_request, reply) => answer(reply, findFailure()));
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => answer(reply, await findFault()));
}
