import type { FastifyInstance } from "fastify";
import { sendJson } from "./replies.ts";

/** /healthz: the process answers. /readyz: it can serve, and wants to be sent requests. */
export function addHealth(app: FastifyInstance, findFault: () => Promise<string | undefined>): void {
  const headers = { "cache-control": "no-store" };
  app.get("/healthz", { schema: { hide: true } }, async (_request, reply) =>
    sendJson(reply.headers(headers), 200, { status: "ok" }),
  );
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const fault = await findFault();
    const body = fault === undefined ? { status: "ok" } : { status: "unavailable", reason: fault };
    return sendJson(reply.headers(headers), fault === undefined ? 200 : 503, body);
  });
}
