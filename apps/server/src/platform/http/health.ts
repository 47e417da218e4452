import type { FastifyInstance } from "fastify";
import { jsonBytes } from "./replies.ts";

/** /healthz: the process answers. /readyz: it can serve, and wants to be sent requests. */
export function addHealth(app: FastifyInstance, findFault: () => Promise<string | undefined>): void {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  app.get("/healthz", { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(headers).send(jsonBytes('{"status":"ok"}')),
  );
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const fault = await findFault();
    const body = fault === undefined ? { status: "ok" } : { status: "unavailable", reason: fault };
    return reply
      .code(fault === undefined ? 200 : 503)
      .headers(headers)
      .send(jsonBytes(JSON.stringify(body)));
  });
}
